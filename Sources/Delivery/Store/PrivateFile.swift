internal import Glibc

/// Files for their owner alone: a database holds the ID of every message, hashes that stand for
/// people's devices, and the key to those.
package enum PrivateFile {
    package static let mode: UInt32 = 0o600

    /// Makes an empty file where there is none, which SQLite takes as a new database. It gives
    /// the files beside it the mode of the database itself. What is there keeps its mode.
    package static func make(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        // What is wrong with the path, SQLite tells when it opens it.
        if descriptor >= 0 { close(descriptor) }
    }
}
