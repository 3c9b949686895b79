import Foundation
import TestSupport
import Testing

/// A commit for every few thousand messages, of which the sample has thirty thousand.
private let manyCommits = ["--batch", "3000"]

@Suite(
    "An ingest that is killed",
    .sample(
        "--sends", "30000", "--days", "2", "--dirty", "0.01", "--duplicates", "0.03",
        ingest: manyCommits))
struct KillTests {
    @Test("goes on where it was", arguments: Moment.seeded(1, 12))
    func once(_ moment: Moment) throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        try kill(at: moment, whole, database)
        try finish(database, whole)
    }

    @Test("again and again goes on where it was", arguments: [2, 3])
    func repeatedly(seed: UInt64) throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        for moment in Moment.seeded(seed, 6) { try kill(at: moment, whole, database) }
        try finish(database, whole)
    }

    /// In the first moments there is no database yet, then one without tables.
    @Test("while it makes the database leaves none that stands in the way", arguments: 1...8)
    func early(milliseconds: Int) throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        let share = Double(milliseconds) / 1000 / whole.seconds
        for repetition in 1...4 {
            let moment = Moment(measure: .elapsed, share: share * Double(repetition))
            try kill(at: moment, whole, database)
        }
        let finished = try database.ingest([whole.sample.files[0]])
        #expect(finished == Finished(output: "", errors: "", code: 0))
        #expect(try database.run("verify", "-q").code == 0)
    }

    @Test("or interrupted in the midst of files, commits them", arguments: Moment.seeded(4, 4))
    func interrupted(_ moment: Moment) throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        let ingest = try RunningProgram(
            Program.path, arguments(moment, whole, database))
        moment.wait(for: ingest, into: database, like: whole)
        ingest.send(SIGTERM)
        let stopped = try ingest.finish()
        // Before it watches for signals, and after it has ended, it cannot catch one.
        #expect([0, 128 + SIGTERM].contains(stopped.code), "\(stopped)")
        if database.number("select count(*) from ledger") != nil {
            #expect(try database.run("verify", "-q").code == 0)
        }
        try finish(database, whole)
    }

    private func arguments(
        _ moment: Moment, _ whole: Undisturbed, _ database: Database
    ) -> [String] {
        ["ingest", "-q", "--threads", String(moment.threads), "--db", database.path]
            + manyCommits + [whole.sample.folder]
    }

    private func kill(at moment: Moment, _ whole: Undisturbed, _ database: Database) throws {
        let ingest = try RunningProgram(
            Program.path, arguments(moment, whole, database))
        moment.wait(for: ingest, into: database, like: whole)
        ingest.send(SIGKILL)
        let killed = try ingest.finish()
        #expect([0, 128 + SIGKILL].contains(killed.code), "\(killed)")
        // Killed while it was being made, a store is not there yet.
        if database.number("select count(*) from ledger") != nil {
            let found = try database.run("verify", "-q")
            #expect(found == Finished(output: "", errors: "", code: 0))
        }
    }

    private func finish(_ database: Database, _ whole: Undisturbed) throws {
        let finished = try database.ingest([whole.sample.folder])
        #expect(finished == Finished(output: "", errors: "", code: 0))
        #expect(try database.run("verify", "-q").code == 0)
        let content = try Content(database)
        #expect(try content.differences(from: whole.content) == [])
    }
}
