import ArgumentParser
import Delivery
import Foundation
import NDJSON
import Reporting
import SQLite

struct VerifyCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recount every number from the messages and check the database.",
        discussion: """
            verify exits with 0 if everything adds up, else with 70. It also prints advice, for \
            example about a full disk or missing logs; advice does not change the exit code. It \
            reads every message: seconds for millions. --quick skips the recounts and the check of \
            all pages.

            --repair rebuilds what the stored messages and files determine: counts, totals, \
            segments, filters, views. All is one transaction. It prints what it has repaired, and \
            then what it cannot repair. Make a backup first. With --tz, it counts by the hours of \
            that zone, if no messages were pruned.

            --projection tests projected opens instead. For every day with closed windows, it \
            projects the final count from the records known 0, 6, 24 and 48 hours after the end of \
            that day, and compares it with the true count. mean_error and rms_error are shares of \
            the final count. 95 % of the days should lie in the interval.

            EXAMPLES
              pushfunnel verify
              pushfunnel verify --quick --json
              pushfunnel backup before-repair.db && pushfunnel verify --repair
              pushfunnel verify --projection
              pushfunnel verify -q || echo "the counts do not add up"
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Print the errors of past projections of opens.")
    var projection = false

    @Flag(help: "Skip the slow checks: recounts, and the check of all pages.")
    var quick = false

    @Flag(help: "Rebuild counts and all else that messages and files determine.")
    var repair = false

    @Option(
        help: ArgumentHelp(
            "With --repair: count by the hours of this time zone, such as Asia/Kolkata.",
            valueName: "zone"))
    var tz: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    /// For tests.
    @Option(help: .hidden) var now: String?

    func validate() throws {
        if projection, quick || json {
            throw ValidationError("--projection", excludes: quick ? "--quick" : "--json")
        }
        if repair, quick || projection {
            throw ValidationError("--repair", excludes: quick ? "--quick" : "--projection")
        }
        if tz != nil {
            guard repair else { throw ValidationError("--tz", needs: "--repair") }
            _ = try ZoneOptions.clock(tz)
        }
        if let now, Timestamp(now) == nil {
            throw ValidationError("--now", expected: "a time", found: now)
        }
    }

    func run() throws {
        // Before this command opens the database, which creates files.
        let files = StoreFiles(database.db)
        if projection {
            try printProjections(ProjectionTrial(Store.reader(database.db)).rows)
        } else if repair {
            let store = try Store(writing: database.db)
            let outcome = try StoreRepair.run(
                store, by: tz.map(ZoneOptions.clock), showCheck)
            try finish(outcome.after, outcome.repaired, store.database, files)
        } else {
            let reader = try Store.reader(database.db)
            let checks = quick ? Finding.Check.quick : Finding.Check.allCases
            try finish(Verifier(reader).run(checks, showCheck), [], reader, files)
        }
    }

    private func printProjections(_ rows: [ProjectionTrial.Row]) throws {
        guard !rows.isEmpty else {
            Terminal.note(
                "no day can be projected: this needs \(OpenProjection.fewestDays) earlier days "
                    + "with closed windows\n")
            return
        }
        try Terminal.print(TextFormat(style: .human).text(of: ResultTable(projections: rows)))
    }

    private func showCheck(_ check: Finding.Check) {
        if !quiet { Terminal.redraw("checking \(check.rawValue)") }
    }

    /// Prints what was found and repaired; throws the exit code.
    private func finish(
        _ verification: Verification, _ repaired: [Finding], _ reader: Database,
        _ files: StoreFiles
    ) throws {
        if !quiet { Terminal.redraw("") }
        let moment = now.flatMap { Timestamp($0)?.milliseconds } ?? AlertTime.clock
        let advice =
            try Advice.all(reader, files, now: moment)
            + [InflaterSetting.advice].compactMap(\.self)
        if json {
            try Terminal.print(jsonText(verification, repaired, advice))
        } else {
            if !quiet { try report(repaired: repaired) }
            report(verification.findings)
            if !quiet { try report(verification, advice, reader) }
        }
        if !verification.findings.isEmpty { throw ExitCode(ExitStatus.internalError.rawValue) }
    }

    private func report(repaired: [Finding]) throws {
        for finding in repaired {
            try Terminal.print("repaired: \(finding.check.rawValue): \(finding.text)\n")
        }
    }

    /// Prints a hint once, below the last finding with that hint.
    private func report(_ findings: [Finding]) {
        for (place, finding) in findings.enumerated() {
            Terminal.note("error: \(finding.check.rawValue): \(finding.text)\n")
            let next = place + 1 < findings.count ? findings[place + 1].check.hint : nil
            if next != finding.check.hint { Terminal.note("    hint: \(finding.check.hint)\n") }
        }
    }

    private func report(
        _ verification: Verification, _ advice: [Advice], _ reader: Database
    ) throws {
        let checked =
            quick
            ? "quick check: "
            : "\(grouped(verification.messages)) message states, "
                + "\(grouped(verification.cells)) rollup rows, "
                + "\(grouped(verification.files)) files: "
        let count = verification.findings.count
        try Terminal.print(checked + (count == 0 ? "everything adds up\n" : "\(count) findings\n"))
        if !database.clock.isOfUTC {
            try Terminal.print("counts are by the hours of \(database.clock.zone)\n")
        }
        if let horizon = verification.horizon, !quick, try hasPruned(reader) {
            try Terminal.print(
                "counts from before \(horizon.text) cannot be recounted: their messages were "
                    + "pruned\n")
        }
        for advice in advice {
            Terminal.note(
                "advice: \(advice.topic.rawValue): \(advice.text)\n    hint: \(advice.hint)\n")
        }
    }

    /// The days before the horizon may have had nothing to delete.
    private func hasPruned(_ reader: Database) throws -> Bool {
        let sql = "select pruned_messages from retention"
        return try reader.read { try Int64.fetchOne($0, sql: sql) ?? 0 > 0 }
    }

    private func jsonText(
        _ verification: Verification, _ repaired: [Finding], _ advice: [Advice]
    ) -> String {
        let counted: [ResultTable.Cell] =
            quick
            ? [.null, .null, .null]
            : [verification.messages, verification.cells, verification.files].map { .integer($0) }
        let checked = ResultTable(
            columns: ["message_states", "rollup_rows", "files", "trusted_before"],
            rows: [counted + [verification.horizon.map { .text($0.text) } ?? .null]])
        let found = ResultTable(
            columns: ["check", "text", "hint"],
            rows: verification.findings.map {
                [.text($0.check.rawValue), .text($0.text), .text($0.check.hint)]
            })
        let mended = ResultTable(
            columns: ["check", "text"],
            rows: repaired.map { [.text($0.check.rawValue), .text($0.text)] })
        let advised = ResultTable(
            columns: ["topic", "text", "hint"],
            rows: advice.map { [.text($0.topic.rawValue), .text($0.text), .text($0.hint)] })
        let parts = [
            ("looked_at", checked), ("repaired", mended), ("errors", found), ("advice", advised),
        ].map {
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
