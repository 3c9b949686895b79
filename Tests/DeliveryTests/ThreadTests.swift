import Delivery
import Foundation
import SQLite
import TestSupport
import Testing

/// Threads decide when a block is read, and nothing else.
@Suite("Any number of threads")
struct ThreadTests {
    /// Files of one time, of a later one, small and large, plain, gzip and missing.
    private func logs(_ seed: UInt64, _ folder: borrowing TemporaryFolder) throws -> [String] {
        var paths: [String] = []
        for (hour, parts) in [3, 1, 5].enumerated() {
            let log = RandomLog(seed: seed * 10 + UInt64(hour), messages: 60)
            for (number, part) in log.split(into: parts).enumerated() {
                let name = "\(hour)-\(number).ndjson"
                let bytes = number % 2 == 0 ? part.bytes : gzip(part.bytes)
                paths.append(try folder.write(bytes, to: name))
            }
        }
        return paths + [folder.file("missing.ndjson")]
    }

    /// All rows of all tables, numbers of shared values included, and what is told of files.
    private struct Told: Equatable {
        var rows: [String: [String]] = [:]
        var files: [String] = []
        var progress: [String] = []
    }

    private func read(
        _ paths: [String], into database: String, threads: Int, stopAfter: Int?
    ) throws -> Told {
        var told = Told()
        let ingesting = Ingesting(batchSize: 25, threads: threads)
        try ingesting.read(paths, into: database, stopAfter: stopAfter) { run in
            run.onFile = { told.files.append("\($0.path) \($0.counts) \($0.result)") }
            run.onProgress = { told.progress.append("\($0.path) \($0.lines) \($0.bytes)") }
        }
        told.rows = try Store.reader(database).read { db in
            let names = try String.fetchAll(
                db, sql: "select name from sqlite_schema where type = 'table' order by name")
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, try Row.fetchAll(db, sql: "select * from \(name)").map { "\($0.cells)" })
                })
        }
        return told
    }

    @Test(
        "writes the same rows and tells the same, stopped or not",
        arguments: 1...6 as ClosedRange<UInt64>, [nil, 4, 15])
    func same(seed: UInt64, stopAfter: Int?) throws {
        let folder = try TemporaryFolder()
        let paths = try logs(seed, folder)
        let (empty, database) = (folder.file("empty.db"), folder.file("a.db"))
        // Each begins with the same keys of hashes.
        _ = try Store(writing: empty)
        var expected: [Told] = []
        for threads in Ingesting.threadCounts {
            try? FileManager.default.removeItem(atPath: database)
            try FileManager.default.copyItem(atPath: empty, toPath: database)
            var told = [
                try read(paths, into: database, threads: threads, stopAfter: stopAfter)
            ]
            told.append(try read(paths, into: database, threads: threads, stopAfter: nil))
            if expected.isEmpty { expected = told }
            for (ours, theirs) in zip(told, expected) {
                #expect(ours.files == theirs.files)
                #expect(ours.progress == theirs.progress)
                for (table, rows) in theirs.rows {
                    #expect(ours.rows[table] == rows, "\(table), \(threads) threads")
                }
            }
        }
        #expect(expected[0].rows["states"]?.isEmpty == false)
    }
}
