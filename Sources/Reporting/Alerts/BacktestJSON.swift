internal import Alerts
internal import Delivery

/// A back-test as one JSON object: README.md describes it member by member.
enum BacktestJSON {
    /// Changes when a member is removed or its meaning changes, not when members are added.
    static let schemaVersion: Int64 = 1

    static func text(of backtest: AlertBacktest, timeZone: String) -> String {
        let project = backtest.project.map { [("project", JSONTree.text($0))] } ?? []
        return JSONTree.object(
            [
                ("schema_version", .integer(schemaVersion)),
                (
                    "since",
                    AlertJSON.time(backtest.hourClock.beginning(of: backtest.hours.lowerBound))
                ),
                (
                    "until",
                    AlertJSON.time(backtest.hourClock.beginning(of: backtest.hours.upperBound))
                ),
                ("timezone", .text(timeZone)),
                ("history_days", .integer(Int64(backtest.historyDays))),
                ("budget", .real(backtest.budget)),
                ("judged", .bool(backtest.isJudged)),
                ("alarms", .list(backtest.alarms.map(alarm))),
                ("rules", .list(backtest.rules.map(rule))),
                ("series", .list(backtest.series.map(series))),
            ] + project
        ).document
    }

    private static func alarm(_ alarm: AlertBacktest.Alarm) -> JSONTree {
        let alert = alarm.alert
        let identity: [JSONMember] = [
            ("rule", .text(alert.rule)),
            ("state", .text(alert.state.rawValue)),
            ("severity", .text(alert.severity)),
            ("slice", AlertJSON.slice(alert.slice)),
            ("starts_at", AlertJSON.time(alert.startsAt)),
            ("fired_at", AlertJSON.time(alarm.firedAt)),
            ("ends_at", AlertJSON.time(alert.endsAt)),
        ]
        let judgement: [JSONMember] = [
            ("score", .real(alert.score)),
            ("threshold", .real(alert.threshold)),
            ("hours_in_a_row", .integer(Int64(alert.hoursInARow))),
            ("rest_ratio", .optional(alert.restRatio, JSONTree.real)),
        ]
        return .object(identity + AlertJSON.counts(alert) + judgement)
    }

    private static func rule(_ rule: AlertBacktest.Rule) -> JSONTree {
        let rate = { (months: Double) -> JSONTree in
            months > 0 ? .real(Double(rule.alarms) / months) : .null
        }
        return .object([
            ("rule", .text(rule.rule)),
            ("alarms", rule.months > 0 ? .integer(Int64(rule.alarms)) : .null),
            ("series_months", .real(rule.seriesMonths)),
            ("months", .real(rule.months)),
            ("alarms_per_series_month", rate(rule.seriesMonths)),
            ("alarms_per_month", rate(rule.months)),
            ("unjudged_hours", .integer(Int64(rule.unjudged))),
        ])
    }

    private static func series(_ series: AlertBacktest.Series) -> JSONTree {
        .object([
            ("rule", .text(series.rule)),
            ("slice", AlertJSON.slice(series.slice)),
            ("expected_in_day", .real(series.expected)),
            ("noise", .real(series.noise)),
            (
                "smallest_drop",
                .object(
                    zip(AlertBacktest.withinHours, series.smallest).map { hours, drop in
                        ("within_\(hours)_h", .optional(drop, JSONTree.real))
                    })
            ),
        ])
    }
}
