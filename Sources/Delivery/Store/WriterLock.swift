internal import Glibc

/// One writer at a time: an advisory lock on a file beside the database, which holds the number
/// of the process that has it. The kernel lets go of it when that process ends, however it ends.
///
/// A writer that takes turns, a follower, says so below its number: it has the lock only while it
/// writes, so others wait for it a while instead of giving up.
final class WriterLock {
    /// How long others wait for one that takes turns.
    private static let patienceSeconds = 10.0
    private static let pauseMicroseconds: UInt32 = 20_000
    private static let turns = "takes turns"

    private let descriptor: Int32
    private let path: String
    private let takesTurns: Bool

    init(database path: String, takesTurns: Bool = false) throws(StoreError) {
        self.path = path
        self.takesTurns = takesTurns
        descriptor = try PrivateFile.openLock(path + "-lock", of: path)
        var pauses = WriterLock.patienceSeconds * 1_000_000 / Double(WriterLock.pauseMicroseconds)
        while true {
            do throws(StoreError) {
                try take()
                return
            } catch {
                guard case .locked = error, pauses > 0, WriterLock.holder(descriptor).takesTurns
                else {
                    close(descriptor)
                    throw error
                }
                pauses -= 1
                usleep(WriterLock.pauseMicroseconds)
            }
        }
    }

    /// A child that is being started has a copy of the descriptor for a moment: closing alone would
    /// leave the lock with it.
    deinit {
        rest()
        close(descriptor)
    }

    /// Takes the lock again after `rest`; throws `StoreError.locked` while another has it.
    func take() throws(StoreError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // Some network file systems have no locks.
            guard errno == EWOULDBLOCK else {
                throw StoreError.cannotLock(path: path + "-lock", errno: errno)
            }
            throw StoreError.locked(path: path, holder: WriterLock.holder(descriptor).process)
        }
        let text = Array("\(getpid())\n\(takesTurns ? WriterLock.turns + "\n" : "")".utf8)
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    /// Lets others write until the next `take`.
    func rest() { _ = flock(descriptor, LOCK_UN) }

    private static func holder(_ descriptor: Int32) -> (process: Int32?, takesTurns: Bool) {
        var text = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &text, text.count, 0)
        guard count > 0 else { return (nil, false) }
        let lines = text.prefix(count).split(separator: 0x0a)
        let process = lines.first.flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
        let takesTurns = lines.dropFirst().first.map { Array($0) == Array(turns.utf8) } ?? false
        return (process, takesTurns)
    }
}
