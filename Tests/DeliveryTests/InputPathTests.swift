import Delivery
import Foundation
import TestSupport
import Testing

@Suite("What stands in a folder")
struct InputPathTests {
    private func expand(
        _ names: [String], own: [String] = []
    ) throws -> (read: [String], unread: [String: UnreadEntry]) {
        let folder = try TemporaryFolder()
        for name in names { _ = try folder.write(lines: ["{}"], to: name) }
        var unread: [String: UnreadEntry] = [:]
        let read = try InputPaths.expand(
            [folder.path], own: OwnFiles(own.map(folder.file)),
            onUnread: { unread[String($0.path.dropFirst(folder.path.count + 1))] = $0 })
        return (read.map { String($0.dropFirst(folder.path.count + 1)) }, unread)
    }

    @Test("is read under the names of logs, plain, rotated and compressed")
    func names() throws {
        let logs = [
            "a.json", "a.ndjson", "a.jsonl", "a.log", "a.JSON", "a.json.1", "a.json-20251118",
            "a.json.2025-11-18", "a.json.gz", "a.gz", "a.log.zst", "a.log-20251118.xz",
            "a.ndjson.1.bz2", "a.log.2025-11-18_10", "a.log.2025-11-18_10-30-00",
            "a.log.2025-11-18.1", "a.log.20251118.1", "a.log.2025-11-18T10-00-00.000",
            "a.json_20251118.2",
        ]
        let found = try expand(logs)
        #expect(Set(found.read) == Set(logs))
        #expect(found.unread.isEmpty)
    }

    @Test("is reported with the reason when it is not read")
    func unread() throws {
        let others = [
            "a.txt", "json", "a.json5", "a.zst", "a.txt.xz", "log", "a.csv", "a.log.old", "a.log.-",
            "a.txt.1",
        ]
        let own = ["push.db", "push.db-wal", "push.db-lock", "truth.json", "map.json", "x.prom"]
        let hidden = [".a.log", ".DS_Store"]
        let found = try expand(
            others + own + hidden + [".pushfunnel-1"], own: ["map.json", "./x.prom"])
        #expect(found.read.isEmpty)
        let reasons = Dictionary(
            uniqueKeysWithValues: others.map { ($0, UnreadEntry.Reason.otherName) }
                + own.map { ($0, .own) } + hidden.map { ($0, .hidden) }
                + [(".pushfunnel-1", .own)])
        #expect(found.unread.mapValues(\.reason) == reasons)
        let notable = found.unread.filter(\.value.isNotable)
        #expect(Set(notable.keys) == Set(others + [".a.log"]))
    }

    /// The system hands out names by blocks of 32 kB. Under AddressSanitizer, this shows a name at
    /// the end of one that is read beyond it.
    @Test("is found whole, however much it is")
    func many() throws {
        let names = (0..<3000).map { "\($0).json" }
        #expect(Set(try expand(names).read) == Set(names))
    }
}
