internal import Alerts

/// The smallest drops that series can show, as a table.
enum AlertSensitivity {
    static let title = "smallest drop that each series can show within 6 and 24 hours"
    static let note =
        "Drops that are found in 95 of 100 cases. n/a: not even a total drop is found."

    static func table(_ series: [AlertBacktest.Series]) -> ResultTable {
        var table = ResultTable(
            columns: ["rule", "slice", "expected_in_day", "within_6_h", "within_24_h"],
            rows: series.map { one in
                [
                    .text(one.rule), .text(AlertWords.slice(one.slice)),
                    .integer(Int64(one.expected.rounded())),
                ] + one.smallest.suffix(2).map { .rounded($0) }
            })
        for name in ["within_6_h", "within_24_h"] { table = table.with(.share, name) }
        return table
    }

    /// The main series, and how many more there are; empty without any.
    static func mainText(_ series: [AlertBacktest.Series], _ style: TextStyle) -> String {
        let main = series.filter(\.isMain)
        let more = series.count - main.count
        guard !main.isEmpty else { return "" }
        let rest =
            more > 0 ? "\(more) more series: pushfunnel alert explain RULE lists them\n" : ""
        return text(main, style) + rest
    }

    static func text(_ series: [AlertBacktest.Series], _ style: TextStyle) -> String {
        guard !series.isEmpty else { return "" }
        return TextFormat(style: style).text(of: [TitledTable(title: title, table: table(series))])
            + style.dim(note) + "\n"
    }
}
