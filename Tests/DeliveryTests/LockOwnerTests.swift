import Delivery
import Foundation
import Glibc
import TestSupport
import Testing

/// Commands that an administrator runs once must not lock the service out.
@Suite("Files for locks", .enabled(if: geteuid() == 0, "needs the rights of root"))
struct LockOwnerTests {
    @Test("belong to the owner of the database when root makes them")
    func owner() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("push.db")
        _ = try Store(writing: path)
        try #require(chown(path, 12345, 12346) == 0)
        for name in ["-lock", "-alert-lock"] { unlink(path + name) }
        _ = try Store(writing: path)
        _ = try AlertLock(database: path)
        for name in ["-lock", "-alert-lock"] {
            var status = stat()
            #expect(stat(path + name, &status) == 0)
            #expect([status.st_uid, status.st_gid] == [12345, 12346], "\(name)")
        }
    }

    @Test("that are other files, too, keep their owner")
    func link() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("push.db")
        _ = try Store(writing: path)
        try #require(chown(path, 12345, 12346) == 0)
        unlink(path + "-lock")
        let other = try folder.write(lines: ["0"], to: "other")
        try #require(Glibc.link(other, path + "-lock") == 0)
        _ = try Store(writing: path)
        var status = stat()
        #expect(stat(other, &status) == 0)
        #expect(status.st_uid == 0)
    }
}
