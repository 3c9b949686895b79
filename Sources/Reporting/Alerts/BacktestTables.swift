internal import Alerts
internal import Delivery

/// A back-test as tables: what would have fired, how often, and what could have been seen.
extension AlertBacktest {
    /// Those with rows.
    var tables: [TitledTable] {
        [
            TitledTable(title: "alarms", table: alarmTable),
            TitledTable(title: "rules", table: ruleTable),
            TitledTable(title: "smallest drop that each series can tell", table: sensitivity),
        ].filter { !$0.table.rows.isEmpty }
    }

    var alarmTable: ResultTable {
        ResultTable(
            columns: [
                "rule", "slice", "start", "end", "state", "window_hours", "observed", "expected",
                "drop", "fired",
            ],
            rows: alarms.map { alarm in
                let alert = alarm.alert
                return [
                    .text(alert.rule), .text(AlertWords.slice(alert.slice)),
                    .text(AlertWords.minute(alert.startsAt)),
                    alert.endsAt.map { .text(AlertWords.minute($0)) } ?? .null,
                    .text(alert.state.rawValue), .integer(Int64(alert.windowHours)),
                    .integer(Int64(alert.observed)), .integer(Int64(alert.expected.rounded())),
                    .rounded(alert.drop), .text(AlertWords.minute(alarm.firedAt)),
                ]
            }
        ).with(.share, "drop")
    }

    var ruleTable: ResultTable {
        ResultTable(
            columns: [
                "rule", "alarms", "series_months", "alarms_per_series_month", "alarms_per_month",
                "unjudged_hours",
            ],
            rows: rules.map { rule in
                [
                    .text(rule.rule), rule.months > 0 ? .integer(Int64(rule.alarms)) : .null,
                    .real((rule.seriesMonths * 100).rounded() / 100),
                    Self.rate(rule.alarms, in: rule.seriesMonths),
                    Self.rate(rule.alarms, in: rule.months), .integer(Int64(rule.unjudged)),
                ]
            })
    }

    var sensitivity: ResultTable {
        let drops = AlertBacktest.withinHours.map { "within_\($0)_h" }
        var table = ResultTable(
            columns: ["rule", "slice", "expected_in_day", "noise"] + drops,
            rows: series.map { one in
                let smallest = one.smallest.map { drop -> ResultTable.Cell in
                    .rounded(drop)
                }
                return [
                    .text(one.rule), .text(AlertWords.slice(one.slice)),
                    .integer(Int64(one.expected.rounded())), .rounded(one.noise),
                ] + smallest
            })
        for name in ["noise"] + drops { table = table.with(.share, name) }
        return table
    }

    /// Nil where nothing could be judged.
    private static func rate(_ alarms: Int, in months: Double) -> ResultTable.Cell {
        months > 0 ? .real((Double(alarms) / months * 1000).rounded() / 1000) : .null
    }
}

extension AlertBacktest {
    /// Alarms that no earlier stage explains.
    private var told: Int { rules.reduce(0) { $0 + $1.alarms } }

    /// What was looked at, and what came of it.
    var headline: String {
        guard !hours.isEmpty else { return "There are no hours to judge" }
        guard isJudged else {
            return "Too short to judge: \(span). Alerts need two weeks of data before them"
        }
        let alarms = told == 1 ? "1 alarm" : "\(told) alarms"
        return "\(alarms) in \(span)"
    }

    private var span: String {
        let count = hours.count == 1 ? "1 hour" : "\(CellText.grouped(Int64(hours.count))) hours"
        return "\(count), \(Period.text(hours.lowerBound)) to \(Period.text(hours.upperBound)) UTC"
    }

    /// What a reader of the rates has to know, in sentences.
    var rateNotes: [String] {
        let allowed = ChartNumber.decimal(budget, places: budget == budget.rounded() ? 0 : 3)
        return [
            "Whether an alarm was false the counts cannot tell: all are counted.",
            "The budget of false alarms: \(allowed) a month for each rule, of all its series.",
            "A month is 720 hours. Unjudged hours had no data, or less than two weeks of history.",
        ]
    }

    static let sensitivityNote =
        "Drops that would be found in 95 of 100 cases within so many hours, by the last day of the "
        + "hours that were judged; without a number, not even a total one would."

    static let alarmNote =
        "As each was when it was worst; fired is when it would have been told. Inhibited: an alarm "
        + "of an earlier stage explains it."
}
