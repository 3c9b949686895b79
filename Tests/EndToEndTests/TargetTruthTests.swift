import Foundation
import TestSupport
import Testing

/// What a sample knows of its targets: removed apps, sends tried again, lowered priorities.
@Suite(
    "The targets of a sample",
    .sample("--sends", "60000", "--days", "4", "--dirty", "0.005", "--duplicates", "0.03"))
struct TargetTruthTests {
    @Test("that were removed are found after their campaigns")
    func uninstalls() throws {
        let whole = try #require(Undisturbed.current)
        let found = try numbers(whole.database, "uninstalls", "campaign", "uninstalled")
        let truth = try whole.sample.truth.uninstalls
        #expect(found.filter { $0.value > 0 } == truth)
        #expect(truth.values.reduce(0, +) > 100)
    }

    @Test("whose sends were tried again are found")
    func retries() throws {
        let whole = try #require(Undisturbed.current)
        let found = try numbers(whole.database, "retries", "error_code", "succeeded")
        let truth = try #require(try whole.sample.truth.targets["retried"])
        #expect(found.values.reduce(0, +) == truth)
        #expect(truth > 20)
    }

    @Test("to which Android delivered at a lower priority are counted")
    func lowered() throws {
        let whole = try #require(Undisturbed.current)
        let found = whole.database.number("select sum(priority_lowered) from messages")
        #expect(try found == whole.sample.truth.targets["priority_lowered"])
        #expect(try #require(found) > 100)
    }

    /// The sum of a column of a query, by the words of another.
    private func numbers(
        _ database: Database, _ query: String, _ word: String, _ column: String
    ) throws -> [String: Int] {
        let table = try Table(database.run("sql", "--json", query).output)
        return table.rows.reduce(into: [:]) { sums, row in
            sums[row[word] as? String ?? "", default: 0] += row[column] as? Int ?? 0
        }
    }

    // MARK: Lists of tokens

    /// Every token in the lines of senders, once, in an order of its own.
    private func tokens(_ sample: Sample) throws -> String {
        let form = "[c-f][A-Za-z0-9_-]{21}:APA91b[A-Za-z0-9_-]{134}"
        let script = #"zcat "$1"/sends/*.gz | grep -aoE "\#(form)" | sort -u"#
        let found = try RunningProgram("/bin/sh", ["-c", script, "sh", sample.folder]).finish()
        return found.output
    }

    private func ask(
        _ list: String, _ database: Database, _ options: String...
    ) throws -> Finished {
        let folder = try TemporaryFolder()
        try list.write(toFile: folder.file("tokens.txt"), atomically: true, encoding: .utf8)
        return try Program.run(
            ["tokens", "--db", database.path, folder.file("tokens.txt")] + options)
    }

    @Test("that are dead are all that FCM refused as UNREGISTERED")
    func dead() throws {
        let whole = try #require(Undisturbed.current)
        let list = try tokens(whole.sample)
        let dead = try ask(list, whole.database, "-q", "--dead").output.split(separator: "\n")
        #expect(try dead.count == whole.sample.truth.failures["UNREGISTERED"])
        #expect(dead.allSatisfy { $0.hasSuffix("(UNREGISTERED)") })
    }

    @Test("sum up to the messages with known targets and to repeated_sends")
    func sums() throws {
        let whole = try #require(Undisturbed.current)
        let list = try tokens(whole.sample)
        let answers = try Table(ask(list, whole.database, "-q", "--json").output).rows
        let asked = list.split(separator: "\n").map(String.init)
        #expect(answers.map { $0["token"] as? String } == asked)
        let sum = { (column: String) in answers.reduce(0) { $0 + ($1[column] as? Int ?? 0) } }
        // The targets of partner_feed are in the export alone.
        let known = """
            from messages
            where target_hash is not null and attempted = 1 and campaign <> 'partner_feed'
            """
        #expect(sum("sent") == whole.database.number("select sum(sent) \(known)"))
        #expect(sum("failed") == whole.database.number("select sum(failed) \(known)"))
        #expect(
            sum("opened") == whole.database.number("select count(opened_ms) \(known) and sent = 1"))
        let repeats = try numbers(whole.database, "repeated_sends", "campaign", "repeats")
        #expect(sum("repeats") == repeats.values.reduce(0, +))
    }

    @Test("that open nothing are those that messages show")
    func idle() throws {
        let whole = try #require(Undisturbed.current)
        let idle = try ask(
            try tokens(whole.sample), whole.database, "-q", "--idle", "2d", "--csv", "--hash")
        let lines = idle.output.split(separator: "\n").dropFirst()
        let hashes = Set(lines.map { $0.split(separator: ",")[1] })
        let sql = """
            with ends as (select as_of_ms - 2 * 86400000 as start_ms from base_as_of)
            select target_hash from messages join ends
            where attempted = 1 and target_hash is not null and campaign <> 'partner_feed'
            group by target_hash
            having min(case when sent = 1 then sent_ms end) <= min(start_ms)
                and max(case when sent = 1 then sent_ms end) > min(start_ms)
                and coalesce(max(case when sent = 1 then opened_ms end), 0) <= min(start_ms)
                and sum(case when error_code = 'UNREGISTERED' then 1 else 0 end) = 0
            """
        #expect(try Set(whole.database.cells(sql).map { $0[0][...] }) == hashes)
        #expect(hashes.count > 100)
    }

    @Test("are answered in the same way in any order, and one by one")
    func order() throws {
        let whole = try #require(Undisturbed.current)
        let some = try tokens(whole.sample).split(separator: "\n").prefix(20).map(String.init)
        let lines = try ask(some.joined(separator: "\n"), whole.database, "-q").output
        let reversed = try ask(
            some.reversed().joined(separator: "\r\n"), whole.database, "-q"
        ).output
        let split = { (text: String) in text.split(separator: "\n").map(String.init) }
        #expect(split(lines) == split(reversed).reversed())
        #expect(try split(lines).first == split(ask(some[0], whole.database, "-q").output).first)
    }
}

/// Rows that the program printed as JSON.
private struct Table {
    var rows: [[String: Any]]

    init(_ json: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        rows = value as? [[String: Any]] ?? []
    }
}
