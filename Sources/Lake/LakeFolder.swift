internal import Delivery
internal import Glibc

/// A folder in a lake for what a run of Spark reads and writes, gone with this object; what a run
/// that was killed has left goes with the next one.
package final class LakeFolder {
    package let path: String
    private let claim: LakeClaim

    package init(_ lake: Lake) throws(LakeError) {
        try LakeClaim.sweep(lake)
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        // Nobody else has this number.
        guard let claim = try LakeClaim("run-" + number, lake, waits: true) else {
            throw .system(path: lake.unfinished, errno: EWOULDBLOCK)
        }
        self.claim = claim
        path = claim.folder
    }
}

/// While it lives, no compaction takes files away that Spark may be about to read.
package final class LakeReading {
    private let file: Int32

    package init(_ lake: Lake) throws(LakeError) { file = try LakeReading.lock(lake, LOCK_SH) }

    deinit { close(file) }

    /// Runs `body` while nobody reads; waits for those who do.
    static func alone(
        _ lake: Lake, _ body: () throws(LakeError) -> Void
    ) throws(LakeError) {
        let readers = try lock(lake, LOCK_EX)
        defer { close(readers) }
        try body()
    }

    private static func lock(_ lake: Lake, _ kind: Int32) throws(LakeError) -> Int32 {
        let path = lake.unfinished + "/readers"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw LakeFiles.failure(path) }
        // Where files cannot be locked, those who compact see to it that nobody reads.
        while flock(file, kind) != 0, errno == EINTR {}
        return file
    }
}
