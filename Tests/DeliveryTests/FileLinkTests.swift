import Delivery
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Links among logs")
struct FileLinkTests {
    @Test(
        "are followed when their maker is this user, root, or the owner of the file",
        arguments: [
            (1000, 2000, 1000, true), (0, 2000, 1000, true), (2000, 2000, 1000, true),
            (2000, 1000, 1000, false), (2000, 0, 1000, false), (2000, 3000, 1000, false),
            (2000, 0, 0, false), (2000, 2000, 0, true),
        ] as [(UInt32, UInt32, UInt32, Bool)])
    func makers(maker: UInt32, owner: UInt32, user: UInt32, expected: Bool) {
        #expect(FileLink.mayFollow(linkOf: maker, toFileOf: owner, as: user) == expected)
    }

    @Test("and what is no file are told of, and the rest is read")
    func left() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(lines: ["{}"], to: "a.ndjson")
        #expect(mkfifo(folder.file("pipe.log"), 0o600) == 0)
        #expect(symlink("/dev/null", folder.file("null.log")) == 0)
        #expect(symlink("nothing", folder.file("dangling.log")) == 0)
        #expect(symlink("a.ndjson", folder.file("link.ndjson")) == 0)
        var left: [UnreadEntry] = []
        let paths = try InputPaths.expand([folder.path], onUnread: { left.append($0) })
        #expect(paths == [file, folder.file("link.ndjson")])
        #expect(left.map(\.path) == ["dangling.log", "null.log", "pipe.log"].map(folder.file))
        #expect(left.allSatisfy { $0.reason == .leftAlone })
        // Named by the user, they are what the user wants.
        #expect(try InputPaths.expand([folder.file("pipe.log")]) == [folder.file("pipe.log")])
    }
}
