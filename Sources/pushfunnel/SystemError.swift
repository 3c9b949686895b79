import Foundation

/// What the system said last: why it refused a call.
struct SystemError: Error, CustomStringConvertible {
    var number = errno

    var description: String { String(cString: strerror(number)) }

    /// What to do about it.
    var hint: String {
        switch number {
        case ENOSPC, EDQUOT: "make room there and run the same command again"
        case EIO, ESTALE: "look after the disk and run the same command again"
        case EROFS: "the file system can only be read: choose another place"
        case EMFILE, ENFILE: "too many files are open: run the same command again"
        default: "check the folder and its permissions"
        }
    }

    /// Writes all of a text, or throws.
    static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
        var text = text
        let error = text.withUTF8 { bytes -> SystemError? in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return SystemError() }
                written += count
            }
            return nil
        }
        if let error { throw error }
    }
}
