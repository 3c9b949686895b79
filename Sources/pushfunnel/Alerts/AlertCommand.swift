import Alerts
import ArgumentParser
import Delivery
import Foundation
import Reporting
import SQLite

struct AlertCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Find drops of deliveries, opens and sends, refused sends, missing records.",
        discussion: """
            alert judges every hour that is complete: deliveries and opens against the number of \
            sends, sends against other weeks, the share of sends that FCM refuses against its \
            usual share, and whether records arrive at all. It needs 14 days \
            of history. One incident has one notification when it fires, more after each \
            --repeat, and one when it is over. An incident that returns within three hours is the \
            same one: its next notification waits for --repeat. The database stores the \
            notifications, so several runs, and an ingest, can run at the same time.

            If files are missing and explain a drop (a source with files every hour lacks some), \
            alert reports the files, not the drop, when they are later than lag.

            --silence RULE[,dimension=word...] SPAN stops notifications of a rule for a time: \
            delivered, opened, sends, failed, freshness, a custom rule, or '*' for all. --config \
            FILE is JSON with budget, history_days, windows (hours from 1 to 24), series (all, \
            platform, campaign, image, or platform,campaign), repeat, lag, rules (on, min_drop, \
            min_missing, min_volume: expected events in 24 hours), ignore (slices), and checks \
            (name, query, parameters, severity): a check is a custom rule, and each row of its \
            named query is a problem. --explain RULE prints the settings in use.

            --backtest replays the rules over stored hours, with the data up to each hour: it \
            prints the alarms, their number in a month of a series, and the smallest drop that \
            each series can show. -o FILE.html adds drawings of the series, -o FILE.svg writes \
            the drawings only. The arrival times of files are not stored: --backtest, and --now \
            in the past, treat all files as on time and report only records that never arrived. \
            Custom rules are not replayed.

            --series FILE and --cohorts FILE judge a table instead of the database, and print \
            each drop as a line of CSV. A series has two columns, timestamp and count, and one \
            line an hour. Cohorts have the columns send_hour, sent, age0, age1, ... up to age24: \
            the events of these sends in the same hour, in the next hour, and so on. All other \
            columns are dimensions; platform and campaign have the same role as in the database.

            With --lake, a Spark cluster first counts the lake into --db, as lake counts does. \
            --db also stores the notifications.

            EXAMPLES
              pushfunnel alert -q || page-someone
              pushfunnel alert -q --notify https://hooks.example.org/alerts --format slack
              pushfunnel alert --explain opened
              pushfunnel alert --silence opened,platform=ios 8h --comment "store outage"
              pushfunnel alert --backtest --since -28d -o backtest.html
              pushfunnel alert --cohorts opens.csv --tz Europe/Berlin
              pushfunnel alert --lake /mnt/lake --master spark://head:7077 --db counts.db

            EXIT CODES
              0 no alert fires, or the database has less than 14 days of history; 1 an alert \
            fires; 2 cannot judge: records are missing, none are stored yet, or a table has too \
            little history.
            """)

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var rules: AlertRuleOptions

    @OptionGroup var period: PeriodOptions

    @OptionGroup var silencing: AlertSilencingOptions

    @OptionGroup var output: AlertOutputOptions

    @Option(
        help: ArgumentHelp(
            "Judge the hourly counts of one series in a CSV file.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var series: String?

    @Option(
        help: ArgumentHelp("Judge sends and their events by age in a CSV file.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var cohorts: String?

    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions

    @Option(help: ArgumentHelp("Print one rule in full; send no notification.", valueName: "rule"))
    var explain: String?

    @Flag(help: "Replay the rules over stored hours, from --since to --until.")
    var backtest = false

    @Option(
        help: ArgumentHelp("Judge as of TIME (default: now).", valueName: "time"))
    var now: String?

    @Flag(help: "Store nothing in the database; send no notification.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Print only new alerts.")
    var quiet = false

    func validate() throws {
        guard series == nil || cohorts == nil else {
            throw ValidationError("--series", excludes: "--cohorts")
        }
        if !backtest, let given = period.given.first {
            throw ValidationError(given.option, needs: "--backtest")
        }
        if backtest {
            _ = try output.backtestFormat()
        } else {
            try output.expectEvaluationFormat()
        }
        _ = try AlertTime.now(now)
    }

    func run() throws {
        let files = AlertFileMode(parameters: rules.parameters, hourOfWeek: period.hourOfWeek)
        if let series { return try files.runSeries(series) }
        if let cohorts { return try files.runCohorts(cohorts) }
        if lake.isGiven { try LakeCounting(lake, spark).count(into: database.db) }
        let moment = try AlertTime.now(now)
        let settings = try rules.settings()
        if try silencing.run(database: database.db, now: moment, rules: settings.ruleNames) {
            return
        }
        let run = AlertRun(
            path: database.db, settings: settings, queries: Defaults.text("queries"),
            now: moment, zone: period.tz, hourOfWeek: period.hourOfWeek)
        if backtest {
            let asked = try period.period(now: Date(timeIntervalSince1970: Double(moment) / 1000))
            let isDrawn = try output.backtestFormat().isDrawn
            return try output.write(
                run.backtest(asked, isDrawn: isDrawn), timeZone: period.tz)
        }
        if let explain {
            let report = try explained(explain, run, settings)
            try write(report, moment)
            if output.isForPeople {
                try Terminal.print(settings.text(of: explain, timeZone: period.tz))
            }
            return try end(report)
        }
        if dryRun {
            let report = try run.report(run.evaluate())
            try write(report, moment)
            return try end(report)
        }
        // If two runs overlap, the second sees the notifications of the first.
        let lock = try AlertLock(database: database.db)
        let evaluation = try run.evaluate()
        let report = try run.report(evaluation)
        // Recorded last: if the post fails or the process is killed, the next run posts again.
        try output.post(report, now: moment)
        try write(report, moment)
        try run.record(evaluation)
        withExtendedLifetime(lock) {}
        try end(report)
    }

    /// The report of one rule only. Nothing is recorded.
    private func explained(
        _ rule: String, _ run: AlertRun, _ settings: AlertSettings
    ) throws -> AlertReport {
        guard settings.ruleNames.contains(rule) else {
            throw ValidationError("--explain", notARule: rule, known: settings.ruleNames)
        }
        var report = try run.report(run.evaluate())
        report.alerts.removeAll { $0.rule != rule }
        return report
    }

    private func write(_ report: AlertReport, _ now: Int64) throws {
        var shown = report
        if quiet, output.isForPeople { shown.alerts.removeAll { !$0.isNews } }
        if !quiet || !output.isForPeople || !shown.alerts.isEmpty {
            try output.write(shown, now: now)
        }
    }

    private func end(_ report: AlertReport) throws {
        switch report.state {
        case .ok, .lowVolume, .notEnoughHistory: break
        case .firing: throw ExitCode(1)
        case .noData: throw ExitCode(2)
        }
    }
}
