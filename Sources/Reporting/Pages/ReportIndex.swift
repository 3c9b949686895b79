package import Delivery

/// The page that leads to the pages of many days.
package enum ReportIndex {
    package static let fileName = "index.html"

    package struct Day: Sendable {
        /// `YYYY-MM-DD`
        package var day: String
        package var href: String
        package var page: PageList.Page

        package init(day: String, href: String, page: PageList.Page) {
            self.day = day
            self.href = href
            self.page = page
        }

        fileprivate var openRate: Double? { page.figures["open_rate"] }
        fileprivate var sent: Double { page.figures["sent"] ?? 0 }
        fileprivate var number: Int64? { Period.hour(day).map { $0 / 24 } }
    }

    /// A week or a campaign.
    package struct Entry: Sendable {
        package var name: String
        package var href: String
        package var page: PageList.Page

        package init(name: String, href: String, page: PageList.Page) {
            self.name = name
            self.href = href
            self.page = page
        }
    }

    /// Months that are not folded.
    private static let openMonths = 2
    private static let drawnDays = 90

    /// `days` are sorted; the page begins with the newest.
    package static func page(
        _ days: [Day], weeks: [Entry] = [], campaigns: [Entry] = [], _ templates: PageTemplates,
        notes: [DayNote] = []
    ) throws -> String {
        var context: [String: Any] = ["title": "Pushes by day", "months": months(days)]
        if let last = days.last {
            let count = NumberWords.count(days.count, "day")
            context["line"] = "\(count), up to \(PeriodWords.weekday(last.day))"
        }
        context["chart"] = svg(
            ofTrend: trend(days.suffix(drawnDays)), notes: notes.map { ($0.day, $0.text) },
            title: "Opened and sent by day", id: "days-chart")
        context["lists"] = [
            list("Campaigns", "campaign", "campaigns", campaigns),
            list("Weeks", "week of", "weeks", weeks),
        ].compactMap(\.self)
        return try templates.text("_index", .html, context)
    }

    private static func months(_ days: [Day]) -> [[String: Any]] {
        var months: [(month: String, days: [[String: Any]])] = []
        let rates = Dictionary(
            days.compactMap { day in day.number.map { ($0, day.openRate) } }
        ) { first, _ in first }
        let most = days.map(\.sent).max() ?? 0
        for day in days.reversed() {
            let month = String(day.day.prefix(7))
            if months.last?.month != month { months.append((month, [])) }
            let weekBefore = day.number.flatMap { rates[$0 - 7] } ?? nil
            months[months.count - 1].days.append(context(day, weekBefore, most))
        }
        return months.enumerated().map { place, month in
            [
                "month": MonthName.of(monthText: month.month), "days": month.days,
                "is_old": place >= openMonths,
            ]
        }
    }

    private static func list(
        _ title: String, _ noun: String, _ id: String, _ entries: [Entry]
    ) -> [String: Any]? {
        guard !entries.isEmpty else { return nil }
        let most = entries.compactMap { $0.page.figures["sent"] }.max() ?? 0
        let rows = entries.map { entry in
            figures(entry.page, most).merging(
                ["name": SafeText.visible(entry.name), "href": entry.href]) { $1 }
        }
        return ["title": title, "noun": noun, "id": id, "rows": rows]
    }

    private static func figures(_ page: PageList.Page, _ most: Double) -> [String: Any] {
        let sent = page.figures["sent"] ?? 0
        var context: [String: Any] = [
            "sent": NumberWords.grouped(Int64(sent)),
            "bar": most > 0 ? Int((sent / most * 100).rounded()) : 0,
            "is_open": !page.isFinal, "tone": page.finding?.tone ?? "",
        ]
        context["open_rate"] = page.figures["open_rate"].map { NumberWords.percent($0, places: 1) }
        if let finding = page.finding {
            context["finding"] = ["label": finding.label, "text": finding.text]
        }
        return context
    }

    private static func context(
        _ day: Day, _ weekBefore: Double?, _ most: Double
    ) -> [String: Any] {
        var context = figures(day.page, most)
        context["name"] = PeriodWords.weekday(day.day)
        context["href"] = day.href
        if let rate = day.openRate, let weekBefore {
            context["change"] = NumberWords.signedPoints(rate - weekBefore)
        }
        return context
    }

    /// As the derivation `trend`, without usual ranges.
    private static func trend(_ days: ArraySlice<Day>) -> ResultTable {
        ResultTable(
            columns: [
                "day", "mature", "sent", "opened_rate", "usual_opened_from", "usual_opened_to",
            ],
            rows: days.map { day in
                [
                    .text(day.day), .text(day.page.isFinal ? "yes" : "no"),
                    .integer(Int64(day.sent)), .rounded(day.openRate), .null, .null,
                ]
            })
    }
}
