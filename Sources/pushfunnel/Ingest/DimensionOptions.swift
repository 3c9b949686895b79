import ArgumentParser
import Delivery
import FCM

/// The dimensions that sends are counted by.
struct DimensionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Count sends also by a member of their records, such as "
                + "variant=/request/message/data/variant: a name and a JSON pointer. Without a "
                + "pointer: app, channel or collapse_key, whose places are known. The database "
                + "keeps it for later runs. Repeatable.",
            valueName: "name=pointer"))
    var dimension: [String] = []

    func validate() throws { _ = try named() }

    /// Those of the map and of the options, which win.
    func dimensions(_ mapping: some LineMapping) throws -> [SendDimension] {
        let named = try named()
        let names = Set(named.map(\.name))
        return try mapping.dimensions().filter { !names.contains($0.name) } + named
    }

    private func named() throws -> [SendDimension] {
        try dimension.map { text in
            if let known = KnownDimension(rawValue: text) { return known.dimension }
            let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, EnvelopeMap.keys(sides[1]) != nil else {
                let known = KnownDimension.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "--dimension",
                    expected: "a name and a JSON pointer such as variant=/data/exp, or one of "
                        + known,
                    found: text)
            }
            if let expected = Dimensions.problem(with: sides[0]) {
                throw ValidationError("--dimension", expected: expected, found: sides[0])
            }
            return SendDimension(name: sides[0], place: sides[1])
        }
    }
}
