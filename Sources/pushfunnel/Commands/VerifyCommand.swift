import ArgumentParser
import Delivery
import Foundation
import GRDB
import Reporting

struct VerifyCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recount every rollup from the messages, and check every invariant.",
        discussion: """
            Ends with 0 when everything adds up, with 70 when something does not.

            With --projection it looks at projected opens instead: every day whose windows are over
            is projected from what was known 0, 6, 24 and 48 hours after its end, and compared with
            what came of it. mean_error and rms_error are of the final count; of the days, 95 % are
            to lie in the interval.

            EXAMPLES
              pushfunnel verify
              pushfunnel verify --projection
              pushfunnel verify --db push.db -q || page-someone
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Tell how far projections of opens would have been off.")
    var projection = false

    @Flag(name: .shortAndLong, help: "Say nothing but what is wrong.")
    var quiet = false

    func run() throws {
        let reader = try Store.reader(database.db)
        if projection {
            try tellProjections(ProjectionTrial(reader).rows)
        } else {
            try verify(reader)
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

    private func verify(_ reader: DatabaseQueue) throws {
        let verification = try Verifier(reader).run { check in
            if !quiet, Terminal.canRedraw { Terminal.note("\r\u{1b}[Kchecking \(check.rawValue)") }
        }
        if !quiet, Terminal.canRedraw { Terminal.note("\r\u{1b}[K") }
        for finding in verification.findings {
            Terminal.note("error: \(finding.check.rawValue): \(finding.text)\n")
        }
        if !quiet {
            try Terminal.print(
                "\(grouped(verification.messages)) message states, "
                    + "\(grouped(verification.cells)) rollup rows, "
                    + "\(grouped(verification.files)) files: "
                    + (verification.findings.isEmpty
                        ? "everything adds up\n"
                        : "\(verification.findings.count) findings\n"))
        }
        if !verification.findings.isEmpty { throw ExitCode(ExitStatus.internalError.rawValue) }
    }
}

extension ResultTable {
    fileprivate init(projections rows: [ProjectionTrial.Row]) {
        self.init(
            columns: [
                "hours_after_day", "platform", "days", "mean_error_bp", "rms_error_bp",
                "in_interval_bp",
            ],
            rows: rows.map { row in
                [
                    .integer(row.hoursAfter), .text(row.platform), .integer(Int64(row.days)),
                    .integer(Int64(row.bias * 10_000)), .integer(Int64(row.rms * 10_000)),
                    .integer(row.days > 0 ? Int64(row.inside * 10_000 / row.days) : 0),
                ]
            })
    }
}
