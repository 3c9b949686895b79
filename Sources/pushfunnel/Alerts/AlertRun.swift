import Delivery
import GRDB
import Reporting

/// One look at a database: read, judge, note.
struct AlertRun {
    let path: String
    let settings: AlertSettings
    let queries: String?
    let now: Int64
    let zone: String
    let hourOfWeek: (Int64) -> Int

    /// The report; what it tells is noted, unless `isDryRun`.
    func report(isDryRun: Bool) throws -> AlertReport {
        let evaluation = try evaluate()
        let alerts = try settle(evaluation, isDryRun: isDryRun)
        return evaluation.report(alerts, timeZone: zone)
    }

    /// What was noted as told was not.
    func takeBack(_ report: AlertReport) throws {
        let news = report.alerts.filter(\.isNews)
        try Store.noting(path).inTransaction(.immediate) { db in
            try AlertLedger.takeBack(news, db)
            return .commit
        }
    }

    /// The report of one rule alone; nothing is noted.
    func explain(_ rule: String) throws -> AlertReport {
        let known = AlertRule.allCases.map(\.rawValue) + settings.checks.map(\.name)
        guard known.contains(rule) else {
            throw Diagnostic(
                message: "expected a rule, found '\(rule)'",
                hint: "rules: \(known.joined(separator: ", "))", code: .usage)
        }
        let report = try report(isDryRun: true)
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

    private func evaluate() throws -> AlertEvaluation {
        var evaluation = try Store.reader(path).read {
            try AlertEvaluation($0, settings, now: now, hourOfWeek: hourOfWeek)
        }
        guard !settings.checks.isEmpty else { return evaluation }
        let checks = try AlertChecks(database: path, queries: queries)
        for check in settings.checks {
            evaluation.add(check: check.name, try checks.alert(check, now: now))
        }
        return evaluation
    }

    /// In one transaction that has the right to write from its beginning: of two runs at once, the
    /// second sees what the first has told.
    private func settle(
        _ evaluation: AlertEvaluation, isDryRun: Bool
    ) throws -> [AlertReport.Alert] {
        if isDryRun {
            return try Store.reader(path).read {
                try AlertLedger.settle(evaluation, settings, now: now, isDryRun: true, $0)
            }
        }
        var alerts: [AlertReport.Alert] = []
        try Store.noting(path).inTransaction(.immediate) { db in
            alerts = try AlertLedger.settle(evaluation, settings, now: now, db)
            return .commit
        }
        return alerts
    }
}
