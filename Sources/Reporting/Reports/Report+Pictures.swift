internal import Alerts
internal import NDJSON

extension Report.Section {
    /// Beyond so many incidents, no more are drawn.
    private static let mostPictures = 6

    var incidents: [AlertPictures.Incident] { table.incidents(atMost: Self.mostPictures) }

    /// What templates are given: a title and a drawing for each.
    var drawings: [[String: Any]] {
        pictures.enumerated().compactMap { index, series in
            let id = "\(name)-\(index + 1)"
            return svg(of: series, title: series.title, id: id).map {
                ["title": series.title, "chart": $0]
            }
        }
    }
}

extension ResultTable {
    /// The first rows as incidents, where they have a rule, a slice and a start.
    func incidents(atMost limit: Int) -> [AlertPictures.Incident] {
        let rows = NamedCells.rows(self, needs: ["rule", "slice", "starts_at"]) ?? []
        return rows.prefix(limit).compactMap { row in
            guard let rule = row.word("rule"), let slice = row.word("slice"),
                let start = row.word("starts_at").flatMap({ Timestamp($0) })
            else { return nil }
            return AlertPictures.Incident(
                rule: rule, slice: slice, start: start.hour,
                end: row.word("ends_at").flatMap { Timestamp($0) }.map(\.hour))
        }
    }
}

extension AlertSeries {
    /// `opened, platform ios`
    var title: String { "\(SafeText.visible(metric)), \(AlertWords.slice(slice))" }
}
