import Alerts
import ArgumentParser
import Delivery
import Reporting
import SQLite

/// One run on a database: judge, report, record.
struct AlertRun {
    let path: String
    let settings: AlertSettings
    let queries: String?
    let now: Int64
    let zone: String
    let hourOfWeek: (Int64) -> Int

    /// The alerts of an evaluation, with the news marked. Nothing is recorded.
    func report(_ evaluation: AlertEvaluation) throws -> AlertReport {
        let alerts = try Store.reader(path).read {
            try AlertLedger.record(
                evaluation, settings, now: now, isDryRun: true, words: words, $0)
        }
        return evaluation.report(alerts, timeZone: zone)
    }

    /// Records the incidents and the notifications. The transaction can write from its beginning.
    func record(_ evaluation: AlertEvaluation) throws {
        _ = try Store.noting(path).write {
            try AlertLedger.record(evaluation, settings, now: now, words: words, $0)
        }
    }

    /// The report of one rule only. Nothing is recorded.
    func explain(_ rule: String) throws -> AlertReport {
        guard settings.ruleNames.contains(rule) else {
            throw ValidationError("--explain", notARule: rule, known: settings.ruleNames)
        }
        var report = try report(evaluate())
        report.alerts.removeAll { $0.rule != rule }
        return report
    }

    /// The alarms that the rules would have raised. Nothing is recorded.
    func backtest(_ period: Period, isDrawn: Bool) throws -> AlertBacktest {
        try Store.reader(path).read {
            try AlertBacktest(
                $0, settings, hours: period, now: now, isDrawn: isDrawn, hourOfWeek: hourOfWeek)
        }
    }

    private var words: AlertWording {
        { (AlertSentence.summary($0), AlertSentence.command($0)) }
    }

    func evaluate() throws -> AlertEvaluation {
        var evaluation = try Store.reader(path).read {
            try AlertEvaluation(
                $0, settings, now: now, previous: AlertLedger.previousRun($0),
                hourOfWeek: hourOfWeek)
        }
        guard !settings.checks.isEmpty else { return evaluation }
        let rules = try CustomRules(database: path, queries: queries)
        for check in settings.checks {
            evaluation.add(check: check.name, try rules.alert(check, now: now))
        }
        return evaluation
    }
}
