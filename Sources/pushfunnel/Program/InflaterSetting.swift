import Delivery
import NDJSON

/// The inflater of gzip files: the faster one, or that of a setting.
enum InflaterSetting {
    private static var place: String { Defaults.place(of: "inflater", flag: "PUSHFUNNEL_INFLATER") }

    static func engine() throws -> InflateEngine {
        guard let name = Defaults.text("inflater") else { return .best }
        guard let engine = InflateEngine(rawValue: name) else {
            let names = InflateEngine.allCases.map(\.rawValue).joined(separator: " or ")
            throw ValueError.wrong(
                place, expected: names, found: name,
                hint: "remove the setting to use the faster one")
        }
        guard engine.isAvailable else {
            throw Diagnostic(
                .configuration, "\(place): \(name): ISA-L cannot be loaded",
                hint: "install libisal2, or use zlib: both read the same lines")
        }
        return engine
    }

    /// An unknown name is an error in every command, not only in those that read gzip.
    static func check() throws {
        if Defaults.text("inflater") != nil { _ = try engine() }
    }

    /// For `--version`; `check` reports a wrong setting.
    static var description: String {
        "inflater \((try? engine()) ?? .best)" + (lack.map { ": \($0.text)" } ?? "")
    }

    /// For `verify`; nil if gzip files are inflated as fast as can be, or by a setting.
    static var advice: Advice? {
        lack.map {
            Advice(
                topic: .inflater, text: "zlib inflates, in twice the time: \($0.text)",
                hint: $0.hint)
        }
    }

    /// Nobody lacks what a setting excludes.
    private static var lack: InflateEngine.Lack? {
        Defaults.text("inflater") == nil ? InflateEngine.lack : nil
    }
}

extension InflateEngine.Lack {
    fileprivate var text: String {
        switch self {
        case .notBuilt: "this program was built without ISA-L"
        case .notInstalled: "ISA-L is not installed"
        }
    }

    fileprivate var hint: String {
        switch self {
        case .notBuilt: "install libisal-dev and build it again, or set PUSHFUNNEL_INFLATER=zlib"
        case .notInstalled: "install libisal2, or set PUSHFUNNEL_INFLATER=zlib"
        }
    }
}
