import Delivery
import Reporting

extension AlertBacktest {
    /// What would have fired, how often, and what could have been seen.
    var tables: [TitledTable] {
        [
            TitledTable(title: "alarms", table: alarms),
            TitledTable(title: "rules", table: frequencies),
            TitledTable(title: "smallest drop that each series can tell", table: sensitivity),
        ]
    }

    private var alarms: ResultTable {
        ResultTable(
            columns: [
                "rule", "slice", "start", "end", "state", "window_hours", "observed", "expected",
                "drop_bp",
            ],
            rows: alerts.map { alert in
                [
                    .text(alert.rule), .text(AlertSliceText.name(alert.slice)),
                    .text(AlertTime.text(alert.startsAt)),
                    alert.endsAt.map { .text(AlertTime.text($0)) } ?? .null,
                    .text(alert.state.rawValue), .integer(Int64(alert.windowHours)),
                    .integer(Int64(alert.observed)), .integer(Int64(alert.expected.rounded())),
                    .integer(Int64((alert.drop * 10_000).rounded())),
                ]
            })
    }

    private var frequencies: ResultTable {
        ResultTable(
            columns: [
                "rule", "alarms", "series_months", "alarms_per_series_month", "unjudged_hours",
            ],
            rows: rules.map { rule in
                [
                    .text(rule.rule), .integer(Int64(rule.alarms)),
                    .real((rule.seriesMonths * 100).rounded() / 100),
                    rule.seriesMonths > 0
                        ? .real((Double(rule.alarms) / rule.seriesMonths * 1000).rounded() / 1000)
                        : .null,
                    .integer(Int64(rule.unjudged)),
                ]
            })
    }

    private var sensitivity: ResultTable {
        ResultTable(
            columns: ["rule", "slice", "expected_in_day", "noise_bp"]
                + AlertBacktest.withinHours.map { "within_\($0)_h_bp" },
            rows: series.map { one in
                let smallest = one.smallest.map { drop -> ResultTable.Cell in
                    drop.map { .integer(Int64(($0 * 10_000).rounded())) } ?? .null
                }
                return [
                    .text(one.rule), .text(AlertSliceText.name(one.slice)),
                    .integer(Int64(one.expected.rounded())),
                    .integer(Int64((one.noise * 10_000).rounded())),
                ] + smallest
            })
    }
}
