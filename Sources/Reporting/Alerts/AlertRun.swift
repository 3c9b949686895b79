package import Alerts
package import Delivery
internal import Foundation
internal import SQLite

/// One run on a database: judge, report, record.
package struct AlertRun {
    private let path: String
    private let settings: AlertSettings
    /// Judged one after the other, each by itself: the projects, or all of them together.
    private let scopes: [AlertSettings]
    private let isByProject: Bool
    private let queries: String?
    private let program: String?
    private let now: Int64
    private let zone: String
    private let hourOfWeek: (Int64) -> Int

    /// `projects` are judged one by one; without any, all sends are judged together. `queries` is a
    /// folder with more queries, `now` in ms since 1970; `hourOfWeek`: see `RateModel`. With
    /// `program`, a name and version, days that had no alert are not judged again.
    package init(
        path: String, settings: AlertSettings, projects: [String] = [], queries: String?,
        program: String? = nil, now: Int64, zone: String, hourOfWeek: @escaping (Int64) -> Int
    ) {
        isByProject = !projects.isEmpty
        scopes = isByProject ? projects.map { settings.of(project: $0) } : [settings]
        self.path = path
        self.settings = settings
        self.queries = queries
        self.program = program
        self.now = now
        self.zone = zone
        self.hourOfWeek = hourOfWeek
    }

    /// The alerts of `evaluate`, with the news marked. Nothing is recorded.
    package func report(_ evaluations: [AlertEvaluation]) throws -> AlertReport {
        let reports = try zip(evaluations, scopes).map(report)
        return isByProject ? AlertReport(of: reports) : reports[0]
    }

    private func report(
        _ evaluation: AlertEvaluation, _ settings: AlertSettings
    ) throws -> AlertReport {
        let alerts = try Store.reader(path).read {
            try AlertLedger.record(
                evaluation, settings, now: now, isQuiet: isQuiet, isDryRun: true, words: words,
                $0)
        }
        return evaluation.report(try noted(alerts).map(named), timeZone: zone)
    }

    /// Whether warnings are silenced at this hour of the day.
    private var isQuiet: Bool {
        settings.quietHours.contains { quiet in
            TimeZone(identifier: quiet.zone).map { quiet.contains(minute: $0.minute(of: now)) }
                ?? false
        }
    }

    private func named(_ alert: AlertReport.Alert) -> AlertReport.Alert {
        var alert = alert
        alert.name = settings.name
        alert.links = settings.links.compactMap { LinkTemplate($0)?.link(of: alert) }
        return alert
    }

    /// The alerts with the notes of the days on which their last hours before the start are.
    private func noted(_ alerts: [AlertReport.Alert]) throws -> [AlertReport.Alert] {
        let notes = try Store.reader(path).read(DayNote.all)
        guard !notes.isEmpty else { return alerts }
        let words = PeriodWords(Period(), zone: zone)
        return alerts.map { alert in
            let near = [AlertRun.noteHours, 0].map { hours in
                words.localDay(alert.startsAt - hours * 3_600_000)
            }
            var alert = alert
            alert.notes = notes.filter { near.contains($0.day) }.map { "\($0.day) \($0.text)" }
            return alert
        }
    }

    /// A cause may be noted so many hours before the start.
    private static let noteHours: Int64 = 6

    /// Records the incidents and the notifications. The transaction can write from its beginning.
    package func record(_ evaluations: [AlertEvaluation]) throws {
        try Store.noting(path).write { db in
            for (evaluation, settings) in zip(evaluations, scopes) {
                _ = try AlertLedger.record(
                    evaluation, settings, now: now, isQuiet: isQuiet, words: words, db)
            }
        }
    }

    /// The alarms that the rules would have raised in all sends, or in those of the first project.
    /// Nothing is recorded.
    package func backtest(_ period: Period, isDrawn: Bool) throws -> AlertBacktest {
        try Store.reader(path).read {
            try AlertBacktest(
                $0, scopes[0], hours: period, now: now, isDrawn: isDrawn, hourOfWeek: hourOfWeek)
        }
    }

    /// The alerts of one rule at this moment, notified or not, and its settings: of each project.
    package func explanation(of rule: String, style: TextStyle) throws -> String {
        try scopes.map { settings in
            try explanation(
                of: rule, report(evaluate(settings, detail: .all), settings), settings, style)
        }.joined(separator: "\n")
    }

    private func explanation(
        of rule: String, _ report: AlertReport, _ settings: AlertSettings, _ style: TextStyle
    ) -> String {
        var report = report.keeping { $0.rule == rule }
        let series = report.series.filter { $0.rule == rule }
        report.series = []
        let smallest = AlertSensitivity.text(series, style)
        let text = AlertText(style: style, commands: AlertCommands(database: path))
        return text.text(of: report) + settings.text(of: rule, timeZone: zone)
            + (smallest.isEmpty ? "" : "\n" + smallest)
    }

    private var words: AlertWording {
        { (AlertSentence.summary($0), AlertSentence.command($0)) }
    }

    /// `detail` names the series whose smallest drops are measured.
    package func evaluate(_ detail: AlertDetail = .none) throws -> [AlertEvaluation] {
        try scopes.map { try evaluate($0, detail: detail) }
    }

    private func evaluate(
        _ settings: AlertSettings, detail: AlertDetail
    ) throws -> AlertEvaluation {
        var evaluation = try Store.reader(path).read {
            try AlertEvaluation(
                $0, settings, now: now,
                previous: Settings.alertsUntil(project: settings.project, $0),
                program: program, detail: detail, hourOfWeek: hourOfWeek)
        }
        guard !settings.checks.isEmpty else { return evaluation }
        let rules = try CustomRules(database: path, queries: queries)
        for check in settings.checks {
            guard let check = try rules.check(check, of: settings.project) else { continue }
            evaluation.add(check: check.name, try rules.alert(check, now: now))
        }
        return evaluation
    }
}
