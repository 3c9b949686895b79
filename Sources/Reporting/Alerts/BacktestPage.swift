internal import Alerts
internal import Delivery

/// A back-test as a page: its tables, a drawing of each series that had an alarm, and all others
/// small.
enum BacktestPage {
    static func text(of backtest: AlertBacktest, timeZone: String) -> String {
        let command = BacktestFormats.command(backtest, timeZone: timeZone)
        let rules = [
            section(
                "alarms", "Alarms", backtest.alarmTable, AlertBacktest.alarmNote, command,
                none: backtest.isJudged ? "No alarm." : backtest.headline + "."),
            section(
                "rules", "How often", backtest.ruleTable, backtest.rateNotes.joined(separator: " "),
                command),
        ]
        let small = section(
            "sensitivity", "Smallest drop that each series can show", backtest.sensitivity,
            AlertBacktest.sensitivityNote, command, folded: "Table of the smallest drops")
        let loud = backtest.drawn.filter { !$0.episodes.isEmpty }
        let drawn = loud.enumerated().compactMap { section(of: $1, number: $0 + 1) }
        let quiet = section(ofQuiet: backtest.drawn.filter(\.episodes.isEmpty))
        return HTMLFormat.page([
            "title": backtest.headline,
            "notes": [["text": "Back-test of alerts. \(backtest.advice ?? "")"]],
            "scope": scope(backtest, timeZone).map { ["name": $0.0, "text": $0.1] },
            "sections": rules.compactMap(\.self) + drawn + [quiet, small].compactMap(\.self),
        ])
    }

    private static func scope(
        _ backtest: AlertBacktest, _ timeZone: String
    ) -> [(String, String)] {
        let hours = backtest.hours
        return [
            ("since", Period.text(hours.lowerBound) + " UTC"),
            ("until", Period.text(hours.upperBound) + " UTC"),
            ("hours", NumberWords.grouped(Int64(hours.count))),
            ("days of", SafeText.visible(timeZone)),
            ("learned from", "\(backtest.historyDays) days"),
        ]
    }

    /// If the table is empty: the sentence `none`, or nil without one.
    private static func section(
        _ name: String, _ title: String, _ table: ResultTable, _ about: String, _ command: String,
        none: String? = nil, folded: String? = nil
    ) -> [String: Any]? {
        var section: [String: Any] = ["name": name, "title": title, "command": command]
        section["folded"] = folded
        guard !table.rows.isEmpty else {
            section["about"] = none
            return none.map { _ in section }
        }
        section["about"] = about
        section["table"] = HTMLFormat.table(ShownTable(table.spaced), caption: title)
        return section
    }

    private static func section(of series: AlertSeries, number: Int) -> [String: Any]? {
        let name = "series-\(number)"
        guard let chart = svg(of: series, title: series.title, id: name) else { return nil }
        return [
            "name": name, "title": series.title, "chart": chart, "folded": "Table of the days",
            "table": HTMLFormat.table(
                ShownTable(series.days.spaced), caption: series.title + ", by day"),
        ]
    }

    private static func section(ofQuiet series: [AlertSeries]) -> [String: Any]? {
        let title = "Series without an alarm"
        guard let chart = svg(ofQuiet: series, title: title, id: "quiet") else { return nil }
        let columns = series.first?.days.columns.map(\.name) ?? []
        var table = ResultTable(columns: ["series"] + columns)
        table.rows = series.flatMap { one in one.days.rows.map { [.text(one.title)] + $0 } }
        return [
            "name": "quiet", "title": title, "chart": chart, "folded": "Table of their days",
            "table": HTMLFormat.table(
                ShownTable(table.with(.share, "missing").spaced), caption: title + ", by day"),
        ]
    }
}

extension AlertSeries {
    /// Sums by UTC day, of the hours with data.
    var days: ResultTable {
        let known = hours.filter { $0.observed != nil }
        let byDay = Dictionary(grouping: known) { HourAxis.begin(of: $0.hour, step: 24) }
        return ResultTable(
            columns: ["day", "hours", "observed", "expected", "missing"],
            rows: byDay.keys.sorted().map { day in
                let hours = byDay[day] ?? []
                let observed = hours.reduce(0) { $0 + ($1.observed ?? 0) }
                let expected = hours.reduce(0) { $0 + $1.expected }
                return [
                    .text(Period.day(of: day)), .integer(Int64(hours.count)),
                    .integer(Int64(observed.rounded())), .integer(Int64(expected.rounded())),
                    .rounded(expected > 0 ? 1 - observed / expected : nil),
                ]
            }
        ).with(.share, "missing")
    }
}

extension ResultTable {
    /// With column names as words.
    fileprivate var spaced: ResultTable {
        var table = self
        table.columns = columns.map(\.spaced)
        return table
    }
}
