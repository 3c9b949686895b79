import Foundation
import TestSupport
import Testing

@Suite(
    "The order and the portions of reading",
    .sample("--sends", "20000", "--dirty", "0.01", "--duplicates", "0.1", "--late", "0.1"))
struct OrderTests {
    enum Way: String, CaseIterable {
        case reverse, shuffled, oneByOne, oddThenAll, standardInput
    }

    @Test(
        "do not change what the database says", arguments: Way.allCases, Moment.threadCounts)
    func order(_ way: Way, threads: Int) throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        try read(whole.sample, into: database, way, ["--threads", String(threads)])
        #expect(try database.run("verify", "-q").code == 0)
        let report = try database.report()
        #expect(report == (try whole.database.report()))
        let differences = try Content(database).differences(from: whole.content)
        #expect(Set(differences).isSubset(of: Content.ofDelivery))
        let sums = "select lines, new, duplicate, rejected, blank, events, matched from ledger"
        #expect(try database.rows(sums) == whole.database.rows(sums))
    }

    private func read(
        _ sample: Sample, into database: Database, _ way: Way, _ options: [String]
    ) throws {
        var random = SeededRandom(seed: 1)
        let files = sample.files
        switch way {
        case .reverse: try ingest(inOrder: files.reversed(), into: database, options)
        case .shuffled:
            try ingest(inOrder: files.shuffled(using: &random), into: database, options)
        case .oneByOne:
            for file in files.shuffled(using: &random) {
                try ingest(options + [file], into: database)
            }
        case .oddThenAll:
            let odd = files.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            try ingest(options + odd, into: database)
            try ingest(options + [sample.folder], into: database)
        case .standardInput:
            let script = #"zcat "$1"/*/*.gz | $PUSHFUNNEL ingest -q --db "$2" $3 -"#
            let shell = try RunningProgram(
                "/bin/sh",
                [
                    "-c", script, "sh", sample.folder, database.path,
                    options.joined(separator: " "),
                ])
            let found = try shell.finish()
            #expect(found == Finished(output: "", errors: "", code: 0))
        }
    }

    private func ingest(_ arguments: [String], into database: Database) throws {
        let found = try database.ingest(arguments)
        #expect(found == Finished(output: "", errors: "", code: 0))
    }

    private func ingest(
        inOrder files: [String], into database: Database, _ options: [String]
    ) throws {
        let folder = try OrderedFolder(files)
        try withExtendedLifetime(folder) { try ingest(options + folder.paths, into: database) }
    }

    @Test("a second ingest finds nothing new")
    func again() throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        try ingest([whole.sample.folder], into: database)
        let again = try database.run("ingest", whole.sample.folder)
        #expect(again.code == 0)
        #expect(again.errors.contains("0 files read, \(whole.sample.files.count) unchanged"))
        #expect(again.errors.contains(": 0 lines = 0 new"))
        #expect(try Content(database).differences(from: whole.content) == [])
    }

    /// A machine without ISA-L ends with 78, which is told elsewhere.
    @Test("what inflates changes nothing, in damaged files, too", arguments: ["zlib", "isal"])
    func inflater(_ name: String) throws {
        let whole = try #require(Undisturbed.current)
        let folder = try TemporaryFolder()
        let damaged = try OrderTests.damage(whole.sample, in: folder)
        let script = #"PUSHFUNNEL_INFLATER="$1" exec $PUSHFUNNEL ingest -q --db "$2" "$3""#
        func ingest(_ path: String, by name: String) throws -> (Database, Finished) {
            let database = try Database()
            let shell = try RunningProgram(
                "/bin/sh", ["-c", script, "sh", name, database.path, path])
            return (database, try shell.finish())
        }
        let (good, read) = try ingest(whole.sample.folder, by: name)
        if read.code == 78 { return }
        #expect(read == Finished(output: "", errors: "", code: 0))
        #expect(try Content(good).differences(from: whole.content) == [])
        let (bad, told) = try ingest(damaged, by: name)
        let (reference, toldByZlib) = try ingest(damaged, by: "zlib")
        #expect(told.code == 65)
        #expect(told == toldByZlib)
        #expect(try Content(bad).differences(from: Content(reference)) == [])
    }

    /// Copies of some files with one byte of each changed, by a seed.
    private static func damage(_ sample: Sample, in folder: TemporaryFolder) throws -> String {
        var random = SeededRandom(seed: 4)
        for (number, file) in sample.files.filter({ $0.hasSuffix(".gz") }).prefix(30).enumerated() {
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            bytes[10 + random.below(bytes.count - 10)] ^= 1 << UInt8(random.below(8))
            _ = try folder.write(bytes, to: "\(number).gz")
        }
        return folder.path
    }

    @Test("every line is in the ledger once")
    func ledger() throws {
        let whole = try #require(Undisturbed.current)
        let truth = try whole.sample.truth.ledger
        let sql = """
            select lines, new, duplicate, rejected, foreign_lines, blank, matched, orphan
            from ledger
            """
        let rejected = truth.rejected.values.reduce(0, +)
        let counts = [
            truth.lines, truth.new, truth.duplicate, rejected, truth.foreign, truth.blank,
            truth.matched,
            truth.orphan,
        ]
        #expect(try whole.database.cells(sql) == [counts.map(String.init)])
        #expect(
            truth.lines == truth.new + truth.duplicate + rejected + truth.foreign + truth.blank)
    }
}
