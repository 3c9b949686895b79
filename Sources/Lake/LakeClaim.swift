internal import Delivery
internal import Glibc

/// A source that this process alone exports: a lock on a file in the lake, which the kernel lets
/// go of when the process ends, however it ends. Where files cannot be locked, several may do the
/// same source, which only costs time.
final class LakeClaim {
    private let path: String
    private let descriptor: Int32
    private let isLocked: Bool
    /// Where the source's files are made.
    let folder: String

    /// Nil when another has it; waits for that one's end, if asked to.
    init?(_ source: String, _ lake: Lake, waits: Bool) throws(LakeError) {
        path = "\(lake.unfinished)/\(source).lock"
        guard let taken = try LakeClaim.take(path, waits) else { return nil }
        descriptor = taken.file
        isLocked = taken.isLocked
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        folder = "\(lake.unfinished)/\(source)-\(number)"
        if isLocked { try LakeClaim.sweep(source, lake) }
        try LakeFiles.makeFolder(folder)
    }

    private static func take(
        _ path: String, _ waits: Bool
    ) throws(LakeError) -> (file: Int32, isLocked: Bool)? {
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, PrivateFile.mode)
            guard file >= 0 else { throw LakeFiles.failure(path) }
            switch lock(file, waits) {
            case 0 where UnfinishedFile.stands(file, path): return (file, true)
            // Who had it has taken it away with its end.
            case 0: close(file)
            case EWOULDBLOCK:
                close(file)
                return nil
            default: return (file, false)
            }
        }
    }

    deinit {
        LakeFiles.remove(folder)
        if isLocked { unlink(path) }
        close(descriptor)
    }

    private static func lock(_ file: Int32, _ waits: Bool) -> Int32 {
        while flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// What one that was killed has left.
    private static func sweep(_ source: String, _ lake: Lake) throws(LakeError) {
        for name in try LakeFiles.names(in: lake.unfinished) where name.hasPrefix(source + "-") {
            LakeFiles.remove("\(lake.unfinished)/\(name)")
        }
    }

    /// What any that were killed have left: each is claimed and let go of.
    static func sweep(_ lake: Lake) throws(LakeError) {
        for name in try LakeFiles.names(in: lake.unfinished) where name.hasSuffix(".lock") {
            _ = try LakeClaim(String(name.dropLast(".lock".count)), lake, waits: false)
        }
    }
}
