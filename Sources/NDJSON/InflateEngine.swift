internal import CInflate

/// What inflates gzip: the same lines, endings and errors come out of either.
package enum InflateEngine: String, CaseIterable, CustomStringConvertible, Sendable {
    /// Always there.
    case zlib
    /// Intel's ISA-L, found when the program runs: half the time of zlib, or less.
    case isal

    /// The faster one of those that this machine has.
    package static let best: InflateEngine = InflateEngine.isal.isAvailable ? .isal : .zlib

    package static var available: [InflateEngine] { allCases.filter(\.isAvailable) }

    package var isAvailable: Bool { self == .zlib || isal_library() != nil }

    /// Its name, for ISA-L with the file that was loaded: it tells its version nowhere else.
    package var description: String {
        guard self == .isal, let file = isal_library() else { return rawValue }
        return "\(rawValue) (\(String(cString: file)))"
    }
}
