import Delivery
import FCM
import NDJSON
import SQLite
import TestSupport
import Testing

/// Files of which lines were set aside, read again by other rules.
@Suite("Reading again")
struct ReadAgainTests {
    /// The first rules reject all that is from after this.
    private static let early = RandomLog.now - 10 * 86_400_000

    private func logs(_ seed: UInt64, _ folder: borrowing TemporaryFolder) throws -> [String] {
        let halves = RandomLog(seed: seed, messages: 60).bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let middle = halves.count / 2
        let files = [halves[..<middle], halves[middle...]]
        return try files.enumerated().map { number, lines in
            let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
            return try folder.write(bytes, to: "\(number).ndjson")
        }
    }

    @Test(
        "gives what the right rules give at once, however often it is stopped",
        arguments: 1...12 as ClosedRange<UInt64>, Ingesting.threadCounts)
    func same(seed: UInt64, threads: Int) throws {
        let folder = try TemporaryFolder()
        let paths = try logs(seed, folder)
        let (changed, right) = (folder.file("changed.db"), folder.file("right.db"))
        let early = Ingesting(
            batchSize: 60, threads: threads, latest: Self.early, rules: "early")
        let late = Ingesting(batchSize: 60, threads: threads, rules: "late")
        let before = try early.read(paths, into: changed)
        var random = SeededRandom(seed: seed)
        for _ in 0..<3 {
            try late.read(paths, into: changed, stopAfter: random.below(6))
            try expectSound(changed)
        }
        try late.read(paths, into: changed)
        try late.read(paths, into: right)
        #expect(before.rejected > 0)
        #expect(try StoreContent(changed) == StoreContent(right))
        #expect(try ledger(changed) == ledger(right))
        try expectSound(changed)
        #expect(try late.read(paths, into: changed).lines == 0)
    }

    @Test("needs other rules, or to be asked for")
    func when() throws {
        let folder = try TemporaryFolder()
        let paths = try logs(1, folder)
        let database = folder.file("a.db")
        let once = Ingesting(rules: "one")
        let lines = try once.read(paths, into: database).lines
        #expect(try once.read(paths, into: database).lines == 0)
        let again = try Ingesting(rules: "one", readsAgain: true).read(paths, into: database)
        #expect(again.lines == lines)
        #expect(again.new == 0)
        #expect(try once.read(paths, into: database).lines == 0)
    }

    @Test("leaves files alone of which all was understood")
    func understood() throws {
        let folder = try TemporaryFolder()
        let send = #"{"ts":"2026-11-12T09:00:00Z","name":"projects/p/messages/1794474000000001"}"#
        let path = try folder.write(Array((send + "\n\n").utf8), to: "a.ndjson")
        let database = folder.file("a.db")
        #expect(try Ingesting(rules: "one").read([path], into: database).new == 1)
        #expect(try Ingesting(rules: "other").read([path], into: database).lines == 0)
    }

    private func expectSound(_ database: String) throws {
        let found = try Verifier(Store.reader(database)).run()
        #expect(found.findings == [])
    }

    /// What it says of each file, but for what depends on which was read first.
    private func ledger(_ database: String) throws -> [String] {
        try Store.reader(database).read { db in
            let sql = """
                select path, state, lines, new + duplicate, rejected, foreign_lines, blank
                from files order by path
                """
            return try Row.fetchAll(db, sql: sql).map { "\($0.cells)" }
        }
    }
}
