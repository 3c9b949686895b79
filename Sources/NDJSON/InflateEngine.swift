internal import CInflate

/// The library that inflates gzip. Lines, endings and errors are the same for both.
package enum InflateEngine: String, CaseIterable, CustomStringConvertible, Sendable {
    /// Always available.
    case zlib
    /// Intel's ISA-L, looked up at run time: at most half the time of zlib.
    case isal

    /// The fastest engine of this machine.
    package static let best: InflateEngine = InflateEngine.isal.isAvailable ? .isal : .zlib

    package static var available: [InflateEngine] { allCases.filter(\.isAvailable) }

    package var isAvailable: Bool { self == .zlib || isal_library() != nil }

    /// The name; for ISA-L with the name of the loaded file, the only source of its version.
    package var description: String {
        guard self == .isal, let file = isal_library() else { return rawValue }
        return "\(rawValue) (\(String(cString: file)))"
    }
}
