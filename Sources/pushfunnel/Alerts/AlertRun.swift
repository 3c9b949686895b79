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
    func report(isDryRun: Bool) throws -> (report: AlertReport, settled: AlertLedger.Settled) {
        let evaluation = try evaluate()
        let settled = try settle(evaluation, isDryRun: isDryRun)
        return (evaluation.report(settled.alerts, timeZone: zone), settled)
    }

    /// What was noted as told was not.
    func takeBack(_ settled: AlertLedger.Settled) throws {
        try Store.noting(path).inTransaction(.immediate) { db in
            try AlertLedger.takeBack(settled, db)
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
        let report = try report(isDryRun: true).report
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

    /// In one transaction that has the right to write from its beginning: of two runs at once, the
    /// second sees what the first has told.
    private func settle(
        _ evaluation: AlertEvaluation, isDryRun: Bool
    ) throws -> AlertLedger.Settled {
        if isDryRun {
            return try Store.reader(path).read {
                try AlertLedger.settle(evaluation, settings, now: now, isDryRun: true, $0)
            }
        }
        var settled = AlertLedger.Settled(now: now)
        try Store.noting(path).inTransaction(.immediate) { db in
            settled = try AlertLedger.settle(evaluation, settings, now: now, db)
            return .commit
        }
        return settled
    }
}
