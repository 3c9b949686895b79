import Alerts
import ArgumentParser
import Delivery
import Foundation
import Reporting
import SQLite

struct AlertCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Find sudden drops: fewer events than the sends, or the past, lead to expect.",
        discussion: """
            Judges every hour that the newest client event closes: deliveries and opens against \
            what was sent, sends against other weeks, and whether records come in at all. Each \
            incident is told once, again after --repeat while it lasts, and once when it is over. \
            One that comes back within a day after its end is the same, and not told as new: it \
            is told again after --repeat, if it still lasts. What was told is kept in the \
            database, so any number of runs may overlap, beside an ingest too. Two weeks of \
            history come before the first answer.

            Drops that missing files explain (a source with files every hour that lacks some) \
            are not told; the files are, once they are later than lag.

            --silence RULE[,dimension=word...] SPAN keeps alerts of a rule (delivered, opened, \
            sends, freshness, a rule of your own, or '*' for all) quiet for a while. --config \
            FILE is JSON: budget, history_days, windows (hours from 1 to 24), series (all, \
            platform, campaign, image, or platform,campaign), repeat, lag, rules (on, min_drop, \
            min_missing, min_volume: expected events in 24 hours), ignore (slices), checks (name, \
            query, parameters, severity: a named query whose rows are what is wrong). --explain \
            RULE shows the values in force.

            --backtest replays the rules over stored hours as they looked then, by the times of \
            the records: what would have fired and when, how often in a month of a series, and the \
            smallest drop that each series can tell. -o FILE.html draws the series with what was \
            expected, -o FILE.svg nothing else. When files came is not known afterwards: a \
            back-test, and --now in the past, take all as in time, so they tell of no missing \
            records but those that never came. Rules of your own are not replayed.

            --series FILE and --cohorts FILE judge a table instead of the database. A series has \
            two columns, timestamp and count: one line an hour. Cohorts have the columns \
            send_hour, sent, age0, age1, ...: of so many sends in that hour, so many events came \
            in the same hour, in the next, and so on to age24. All other columns are segments; \
            campaign and platform have their meaning. Each drop is a line of CSV.

            With --lake, a Spark cluster first puts the lake's counts into --db, as lake counts \
            does; what was told is kept there.

            EXAMPLES
              pushfunnel alert -q || page-someone
              pushfunnel alert -q --notify https://hooks.example.org/alerts --format slack
              pushfunnel alert --explain opened
              pushfunnel alert --silence opened,platform=ios 8h --comment "store outage"
              pushfunnel alert --backtest --since -28d -o backtest.html
              pushfunnel alert --cohorts opens.csv --tz Europe/Berlin
              pushfunnel alert --lake /mnt/lake --master spark://head:7077 --db counts.db

            EXIT CODES
              0 nothing fires, or cannot tell yet: the database has less than two weeks of \
            history, which is no alarm; 1 something fires; 2 cannot tell: records are missing \
            (or, of a table, too little history).
            """)

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var rules: AlertRuleOptions

    @OptionGroup var period: PeriodOptions

    @OptionGroup var silencing: AlertSilencingOptions

    @OptionGroup var telling: AlertTellingOptions

    @Option(
        help: ArgumentHelp("Counts of one series by hour, as CSV.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var series: String?

    @Option(
        help: ArgumentHelp("Sends and their events by age, as CSV.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var cohorts: String?

    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions

    @Option(help: ArgumentHelp("Tell all about one rule, to nobody else.", valueName: "rule"))
    var explain: String?

    @Flag(help: "Replay the rules over stored hours, of --since to --until.")
    var backtest = false

    @Option(
        help: ArgumentHelp("Judge as if it were this time, instead of now.", valueName: "time"))
    var now: String?

    @Flag(help: "Note nothing in the database.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Say nothing but what is news.")
    var quiet = false

    func validate() throws {
        guard series == nil || cohorts == nil else {
            throw ValidationError("--series", excludes: "--cohorts")
        }
        if !backtest, period.since != nil || period.until != nil || period.day != nil {
            let given = [
                ("--since", period.since), ("--until", period.until), ("--day", period.day),
            ]
            throw ValidationError(
                given.first { $0.1 != nil }?.0 ?? "--day", needs: "--backtest")
        }
        if backtest {
            _ = try telling.backtestFormat()
        } else {
            try telling.expectEvaluationFormat()
        }
        _ = try now.map { try AlertTime.moment($0, option: "--now") }
    }

    func run() throws {
        let files = AlertFileMode(parameters: rules.parameters, hourOfWeek: hourOfWeek)
        if let series { return try files.runSeries(series) }
        if let cohorts { return try files.runCohorts(cohorts) }
        if lake.isGiven { try LakeCounting(lake, spark).count(into: database.db) }
        let moment = try now.map { try AlertTime.moment($0, option: "--now") } ?? clock
        let settings = try rules.settings()
        if try silencing.run(database: database.db, now: moment, rules: settings.ruleNames) {
            return
        }
        let run = AlertRun(
            path: database.db, settings: settings, queries: Defaults.text("queries"),
            now: moment, zone: period.tz, hourOfWeek: hourOfWeek)
        if backtest {
            let asked = try period.period(now: Date(timeIntervalSince1970: Double(moment) / 1000))
            let isDrawn = try telling.backtestFormat().isDrawn
            return try telling.write(
                run.backtest(asked, isDrawn: isDrawn), timeZone: period.tz)
        }
        if let explain {
            let report = try run.explain(explain)
            try write(report, moment)
            if isForPeople { try Terminal.print(run.inForce(explain)) }
            return try end(report)
        }
        if dryRun {
            let report = try run.report(run.evaluate())
            try write(report, moment)
            return try end(report)
        }
        // Of two runs at once, the second sees what the first has told.
        let lock = try AlertLock(database: database.db)
        let evaluation = try run.evaluate()
        let report = try run.report(evaluation)
        // What nobody has got, for the receiver was gone or this process was killed, is news in
        // the next run, too.
        try telling.post(report, now: moment)
        try write(report, moment)
        try run.note(evaluation)
        withExtendedLifetime(lock) {}
        try end(report)
    }

    private var clock: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    private var hourOfWeek: (Int64) -> Int {
        AlertTime.hourOfWeek(TimeZone(identifier: period.tz) ?? .gmt)
    }

    /// Programs get all of it, whatever is news.
    private var isForPeople: Bool {
        telling.output == nil && telling.format == nil && !telling.json
    }

    private func write(_ report: AlertReport, _ now: Int64) throws {
        var shown = report
        if quiet, isForPeople { shown.alerts.removeAll { !$0.isNews } }
        if !quiet || !isForPeople || !shown.alerts.isEmpty {
            try telling.write(shown, now: now)
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
