import Alerts
import ArgumentParser
import Delivery
import Foundation
import Reporting

struct AlertBacktestCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Replay the rules over stored hours.",
        discussion: """
            Judges each stored hour with the data up to it, and prints the alarms, their number \
            in a month of a series, and the smallest drop that each series can show. -o FILE.html \
            adds drawings of the series, -o FILE.svg writes the drawings only.

            The arrival times of files are not stored: a back-test, and --now in the past, treat \
            all files as on time and report only records that never arrived. Custom rules are not \
            replayed.

            EXAMPLES
              pushfunnel alert backtest --since -28d
              pushfunnel alert backtest --since -28d -o backtest.html
            """)

    @OptionGroup var database: DatabaseOptions

    @Option(
        help: ArgumentHelp("Judge only the sends of this Firebase project.", valueName: "name"))
    var project: String?

    @OptionGroup var rules: AlertRuleOptions
    @OptionGroup var period: PeriodOptions
    @OptionGroup var output: BacktestOutputOptions
    @OptionGroup var clock: AlertClockOptions

    func run() throws {
        if let project {
            try AlertProjectOptions.expect(project, in: database.db, "--project")
        }
        let moment = try clock.moment()
        let stored = database.clock
        let zone = period.zoneOptions
        let asked = try period.period(
            stored, now: Date(timeIntervalSince1970: Double(moment) / 1000))
        let run = AlertRun(
            path: database.db, settings: try rules.settings(for: database.dimensions),
            projects: [project].compactMap(\.self), queries: Defaults.text("queries"),
            now: moment, zone: zone.name(stored), hourOfWeek: zone.hourOfWeek(stored))
        try output.write(
            run.backtest(asked, isDrawn: output.name.isDrawn), timeZone: zone.name(stored))
    }
}

/// The format of a back-test, and where it is written.
struct BacktestOutputOptions: ParsableArguments {
    @Flag(help: "Print JSON: the same as --format json.")
    var json = false

    @Option(help: ArgumentHelp("Print text, json, html or svg.", valueName: "name"))
    var format: BacktestFormatName?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to a file, in one step. The extension selects the format: .txt, .json, .html "
                + "or .svg.",
            valueName: "file"),
        completion: .file())
    var output: String?

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json", excludes: "--format \(format.rawValue)")
        }
    }

    var name: BacktestFormatName {
        json ? .json : format ?? output.flatMap { BacktestFormatName(fileName: $0) } ?? .text
    }

    func write(_ backtest: AlertBacktest, timeZone: String) throws {
        let style = TextStyle(isHuman: true, hasColor: output == nil && Terminal.usesColor)
        try OutputFile.write(
            BacktestFormats.text(backtest, name, timeZone: timeZone, style: style),
            toOption: output)
    }
}

extension BacktestFormatName: ExpressibleByArgument {}
