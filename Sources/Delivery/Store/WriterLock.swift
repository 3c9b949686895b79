#if canImport(Glibc)
    internal import Glibc
#endif

/// One writer at a time: an advisory lock on a file beside the database, which holds the number
/// of the process that has it. The kernel lets go of it when that process ends, however it ends.
final class WriterLock {
    private let descriptor: Int32

    init(database path: String) throws(StoreError) {
        let lockPath = path + "-lock"
        // No link: the number of the process would be written to where it leads.
        descriptor = open(
            lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, PrivateFile.mode)
        guard descriptor >= 0 else {
            throw StoreError.cannotLock(path: lockPath, errno: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // Some network file systems have no locks.
            guard errno == EWOULDBLOCK else {
                let error = StoreError.cannotLock(path: lockPath, errno: errno)
                close(descriptor)
                throw error
            }
            let holder = WriterLock.holder(descriptor)
            close(descriptor)
            throw StoreError.locked(path: path, holder: holder)
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    deinit { close(descriptor) }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &text, text.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: text.prefix(count).prefix { $0 != 0x0a }, as: UTF8.self))
    }
}
