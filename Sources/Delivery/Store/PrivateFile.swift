internal import Glibc

/// Files for their owner alone: a database holds the ID of every message, hashes that stand for
/// people's devices, and the key to those.
package enum PrivateFile {
    package static let mode: UInt32 = 0o600

    /// Whether SQLite would make a file elsewhere, with another mode.
    static func isBrokenLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && stat(path, &status) != 0 && errno == ENOENT
    }

    /// Makes an empty file, which SQLite takes as a new database: it gives the files beside it the
    /// mode of the database itself. False, with `errno`, when it cannot, or there is one.
    @discardableResult
    package static func make(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        return descriptor >= 0 && close(descriptor) == 0
    }

    /// Opens a file for locks beside a database. A symbolic link is refused: a write would go to
    /// its target. If root makes the file, it belongs to the owner of the database, like the files
    /// that SQLite makes: otherwise the services could not lock it later. A file with another name,
    /// a hard link, keeps its owner.
    static func openLock(_ path: String, of database: String) throws(StoreError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw .cannotLock(path: path, errno: errno) }
        var owner = stat()
        var file = stat()
        if geteuid() == 0, stat(database, &owner) == 0, owner.st_uid != 0,
            fstat(descriptor, &file) == 0, file.st_nlink == 1
        {
            _ = fchown(descriptor, owner.st_uid, owner.st_gid)
        }
        return descriptor
    }
}
