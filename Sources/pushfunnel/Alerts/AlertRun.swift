import Alerts
import ArgumentParser
import Delivery
import Reporting
import SQLite

/// One look at a database: read, judge, note what was told.
struct AlertRun {
    let path: String
    let settings: AlertSettings
    let queries: String?
    let now: Int64
    let zone: String
    let hourOfWeek: (Int64) -> Int

    /// What is to be told; nothing is noted.
    func report(_ evaluation: AlertEvaluation) throws -> AlertReport {
        let alerts = try Store.reader(path).read {
            try AlertLedger.settle(evaluation, settings, now: now, isDryRun: true, $0)
        }
        return evaluation.report(alerts, timeZone: zone)
    }

    /// Notes that it was told. The transaction has the right to write from its beginning.
    func note(_ evaluation: AlertEvaluation) throws {
        _ = try Store.noting(path).write {
            try AlertLedger.settle(evaluation, settings, now: now, $0)
        }
    }

    /// The report of one rule alone; nothing is noted.
    func explain(_ rule: String) throws -> AlertReport {
        guard settings.ruleNames.contains(rule) else {
            throw ValidationError("--explain", notARule: rule, known: settings.ruleNames)
        }
        let report = try report(evaluate())
        var one = report
        one.alerts = report.alerts.filter { $0.rule == rule }
        return one
    }

    /// What the rules would have said; nothing is noted.
    func backtest(_ period: Period, isDrawn: Bool) throws -> AlertBacktest {
        try Store.reader(path).read {
            try AlertBacktest(
                $0, settings, hours: period, now: now, isDrawn: isDrawn, hourOfWeek: hourOfWeek)
        }
    }

    func evaluate() throws -> AlertEvaluation {
        var evaluation = try Store.reader(path).read {
            try AlertEvaluation(
                $0, settings, now: now, previous: AlertLedger.previousRun($0),
                hourOfWeek: hourOfWeek)
        }
        guard !settings.checks.isEmpty else { return evaluation }
        let checks = try AlertChecks(database: path, queries: queries)
        for check in settings.checks {
            evaluation.add(check: check.name, try checks.alert(check, now: now))
        }
        return evaluation
    }
}
