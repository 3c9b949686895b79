import ArgumentParser
import Delivery
import Foundation
import GRDB
import NDJSON
import Reporting

struct VerifyCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recount every rollup from the messages, and check every invariant.",
        discussion: """
            Ends with 0 when everything adds up, with 70 when something does not. Advice, such as
            a full disk, logs that no longer come, or IDs that never meet, changes nothing of that.
            Recounting reads every message: seconds for millions; --quick leaves it out, and the
            check of all pages.

            With --projection it looks at projected opens instead: every day whose windows are over
            is projected from what was known 0, 6, 24 and 48 hours after its end, and compared with
            what came of it. mean_error and rms_error are of the final count; of the days, 95 % are
            to lie in the interval.

            EXAMPLES
              pushfunnel verify
              pushfunnel verify --quick --json
              pushfunnel verify --projection
              pushfunnel verify --db push.db -q || page-someone
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Tell how far projections of opens would have been off.")
    var projection = false

    @Flag(help: "Leave out what takes long: recounts, and the check of all pages.")
    var quick = false

    @Flag(help: "Write JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Say nothing but what is wrong.")
    var quiet = false

    /// For tests.
    @Option(help: .hidden) var now: String?

    func validate() throws {
        if projection, quick || json {
            throw ValidationError("--projection", excludes: quick ? "--quick" : "--json")
        }
        if let now, Timestamp(now) == nil {
            throw ValidationError("--now", expected: "a time", found: now)
        }
    }

    func run() throws {
        // As they are before this makes some of its own.
        let files = StoreFiles(database.db)
        let reader = try Store.reader(database.db)
        if projection {
            try tellProjections(ProjectionTrial(reader).rows)
        } else {
            try verify(reader, files)
        }
    }

    private func tellProjections(_ rows: [ProjectionTrial.Row]) throws {
        guard !rows.isEmpty else {
            Terminal.note(
                "no day can be projected: that takes \(OpenProjection.fewestDays) days before it "
                    + "whose windows were over by then\n")
            return
        }
        try Terminal.print(TextFormat(style: .human).text(of: ResultTable(projections: rows)))
    }

    private func verify(_ reader: DatabaseQueue, _ files: StoreFiles) throws {
        let checks = quick ? Finding.Check.quick : Finding.Check.allCases
        let verification = try Verifier(reader).run(checks) { check in
            if !quiet { Terminal.redraw("checking \(check.rawValue)") }
        }
        if !quiet { Terminal.redraw("") }
        let moment =
            now.flatMap { Timestamp($0)?.milliseconds }
            ?? Int64(Date().timeIntervalSince1970 * 1000)
        let advice = try Advice.all(reader, files, now: moment)
        if json {
            try Terminal.print(jsonText(verification, advice))
        } else {
            tell(verification.findings)
            if !quiet { try tell(verification, advice) }
        }
        if !verification.findings.isEmpty { throw ExitCode(ExitStatus.internalError.rawValue) }
    }

    /// A hint stands below the last finding that it is for.
    private func tell(_ findings: [Finding]) {
        for (place, finding) in findings.enumerated() {
            Terminal.note("error: \(finding.check.rawValue): \(finding.text)\n")
            let next = place + 1 < findings.count ? findings[place + 1].check.hint : nil
            if next != finding.check.hint { Terminal.note("    hint: \(finding.check.hint)\n") }
        }
    }

    private func tell(_ verification: Verification, _ advice: [Advice]) throws {
        let looked =
            quick
            ? "quickly: "
            : "\(grouped(verification.messages)) message states, "
                + "\(grouped(verification.cells)) rollup rows, "
                + "\(grouped(verification.files)) files: "
        let count = verification.findings.count
        try Terminal.print(looked + (count == 0 ? "everything adds up\n" : "\(count) findings\n"))
        if let horizon = verification.horizon, !quick {
            try Terminal.print(
                "counts from before \(horizon.text) are taken on trust: their messages were "
                    + "pruned\n")
        }
        for advice in advice {
            Terminal.note(
                "advice: \(advice.topic.rawValue): \(advice.text)\n    hint: \(advice.hint)\n")
        }
    }

    private func jsonText(_ verification: Verification, _ advice: [Advice]) -> String {
        let counted: [ResultTable.Cell] =
            quick
            ? [.null, .null, .null]
            : [verification.messages, verification.cells, verification.files].map { .integer($0) }
        let looked = ResultTable(
            columns: ["message_states", "rollup_rows", "files", "trusted_before"],
            rows: [counted + [verification.horizon.map { .text($0.text) } ?? .null]])
        let found = ResultTable(
            columns: ["check", "text", "hint"],
            rows: verification.findings.map {
                [.text($0.check.rawValue), .text($0.text), .text($0.check.hint)]
            })
        let advised = ResultTable(
            columns: ["topic", "text", "hint"],
            rows: advice.map { [.text($0.topic.rawValue), .text($0.text), .text($0.hint)] })
        let parts = [("looked_at", looked), ("errors", found), ("advice", advised)].map {
            "\"\($0)\": " + JSONFormat().text(of: $1).trimmingCharacters(in: .newlines)
        }
        return "{\(parts.joined(separator: ",\n"))}\n"
    }
}

extension ResultTable {
    fileprivate init(projections rows: [ProjectionTrial.Row]) {
        self.init(
            columns: [
                "hours_after_day", "platform", "days", "mean_error", "rms_error", "in_interval",
            ],
            rows: rows.map { row in
                [
                    .integer(row.hoursAfter), .text(row.platform), .integer(Int64(row.days)),
                    .rounded(row.bias), .rounded(row.rms),
                    .rounded(row.days > 0 ? Double(row.inside) / Double(row.days) : 0),
                ]
            })
        self = with(.share, "mean_error", "rms_error", "in_interval")
    }
}
