import ArgumentParser
import FCM
import Reporting

/// The dimensions that sends and received messages are counted by.
struct DimensionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Count sends also by a member of their records, such as "
                + "variant=/request/message/data/variant: a name and a JSON pointer. Without a "
                + "pointer: app, channel or collapse_key, whose places are known. The database "
                + "keeps it for later runs. Repeatable.",
            valueName: "name=pointer"))
    var dimension: [String] = []

    @Option(
        help: ArgumentHelp(
            "Count received messages also by a member of client events, such as "
                + "build=/app/build. Without a pointer: action (the button that opened it), "
                + "app_version, os_version, locale or device. Repeatable.",
            valueName: "name=pointer"))
    var clientDimension: [String] = []

    /// Whether any is named.
    var isGiven: Bool { !dimension.isEmpty || !clientDimension.isEmpty }

    func validate() throws { _ = try named() }

    /// Those of the map and of the options, which win.
    func dimensions(_ mapping: some LineMapping) throws -> [OwnDimension] {
        let named = try named()
        let names = Set(named.map(\.name))
        let all = try mapping.dimensions().filter { !names.contains($0.name) } + named
        try expectFew(all.names(of: .sends), "--dimension")
        try expectFew(all.names(of: .clients), "--client-dimension")
        return all
    }

    private func expectFew(_ names: [String], _ option: String) throws {
        guard names.count > OwnDimension.most else { return }
        throw ValidationError(
            option, expected: "at most \(OwnDimension.most) dimensions",
            found: names.joined(separator: ", "), hint: "omit some of them")
    }

    /// Each once; throws for a name with two places.
    private func named() throws -> [OwnDimension] {
        let all =
            try dimension.map { try named($0, .sends, "--dimension") }
            + clientDimension.map { try named($0, .clients, "--client-dimension") }
        return try all.reduce(into: []) { found, dimension in
            guard let known = found.first(where: { $0.name == dimension.name }) else {
                return found.append(dimension)
            }
            guard known != dimension else { return }
            throw ValidationError(
                "--dimension", expected: "one place of \(known.name)",
                found: "\(known.place) and \(dimension.place)")
        }
    }

    /// The option that takes a name whose place is known.
    private static func other(_ text: String, _ source: OwnDimension.Source) -> String? {
        guard KnownDimension(rawValue: text) != nil else { return nil }
        return source == .sends
            ? "clients tell it: --client-dimension \(text)" : "sends tell it: --dimension \(text)"
    }

    private func named(
        _ text: String, _ source: OwnDimension.Source, _ option: String
    ) throws -> OwnDimension {
        let known = KnownDimension.of(source)
        if let known = known.first(where: { $0.rawValue == text }) { return known.dimension }
        let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard sides.count == 2, EnvelopeMap.keys(sides[1]) != nil else {
            let example = source == .sends ? "variant=/data/exp" : "build=/app/build"
            let names = known.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(
                option,
                expected: "a name and a JSON pointer such as \(example), or one of \(names)",
                found: text, hint: DimensionOptions.other(text, source))
        }
        if let expected = QueryCatalog.problem(withDimension: sides[0]) {
            throw ValidationError(option, expected: expected, found: sides[0])
        }
        return OwnDimension(name: sides[0], source: source, place: sides[1])
    }
}
