/// The ways from a page of a folder: to the pages of the days or weeks before and after it, and to
/// the index.
package struct PageWays: Equatable, Sendable {
    /// Names of pages, without the ending of a format.
    var before: String?
    var after: String?

    /// To the index alone.
    package init() {}

    /// The ways from one of the pages, which are in order.
    package init(from page: String, among pages: [String]) {
        guard let place = pages.firstIndex(of: page) else { return }
        before = place > 0 ? pages[place - 1] : nil
        after = place + 1 < pages.count ? pages[place + 1] : nil
    }

    /// A part of what a page is made from: see `PageMarks`.
    package var mark: String { "\(before ?? "-") \(after ?? "-")" }

    /// What `_ways.html.mustache` is given.
    var context: [String: Any] {
        func way(_ page: String?) -> [String: Any]? {
            page.map { page in
                [
                    "href": DayPages.file(page, .html),
                    "name": PageName.monday(ofPage: page).map { "week of \(PeriodWords.day($0))" }
                        ?? PeriodWords.weekday(String(page.suffix(10))),
                ]
            }
        }
        var context: [String: Any] = ["index": ReportIndex.fileName]
        context["before"] = way(before)
        context["after"] = way(after)
        return context
    }
}
