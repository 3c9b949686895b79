internal import Alerts
internal import Delivery

/// A back-test as tables: the alarms, how often rules fired, and the smallest drops.
extension AlertBacktest {
    /// The tables with rows.
    var tables: [TitledTable] {
        [
            TitledTable(title: "alarms", table: alarmTable),
            TitledTable(title: "rules", table: ruleTable),
            TitledTable(title: "smallest drop that each series can show", table: sensitivity),
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
                    .text(NumberWords.minute(alert.startsAt)),
                    alert.endsAt.map { .text(NumberWords.minute($0)) } ?? .null,
                    .text(alert.state.rawValue), .integer(Int64(alert.windowHours)),
                    .integer(Int64(alert.observed)), .integer(Int64(alert.expected.rounded())),
                    .rounded(alert.drop), .text(NumberWords.minute(alarm.firedAt)),
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
                    .rounded(rule.seriesMonths, 100),
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
                [
                    .text(one.rule), .text(AlertWords.slice(one.slice)),
                    .integer(Int64(one.expected.rounded())), .rounded(one.noise),
                ] + one.smallest.map { .rounded($0) }
            })
        for name in ["noise"] + drops { table = table.with(.share, name) }
        return table
    }

    /// Null if no hour could be judged.
    private static func rate(_ alarms: Int, in months: Double) -> ResultTable.Cell {
        .rounded(months > 0 ? Double(alarms) / months : nil, 1000)
    }
}

extension AlertBacktest {
    /// Alarms that no earlier stage explains.
    private var alarmCount: Int { rules.reduce(0) { $0 + $1.alarms } }

    /// The number of alarms, and how many that is in a month of judged hours.
    var headline: String {
        (project.map { "project \(SafeText.visible($0)): " } ?? "") + verdict
    }

    private var verdict: String {
        guard !hours.isEmpty else { return "No hours to judge" }
        guard isJudged else {
            return "Too short to judge: \(span). Alerts need 14 days of data before these hours"
        }
        let alarms = NumberWords.count(alarmCount, "alarm")
        return "\(alarms) in \(judgedSpan)" + (alarmCount > 0 ? ", \(rate)" : "")
    }

    /// `about 4 a month at these settings`
    private var rate: String {
        let rate = Double(alarmCount) / judgedMonths
        let count = rate < 1 ? "fewer than 1" : "about \(NumberWords.count(rate.rounded()))"
        return "\(count) a month at these settings"
    }

    /// Of the rule that could be judged longest.
    private var judgedMonths: Double { rules.map(\.months).max() ?? 0 }

    private var judgedSpan: String {
        let hours = Int((judgedMonths * 720).rounded())
        return hours > 0 && hours % 24 == 0
            ? NumberWords.count(hours / 24, "judged day")
            : NumberWords.count(hours, "judged hour")
    }

    /// `480 hours, 2025-10-06T00 to 2025-10-26T00 UTC`
    var span: String {
        "\(NumberWords.count(hours.count, "hour")), "
            + "\(Period.text(hours.lowerBound)) to \(Period.text(hours.upperBound)) UTC"
    }

    /// What to change for fewer alarms, or for more; nil of hours that cannot be judged.
    var advice: String? {
        guard isJudged else { return nil }
        guard let most = rules.max(by: { $0.alarms < $1.alarms }), most.alarms > 0 else {
            return "If a drop was missed, lower min_drop or raise budget in the file of --config. "
                + "The last table has the smallest drop that each series can show."
        }
        let file = "in the file of --config, and run the back-test again."
        let isOne = alarmCount == 1
        let doubt = "If \(isOne ? "it is" : "they are") false,"
        guard most.alarms * 2 > alarmCount else {
            return "They are of several rules. \(doubt) lower budget \(file)"
        }
        let part =
            most.alarms < alarmCount
            ? "\(most.alarms) of \(alarmCount) are" : isOne ? "It is" : "All are"
        return "\(part) of rule \(SafeText.visible(most.rule)). \(doubt) raise its min_drop or "
            + "lower budget \(file)"
    }

    /// How to read the rates.
    var rateNotes: [String] {
        let allowed = NumberWords.short(budget, places: 3)
        return [
            "These counts include true alarms.",
            "The budget of false alarms: \(allowed) a month for each rule, all series together.",
            "A month is 720 hours. Unjudged hours have no data, or less than 14 days of history.",
        ]
    }

    static let sensitivityNote =
        "Drops that are found in 95 of 100 cases within 1, 3, 6 and 24 hours, computed for the "
        + "last judged day. n/a: not even a total drop is found."

    static let alarmNote =
        "The numbers are of the worst hour; fired is the time of the first notification. "
        + "Inhibited: an alarm of an earlier stage explains it."
}
