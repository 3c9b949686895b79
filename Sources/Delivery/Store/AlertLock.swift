internal import Glibc

/// One run of `alert` at a time, from the first look to the note of what was told: what is told
/// first and noted then is told twice at worst, when a run is killed in between, and never not at
/// all. An advisory lock on a file beside the database; the kernel lets go of it when the process
/// ends.
package final class AlertLock {
    private let descriptor: Int32

    /// Waits for another run to end.
    package init(database path: String) throws(StoreError) {
        guard access(path, F_OK) == 0 else { throw StoreError.notFound(path: path) }
        let lockPath = path + "-alert-lock"
        descriptor = try PrivateFile.openLock(lockPath, of: path)
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw StoreError.cannotLock(path: lockPath, errno: errno)
            }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
