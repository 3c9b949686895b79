import Foundation
import TestSupport
import Testing

/// What is told before it is noted is told twice at worst, and never not at all.
@Suite("An alert that is killed")
struct AlertFaultTests {
    /// Lines were rejected, which a rule of the user's own does not like.
    private static let job = Result {
        let sample = try Sample(["--sends", "300", "--days", "1", "--dirty", "0.05"])
        let before = try TemporaryFolder()
        let made = try Program.run(
            ["ingest", "-q", "--db", before.file("push.db"), sample.folder])
        #expect(made.code == 0)
        let rules = #"{"checks": [{"name": "broken_lines", "query": "rejects"}]}"#
        try before.write(lines: [rules], to: "rules.json")
        return try FaultJob(
            "alert", inputs: sample.folder, before: before, changesContent: false, code: 1
        ) { root in
            [
                "alert", "--db", root + "/push.db", "--config", root + "/rules.json",
                "--now", "2025-11-18T06:00", "-o", root + "/alert.json",
            ]
        }
    }

    @Test(
        "is told by the next run, unless it was told",
        arguments: [Fault.How.before, .middle, .after, .power])
    func told(how: Fault.How) throws {
        let job = try Self.job.get()
        let news = try #require(job.aftermath.files["alert.json"])
        #expect(String(decoding: news, as: UTF8.self).contains(#""is_news": true"#))
        let faults = job.calls.faults([how], count: 16 * FaultJob.factor, seed: 11)
        let problems = try job.tryAll(faults, part: 0, of: 1) { trial, fault in
            let killed = try trial.run(fault)
            var problems = killed.code == 128 + SIGKILL ? [] : ["killed: \(killed)"]
            let file = trial.root + "/alert.json"
            let isTold = Aftermath.content(file, in: trial.root) == news
            problems += try trial.look()
            let next = try Program.run(job.arguments(trial.root))
            if next != job.finished { problems.append("the run after it: \(next)") }
            let isToldNow = Aftermath.content(file, in: trial.root) == news
            if !isTold, !isToldNow { problems.append("told by nobody") }
            let count = trial.database.number("select told_count from alerts")
            if count != 1 { problems.append("noted \(count ?? 0) times") }
            return problems
        }
        #expect(problems == [])
    }
}
