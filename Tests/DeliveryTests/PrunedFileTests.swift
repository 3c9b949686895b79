import Delivery
import Foundation
import SQLite
import TestSupport
import Testing

/// A prune and the ledger: logs of ten days, one file for each, with rejected lines.
@Suite("Files of pruned days")
struct PrunedFileTests {
    private static let firstDay: Int64 = 20_400
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("push.db")
        for day in 0..<10 { try ingest(log(day)) }
    }

    /// Eight sends; then a broken line of the day, one that every day has, and foreign ones.
    private static func lines(_ day: Int) -> [String] {
        let seconds = (firstDay + Int64(day)) * 86_400 + 3600
        let sends = (0..<8 as Range<Int64>).map {
            #"{"ts":\#(seconds + $0),"request":{"message":{"token":"t"}},"#
                + #""response":{"name":"projects/p/messages/\#((seconds + $0) * 1_000_000)"}}"#
        }
        return sends + [
            #"{"ts":"day \#(day)","request":{"message":{"token":"t"}}}"#,
            #"{"ts":"never","request":{"message":{"token":"t"}}}"#, "started", "",
        ]
    }

    private func path(_ day: Int) -> String { folder.file("\(day).ndjson") }

    /// Writes the log of a day, which nobody has changed since.
    private func log(_ day: Int, as name: String? = nil) throws -> String {
        let path = try folder.write(lines: Self.lines(day), to: name ?? "\(day).ndjson")
        try age(path, to: day)
        return path
    }

    private func age(_ path: String, to day: Int) throws {
        let seconds = Double((Self.firstDay + Int64(day)) * 86_400 + 7200)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
    }

    @discardableResult
    private func ingest(_ path: String, again: Bool = false) throws -> LineCounts {
        var ingesting = Ingesting()
        ingesting.readsAgain = again
        return try ingesting.read([path], into: database)
    }

    private func prune(_ day: Int) throws {
        let horizon = Horizon(day: Self.firstDay + Int64(day))
        #expect(try Pruner(Store(writing: database), before: horizon).run())
        #expect(try Verifier(Store.reader(database)).run().findings == [])
    }

    private func delete(_ days: Range<Int>) throws {
        for day in days { try FileManager.default.removeItem(atPath: path(day)) }
    }

    private func rows(_ sql: String) throws -> [String] {
        try Store.reader(database).read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.cells.map { "\($0)" }.joined(separator: " ")
            }
        }
    }

    private func number(_ sql: String) throws -> Int {
        try Store.reader(database).read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    private let totals = "select * from ledger"
    private let reasons = "select * from reject_reasons order by reason"

    @Test("lose their rejected lines, and every total stays")
    func rejects() throws {
        let before = try (rows(totals), rows(reasons))
        #expect(try number("select rejected from reject_reasons") == 11)
        try prune(6)
        #expect(try number("select count(*) from rejects") == 8)
        #expect(try number("select count(*) from distinct_rejects") == 5)
        #expect(try (rows(totals), rows(reasons)) == before)
        // The line that every day has is known as long as a stored day has it.
        try ingest(log(11))
        #expect(try number("select rejected from reject_reasons") == 12)
        #expect(try Verifier(Store.reader(database)).run().findings == [])
    }

    @Test("that no longer exist become a row for each day, and every total stays")
    func reduced() throws {
        try delete(1..<9)
        try ingest(folder.write(lines: Self.lines(2), to: "2.ndjson"))
        try age(path(2), to: 2)
        let before = try (rows(totals), rows(reasons))
        try prune(6)
        let states = try rows(
            "select path like '/%', state, files, lines from files order by 1, path")
        let pruned = (1...5).filter { $0 != 2 }.map { _ in
            #"integer(0) text("pruned") integer(1) integer(12)"#
        }
        #expect(states.prefix(4) == pruned[...])
        #expect(try number("select count(*) from files where state = 'pruned'") == 4)
        #expect(try number("select count(*) from files where state <> 'pruned'") == 6)
        #expect(try (rows(totals), rows(reasons)) == before)
        let verified = try Verifier(Store.reader(database)).run()
        #expect(verified.files == 10)
        // The next prune has nothing to do.
        try prune(6)
        #expect(try (rows(totals), rows(reasons)) == before)
    }

    @Test("that come back count nothing again")
    func comeBack() throws {
        try delete(0..<10)
        try prune(6)
        let content = try StoreContent(database)
        let facts = try number("select sum(facts) from base_files")
        for (day, name) in [(3, "3.ndjson"), (4, "copy.ndjson")] {
            let counts = try ingest(log(day, as: name))
            #expect(counts.addsUp && counts.new == 0 && counts.duplicate == 0)
            #expect(counts.pastRetention == 10 && counts.unreadable == 0)
        }
        #expect(try StoreContent(database).changed(from: content) == [])
        #expect(try number("select sum(facts) from base_files") == facts)
        #expect(try number("select count(*) from rejects where reason = 'past_retention'") == 0)
        #expect(
            try Advice.all(
                Store.reader(database), StoreFiles(database), now: (Self.firstDay + 10) * 86_400_000
            ).map(\.topic) == [])
        #expect(try Verifier(Store.reader(database)).run().findings == [])
        // It grows: what is new in it counts.
        let more = Self.lines(3) + Self.lines(12).prefix(3)
        let counts = try ingest(folder.write(lines: more, to: "3.ndjson"))
        #expect(counts.new == 3)
        #expect(try Verifier(Store.reader(database)).run().findings == [])
    }

    /// Nothing tells when standard input was read: runs before the files of stored days are over.
    @Test("and runs of standard input without a message leave with the files read after them")
    func streams() throws {
        try Database(path: database).write {
            try $0.execute(
                sql: """
                    update ledger_files
                    set path = '-', inode = 0, modified_ns = 0, first_ms = null, last_ms = null
                    where id in (2, 10)
                    """)
        }
        try delete(0..<10)
        try prune(6)
        #expect(try rows("select state from files where path = '-'").count == 1)
        #expect(try number("select sum(files) from files") == 10)
    }
}
