import Delivery
import FCM
import GRDB
import NDJSON
import TestSupport
import Testing

/// Files of which lines were set aside, read again by other rules.
@Suite("Reading again")
struct ReadAgainTests {
    /// The first rules set all aside that is from after this.
    private static let early = RandomLog.now - 10 * 86_400_000
    private static let late = RandomLog.now + 2 * 86_400_000

    private func options(_ rules: String, _ latest: Int64, threads: Int) -> IngestOptions {
        var options = IngestOptions(latest: Timestamp(milliseconds: latest))
        options.rules = rules
        options.batchSize = 60
        options.threads = threads
        return options
    }

    /// Stops after so many blocks; nil goes to the end.
    private func read(
        _ paths: [String], into database: String, _ options: IngestOptions, stopAfter: Int? = nil
    ) throws -> LineCounts {
        let run = try IngestRun(try Store(writing: database), options)
        var counts = LineCounts()
        run.onFile = { counts += $0.counts }
        var left = stopAfter ?? .max
        run.shouldStop = {
            left -= 1
            return left < 0
        }
        _ = try run.read(paths)
        return counts
    }

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
        arguments: 1...12 as ClosedRange<UInt64>, 1...2)
    func same(seed: UInt64, threads: Int) throws {
        let folder = try TemporaryFolder()
        let paths = try logs(seed, folder)
        let (changed, right) = (folder.file("changed.db"), folder.file("right.db"))
        let early = options("early", Self.early, threads: threads)
        let late = options("late", Self.late, threads: threads)
        let before = try read(paths, into: changed, early)
        var random = SeededRandom(seed: seed)
        for _ in 0..<3 {
            _ = try read(paths, into: changed, late, stopAfter: random.below(6))
            try expectSound(changed)
        }
        _ = try read(paths, into: changed, late)
        _ = try read(paths, into: right, late)
        #expect(before.rejected > 0)
        #expect(try StoreContent(changed) == StoreContent(right))
        #expect(try ledger(changed) == ledger(right))
        try expectSound(changed)
        #expect(try read(paths, into: changed, late).lines == 0)
    }

    @Test("needs other rules, or to be asked for")
    func when() throws {
        let folder = try TemporaryFolder()
        let paths = try logs(1, folder)
        let database = folder.file("a.db")
        var rules = options("one", Self.late, threads: 2)
        let lines = try read(paths, into: database, rules).lines
        #expect(try read(paths, into: database, rules).lines == 0)
        rules.readsAgain = true
        let again = try read(paths, into: database, rules)
        #expect(again.lines == lines)
        #expect(again.new == 0)
        rules.readsAgain = false
        #expect(try read(paths, into: database, rules).lines == 0)
    }

    @Test("leaves files alone of which all was understood")
    func understood() throws {
        let folder = try TemporaryFolder()
        let send = #"{"ts":"2026-11-12T09:00:00Z","name":"projects/p/messages/1794474000000001"}"#
        let path = try folder.write(Array((send + "\n\n").utf8), to: "a.ndjson")
        let one = options("one", Self.late, threads: 1)
        let other = options("other", Self.late, threads: 1)
        #expect(try read([path], into: folder.file("a.db"), one).new == 1)
        #expect(try read([path], into: folder.file("a.db"), other).lines == 0)
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
            return try Row.fetchAll(db, sql: sql).map { "\($0)" }
        }
    }
}
