internal import CInflate

/// The library that inflates gzip. Lines, endings and errors are the same for both.
package enum InflateEngine: String, CaseIterable, CustomStringConvertible, Sendable {
    /// Always available.
    case zlib
    /// Intel's ISA-L, looked up at run time: at most half the time of zlib.
    case isal

    /// The fastest engine of this machine.
    package static let best: InflateEngine = InflateEngine.isal.isAvailable ? .isal : .zlib

    /// Why ISA-L cannot be used on a processor that it is for.
    package enum Lack: Sendable {
        case notBuilt
        case notInstalled
    }

    /// Nil if it can be used, or is not for this processor.
    package static var lack: Lack? {
        #if arch(x86_64) || arch(arm64)
            if best == .isal { return nil }
            return isal_is_built() == 0 ? .notBuilt : .notInstalled
        #else
            return nil
        #endif
    }

    package static var available: [InflateEngine] { allCases.filter(\.isAvailable) }

    package var isAvailable: Bool { self == .zlib || isal_library() != nil }

    /// The name; for ISA-L with the name of the loaded file, the only source of its version.
    package var description: String {
        guard self == .isal, let file = isal_library() else { return rawValue }
        return "\(rawValue) (\(String(cString: file)))"
    }
}
