import NDJSON

/// Which inflater reads gzip files: the faster one, unless a setting names another.
enum InflaterSetting {
    private static var place: String { Defaults.place(of: "inflater", flag: "PUSHFUNNEL_INFLATER") }

    static func engine() throws -> InflateEngine {
        guard let name = Defaults.text("inflater") else { return .best }
        guard let engine = InflateEngine(rawValue: name) else {
            let names = InflateEngine.allCases.map(\.rawValue).joined(separator: " or ")
            throw Diagnostic(
                message: Mistake.text(place, expected: names, found: name),
                hint: "without it the faster one that is there is taken", code: .configuration)
        }
        guard engine.isAvailable else {
            throw Diagnostic(
                message: "\(place): \(name): ISA-L cannot be loaded",
                hint: "it is Debian's libisal2, and libisal-dev when pushfunnel is built; "
                    + "zlib reads the same", code: .configuration)
        }
        return engine
    }

    /// A word that names none is an error in every command, not only where gzip is read.
    static func check() throws {
        if Defaults.text("inflater") != nil { _ = try engine() }
    }

    /// For `--version`; a wrong setting is told elsewhere.
    static var description: String { "inflater \((try? engine()) ?? .best)" }
}
