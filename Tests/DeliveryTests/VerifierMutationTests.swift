import Delivery
import FCM
import Foundation
import SQLite
import TestSupport
import Testing

/// `verify` finds a change of any cell, unless nothing else in the database says what it was:
/// Operations.md lists those.
@Suite("A changed database")
struct VerifierMutationTests {
    private static let log = RandomLog(seed: 13, messages: 120)
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("push.db")
        let rejected = #"{"ts":1763467200,"request":{"message":{"token":"t"}},"response":{}}"#
        // Its last profiles and its last amount are those of a message.
        let (id, time) = ("0:1763467200000009%0123456789abcdef", #""ts":"2025-11-18T12:00:00Z""#)
        let last = """
            {\(time),"campaign":"last","message":{"token":"last"},"response":{"name":"\(id)"}}
            {\(time),"event":"converted","google.message_id":"\(id)","value":"77.5"}
            {\(time),"event":"opened","google.message_id":"\(id)","app_version":"last"}
            {\(time),"event":"received","google.message_id":"\(id)","push_id":"p-1"}
            {\(time),"event":"opened","push_id":"p-1"}
            """
        let texts = [last, rejected].joined(separator: "\n")
        let file = try folder.write(Self.log.bytes + Data(texts.utf8), to: "log.ndjson")
        let dimensions = [KnownDimension.app, .channel, .appVersion, .action].map(\.dimension)
        try Ingesting(dimensions: dimensions, join: ["push_id"]).read([file], into: path)
        try Database(path: path).write { db in
            var kept = try AlertHours(db)
            for hour in try HourMarks.stored(db).keys {
                _ = try kept.events(of: hour, isSettled: true)
            }
            try AlertHours.save(kept.counted, from: 0, db)
        }
        _ = try DayNote.add(day: "2025-11-18", text: "app 5.4 released", Connection(path: path))
    }

    /// Whether `verify` finds what a statement changed; nil when it changed nothing.
    private func finds(_ sql: String) throws -> Bool? {
        let copy = folder.file("copy.db")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let db = try Connection(path: copy)
        do { try db.execute(sql: sql) } catch { return nil }
        guard try Int.fetchOne(db, sql: "select changes()") ?? 0 > 0 else { return nil }
        do {
            return try !Verifier(Store.reader(copy)).run().findings.isEmpty
        } catch { return true }
    }

    /// Tables, and columns of others.
    private static func documented() throws -> Set<String> {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation/Operations.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .drop { !$0.contains("Nothing else does of these") }.dropFirst()
            .prefix { $0.hasPrefix("- ") }
        let names = lines.flatMap { $0.matches(of: /`([a-z_.]+)`/).map { String($0.1) } }
        return Set(names).subtracting(["prune"])
    }

    private func tables(_ db: Connection) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                select name from sqlite_schema where type = 'table'
                and name not like 'sqlite_%' and name <> 'grdb_migrations' order by name
                """)
    }

    @Test("whose rejected lines are of no known file, as in the counts of a lake, is in order")
    func unknownFiles() throws {
        #expect(try finds("update distinct_rejects set file = 0") == false)
        #expect(try finds("update distinct_rejects set file = 99") == true)
    }

    @Test("with a fact of an event or a send that is missing is found out", arguments: 13...17)
    func inconsistent(bit: Int) throws {
        let isOfSend = bit == 17
        let others = isOfSend ? "facts & 63 = 0" : "facts & ~63 = 0"
        #expect(try finds("update states set facts = facts | 1 << \(bit) where \(others)") == true)
    }

    @Test("is found out")
    func cells() throws {
        let db = try Connection(path: path)
        #expect(try !(finds("update settings set setting = setting") ?? true))
        let documented = try Self.documented()
        var missed: Set<String> = []
        for table in try tables(db) {
            let sql = "select name from pragma_table_info(?)"
            for column in try String.fetchAll(db, sql: sql, arguments: [table]) {
                let change = """
                    update or ignore \(table) set \(column) = case typeof(\(column))
                        when 'integer' then \(column) + 1
                        when 'text' then \(column) || 'x'
                        when 'blob' then zeroblob(length(\(column)))
                        else 1 end
                    """
                if try finds(change) == false { missed.insert("\(table).\(column)") }
            }
            if try finds("delete from \(table)") == false { missed.insert(table) }
        }
        let unknown = missed.filter { name in
            !documented.contains(name) && !documented.contains(String(name.prefix { $0 != "." }))
        }
        #expect(unknown.sorted() == [])
        let found = documented.filter { $0.contains(".") && !missed.contains($0) }
        #expect(found.sorted() == [])
    }
}
