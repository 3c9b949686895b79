/// The page that leads to the pages of many days.
package enum ReportIndex {
    package struct Day: Sendable {
        /// `YYYY-MM-DD`
        package var day: String
        package var href: String
        /// Its funnel, by the names of the columns of `funnel_total`; empty when not known.
        package var overall: [String: Double]

        package init(day: String, href: String, overall: [String: Double]) {
            self.day = day
            self.href = href
            self.overall = overall
        }
    }

    /// `days` are sorted; the page begins with the newest.
    package static func page(_ days: [Day], _ templates: PageTemplates) throws -> String {
        var months: [(month: String, days: [[String: Any]])] = []
        for day in days.reversed() {
            let month = String(day.day.prefix(7))
            if months.last?.month != month { months.append((month, [])) }
            months[months.count - 1].days.append(context(day))
        }
        return try templates.text(
            "_index", .html,
            [
                "title": "Push reports",
                "months": months.map { ["month": $0.month, "days": $0.days] as [String: Any] },
            ])
    }

    private static func context(_ day: Day) -> [String: Any] {
        var context: [String: Any] = ["day": day.day, "href": day.href]
        for name in ["sent", "received", "opened"] {
            context[name] = day.overall[name].map { NumberWords.grouped(Int64($0)) }
        }
        context["open_rate"] = day.overall["open_rate"].map { NumberWords.percent($0, places: 2) }
        return context
    }
}
