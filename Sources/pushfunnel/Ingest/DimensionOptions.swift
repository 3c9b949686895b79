import ArgumentParser
import Delivery
import FCM

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
        return try mapping.dimensions().filter { !names.contains($0.name) } + named
    }

    private func named() throws -> [OwnDimension] {
        try dimension.map { try named($0, .sends, "--dimension") }
            + clientDimension.map { try named($0, .clients, "--client-dimension") }
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
                found: text)
        }
        if let expected = Dimensions.problem(with: sides[0]) {
            throw ValidationError(option, expected: expected, found: sides[0])
        }
        return OwnDimension(name: sides[0], source: source, place: sides[1])
    }
}
