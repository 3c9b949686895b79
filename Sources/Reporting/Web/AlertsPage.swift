package import Alerts
internal import NDJSON

/// The page `alerts`: how it stands now, and the incidents of the last weeks with their drawings.
package struct AlertsPage {
    package static let path = "/alerts"
    private static let mostDrawn = 6

    private let report: AlertReport
    private let incidents: ResultTable
    private let drawn: [AlertSeries]
    private let address: WebAddress
    private let project: ProjectChoice
    private let days: LocalDays

    /// `incidents` are rows of the query `recent_alerts`. Throws `QueryError`, `SQLiteError`.
    package init(
        _ report: AlertReport, _ incidents: ResultTable, _ pictures: AlertPictures,
        _ session: SQLSession, _ address: WebAddress, _ project: ProjectChoice,
        _ days: LocalDays
    ) throws {
        self.project = project
        self.days = days
        self.report = report
        self.incidents = incidents
        self.address = address
        drawn = try session.snapshot {
            try session.read {
                try pictures.series(of: incidents.incidents(atMost: Self.mostDrawn), $0)
            }
        }
    }

    package var page: WebPage {
        var page = WebPage(AlertText(style: .plain).verdict(report))
        if let until = report.evaluatedUntil {
            page.notes = ["Judged up to \(NumberWords.moment(until))."]
        }
        if project.isAsked { page.form = WebForm(Self.path, [project.field], button: "Show") }
        page.sections = [now, recent, smallest].compactMap(\.self)
        return page
    }

    private var now: WebPage.Section? {
        let alerts = report.ordered
        guard !alerts.isEmpty else { return nil }
        var section = WebPage.Section("now", title: "Now")
        section.table = ShownTable(
            columns: ["state", "rule", "of", "what", "since"].map {
                .init(title: $0, isNumber: false)
            },
            rows: alerts.map { alert in
                var cells = [
                    alert.state.rawValue, SafeText.visible(alert.rule),
                    AlertWords.slice(alert.slice), AlertSentence.summary(alert),
                    NumberWords.moment(alert.startsAt),
                ].map { ShownTable.Cell(text: $0) }
                cells[4].href = day(floorDivide(alert.startsAt, 3_600_000))
                return cells
            })
        return section
    }

    /// Of all events and platforms; what cannot be judged has no number.
    private var smallest: WebPage.Section? {
        let main = report.series.filter(\.isMain)
        guard !main.isEmpty else { return nil }
        var section = WebPage.Section("sensitivity", title: "Smallest drop that shows")
        section.about = AlertSensitivity.note
        section.table = ShownTable(AlertSensitivity.table(main))
        return section
    }

    /// The page of the day that an hour is in.
    private func day(_ hour: Int64) -> String { "/day/" + days.day(of: hour) }

    private var recent: WebPage.Section {
        var section = WebPage.Section("recent", title: "Incidents of the last 28 days")
        guard !incidents.rows.isEmpty else {
            section.about = "None that pushfunnel alert has noted."
            return section
        }
        section.downloads = WebPage.Link.downloads(address, at: Self.path)
        let sorted = SortedTable(incidents, address)
        let shown = ["state", "rule", "slice", "summary", "starts_at", "ends_at"]
        section.table = sorted.shown(shown.compactMap(incidents.place)) { row, place in
            guard incidents.columns[place].name == "starts_at" else { return nil }
            return row[place].word.flatMap { Timestamp($0) }.map { day($0.hour) }
        }
        section.charts = drawn.enumerated().compactMap { place, series in
            svg(of: series, title: series.title, id: "incident-\(place + 1)").map {
                (series.title, $0)
            }
        }
        return section
    }
}
