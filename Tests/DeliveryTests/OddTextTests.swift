import Delivery
import SQLite
import TestSupport
import Testing

/// Names that no one means to write and that a log holds nevertheless.
@Suite("Odd names in a store")
struct OddTextTests {
    private static func send(_ campaign: String, _ number: Int) -> String {
        #"{"ts":"2026-11-12T09:00:00Z","campaign":"\#(campaign)","#
            + #""message":{"token":"t\#(number)"},"#
            + #""response":{"name":"projects/p/messages/m\#(number)-0123456789"}}"#
    }

    /// Each with its campaign; what looks the same is the same campaign.
    private static let lines = [
        send(#"nul\u0000a"#, 1), send(#"nul\u0000b"#, 2), send(#"caf\u00e9"#, 3),
        send(#"cafe\u0301"#, 4), send("plain", 5), send(#"nul"#, 6), send(#"\ud800"#, 7),
    ]
    private static let campaigns = [
        "nul\u{fffd}a", "nul\u{fffd}b", "caf\u{e9}", "caf\u{e9}", "plain", "nul", "\u{fffd}",
    ]

    /// Bytes: Swift would find texts equal that SQL does not.
    private func read(_ database: String) throws -> [[UInt8]] {
        try Store.reader(database).read { db in
            try String.fetchAll(db, sql: "select campaign from messages order by message_id")
        }.map { Array($0.utf8) }
    }

    @Test("are the same bytes in any order, and after any number of runs")
    func anyOrder() throws {
        let expected = Self.campaigns.map { Array($0.utf8) }
        let folder = try TemporaryFolder()
        try Ingesting().read(
            [folder.write(lines: Self.lines, to: "all")], into: folder.file("a.db"))
        #expect(try read(folder.file("a.db")) == expected)
        try Ingesting().read(
            [folder.write(lines: Self.lines.reversed(), to: "reversed")],
            into: folder.file("b.db"))
        #expect(try read(folder.file("b.db")) == expected)
        for (number, line) in Self.lines.enumerated() {
            try Ingesting().read(
                [folder.write(lines: [line], to: "line-\(number)")], into: folder.file("c.db"))
        }
        #expect(try read(folder.file("c.db")) == expected)
        for name in ["a.db", "b.db", "c.db"] {
            #expect(try Verifier(Store.reader(folder.file(name))).run().findings == [])
        }
    }

    /// A store of old may hold two values that are one today.
    @Test("values that have become equal keep their references")
    func becameEqual() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        try Ingesting().read([folder.write(lines: Self.lines, to: "all")], into: path)
        try Database(path: path).write { db in
            try db.execute(sql: "update send_profiles set campaign = 'one'")
        }
        let more = [Self.send("plain", 8), Self.send("new", 9)]
        try Ingesting().read([folder.write(lines: more, to: "more")], into: path)
        let campaigns = try read(path).map { String(decoding: $0, as: UTF8.self) }
        #expect(campaigns.suffix(2) == ["plain", "new"])
    }
}
