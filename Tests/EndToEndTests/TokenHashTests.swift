import Foundation
import TestSupport
import Testing

/// Whether a database keeps hashes of tokens, and of which key, changes nothing else of it.
@Suite("Hashes of tokens", .sample("--sends", "3000", "--dirty", "0.01", "--duplicates", "0.1"))
struct TokenHashTests {
    /// How messages fall into targets, without the hashes themselves: the first message of each.
    private func targets(_ database: Database) throws -> String {
        try database.rows(
            """
            select message_id, sent_ms, error_code, min(coalesce(message_id, '') || sent_ms)
                over (partition by target_hash) as target
            from messages where target_hash is not null order by 1, 2, 3, 4
            """)
    }

    private func readAgain(_ sample: Sample, into database: Database, reversed: Bool) throws {
        let order = reversed ? "sort -r" : "sort"
        let script = #"zcat "$1"/*/*.gz | \#(order) | $PUSHFUNNEL ingest -q --db "$2" -"#
        let shell = try RunningProgram(
            "/bin/sh", ["-c", script, "sh", sample.folder, database.path])
        #expect(try shell.finish() == Finished(output: "", errors: "", code: 0))
    }

    @Test("that are not kept are missed by nothing else")
    func none() throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        let read = try database.run("ingest", "-q", "--no-token-hash", whole.sample.folder)
        #expect(read == Finished(output: "", errors: "", code: 0))
        #expect(try database.run("verify", "-q").code == 0)
        #expect(try Content(database).differences(from: whole.content) == [])
        #expect(database.number("select count(target_hash) from messages") == 0)
        #expect(try #require(whole.database.number("select count(target_hash) from messages")) > 0)
        try readAgain(whole.sample, into: database, reversed: true)
        #expect(database.number("select count(target_hash) from messages") == 0)
    }

    @Test("of a new key tell the same targets apart, in whatever order they come")
    func rotated() throws {
        let whole = try #require(Undisturbed.current)
        let wholeTargets = try targets(whole.database)
        #expect(!wholeTargets.isEmpty)
        var hashes: Set<String> = []
        for reversed in [false, true] {
            let database = try Database()
            #expect(try database.ingest([whole.sample.folder]).code == 0)
            let some = "select target_hash from messages where target_hash is not null"
            hashes.formUnion(try database.cells(some).map { $0[0] })
            #expect(try database.run("rotate", "-q") == Finished(output: "", errors: "", code: 0))
            #expect(try targets(database).isEmpty)
            #expect(try database.run("verify", "-q").code == 0)
            #expect(try database.report() == whole.database.report())

            try readAgain(whole.sample, into: database, reversed: reversed)
            #expect(try database.run("verify", "-q").code == 0)
            #expect(try targets(database) == wholeTargets)
            #expect(try Set(database.cells(some).map { $0[0] }).isDisjoint(with: hashes))
            let differences = try Content(database).differences(from: whole.content)
            #expect(Set(differences).isSubset(of: ["files", "files_as_read", "ledger", "rejects"]))
        }
    }
}
