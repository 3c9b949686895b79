import Alerts
import ArgumentParser
import Delivery
import FCM
import Reporting

struct AlertJudgeCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Judge all complete hours, report news, store incidents (the default).",
        discussion: """
            One incident has one notification when it fires, more after each --repeat, and one \
            when it is over. An incident that returns within three hours is the same one: if it \
            is not critical, its next notification waits for --repeat. The database stores the \
            notifications, so several runs, and an ingest, can run at the same time.

            If files are missing and explain a drop (a source with files every hour lacks some), \
            the files are reported, not the drop, when they are later than lag.

            --series FILE and --cohorts FILE judge a table instead of the database, and print \
            each drop as a line of CSV. A series has two columns, timestamp and count, and one \
            line an hour. Cohorts have the columns send_hour, sent, age0, age1, ... up to age24: \
            the events of these sends in the same hour, in the next hour, and so on. All other \
            columns are dimensions; platform and campaign have the same role as in the database.

            With --project, only the sends of one Firebase project are judged, by their own \
            history. Its incidents, silences and acceptances are its own, and every alert names \
            it. Repeat the option to judge several projects in one run, each by itself. Without \
            it, the sends of all projects are judged together.

            With --lake, a Spark cluster first counts the lake into --db, as lake counts does. \
            --db also stores the notifications.

            EXAMPLES
              pushfunnel alert -q --exit-on news || page-someone
              pushfunnel alert -q --notify https://hooks.example.org/alerts --format slack
              pushfunnel alert -q --project shop-prod --project shop-staging
              pushfunnel alert --cohorts opens.csv --tz Europe/Berlin
              pushfunnel alert --lake /mnt/lake --master spark://head:7077 --db counts.db

            EXIT CODES
              0 no alert fires, all are silenced or accepted, or the database has less than 14 \
            days of history; 1 an alert fires; 2 cannot judge: records are missing, none are \
            stored yet, or a table has too little history.
            """)

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var projects: AlertProjectOptions

    @OptionGroup var rules: AlertRuleOptions

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "Repeat the notification of an alert that still fires after these times (default: "
                + "4h,8h,24h; the last one again and again).",
            valueName: "spans"))
    var repeatSpan: String?

    @Option(
        help: ArgumentHelp(
            "The name of the app or team, in every notification.", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "An address with more, such as a runbook, in every notification; repeatable. "
                + "{{platform}}, {{starts_ms}} and others are filled in.",
            valueName: "template"))
    var link: [String] = []

    @OptionGroup var zone: ZoneOptions

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

    @OptionGroup var clock: AlertClockOptions

    @Option(
        help: ArgumentHelp(
            "Exit with 1 or 2 while an alert fires (firing), or only when this run reports one "
                + "that fires (news).",
            valueName: "news|firing"))
    var exitOn = ExitCause.firing

    @Flag(help: "Store nothing in the database; send no notification.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Print only new alerts.")
    var quiet = false

    func validate() throws {
        guard series == nil || cohorts == nil else {
            throw ValidationError("--series", excludes: "--cohorts")
        }
        for (option, file) in [("--series", series), ("--cohorts", cohorts)]
        where file != nil && !projects.project.isEmpty {
            throw ValidationError("--project", excludes: option)
        }
        _ = try repeatHours()
        if let wrong = link.first(where: { !AlertLink.isValid($0) }) {
            throw ValidationError("--link", expected: AlertLink.expected, found: wrong)
        }
    }

    func run() throws {
        let dimensions = lake.isGiven ? lake.dimensions : database.dimensions
        try expectNames(own: dimensions.names(of: .sends))
        let files = AlertFileMode(parameters: rules.parameters) {
            [ofMoment = zone.hourOfWeek(.utc)] in
            ofMoment($0 * 3_600_000)
        }
        if let series { return try files.runSeries(series) }
        if let cohorts { return try files.runCohorts(cohorts) }
        if lake.isGiven { try LakeCounting(lake, spark).count(into: database.db) }
        let moment = try clock.moment()
        var settings = try rules.settings(for: dimensions)
        settings.repeatHours = try repeatHours() ?? settings.repeatHours
        settings.name = name ?? settings.name
        if !link.isEmpty { settings.links = link }
        let run = AlertRun(
            path: database.db, settings: settings, projects: try projects.known(in: database.db),
            queries: Defaults.text("queries"), program: "pushfunnel \(Pushfunnel.version)",
            now: moment, zone: zone.name(database.clock),
            hourOfWeek: zone.hourOfWeek(database.clock))
        if dryRun {
            let report = try run.report(run.evaluate(quiet ? .none : output.detail))
            try write(report, moment)
            _ = try output.bodies(report, now: moment, commands: commands)
            return try end(report)
        }
        // If two runs overlap, the second sees the notifications of the first.
        let lock = try AlertLock(database: database.db)
        let evaluations = try run.evaluate(quiet ? .none : output.detail)
        let report = try run.report(evaluations)
        // Recorded last: if the post fails or the process is killed, the next run posts again.
        let post = Result { try output.post(report, now: moment, commands: commands) }
        // Also after a failed post: without a receiver, cron's mail still has the news.
        try write(report, moment)
        try post.get()
        try run.record(evaluations)
        withExtendedLifetime(lock) {}
        try end(report)
    }

    /// Throws if a template or an address has a name that alerts do not. `own` are the dimensions
    /// of sends.
    private func expectNames(own: [String]) throws {
        try output.expectNames(own: own)
        for link in link {
            guard let unknown = AlertTemplateNames.unknown(inLink: link, own: own) else { continue }
            throw ValidationError(
                "--link", expected: unknown.expected, found: unknown.found, hint: unknown.hint)
        }
    }

    private func repeatHours() throws -> [Double]? {
        guard let repeatSpan else { return nil }
        guard let hours = AlertTime.spans(repeatSpan) else {
            throw ValidationError(
                "--repeat", expected: AlertTime.expectedSpans, found: repeatSpan)
        }
        return hours
    }

    private func write(_ report: AlertReport, _ now: Int64) throws {
        try output.write(report, now: now, commands: commands, onlyNews: quiet)
    }

    private var commands: AlertCommands { AlertCommands(database: database.db) }

    private func end(_ report: AlertReport) throws {
        let code = report.exitCode(on: exitOn)
        if code != 0 { throw ExitCode(code) }
    }
}

/// What the exit code of `alert` says.
enum ExitCause: String, CaseIterable, ExpressibleByArgument {
    case news, firing
}

extension AlertReport {
    /// 1 for an alert that fires, 2 for missing records. Silenced and accepted alerts do not count,
    /// and for `news` only what this run reports; a store without any record always does.
    func exitCode(on cause: ExitCause) -> Int32 {
        let counted = alerts.filter {
            [.firing, .reopened].contains($0.state) && (cause == .firing || $0.isNews)
        }
        let missing = alerts.filter { $0.rule == AlertRule.freshness.rawValue }
        if state == .noData, missing.isEmpty || counted.contains(where: missing.contains) {
            return 2
        }
        return counted.isEmpty ? 0 : 1
    }
}
