internal import NDJSON

/// What a page of a folder is about.
package enum PageKind: String, CaseIterable, Sendable {
    case day, week, campaign
}

/// Names of pages, without the ending of a format.
package enum PageName {
    private static let weekPrefix = "week-"

    /// Of the week that begins on a Monday, `YYYY-MM-DD`.
    package static func week(_ monday: String) -> String { weekPrefix + monday }

    /// The Monday of such a page; nil for other pages.
    package static func monday(ofPage page: String) -> String? {
        guard page.hasPrefix(weekPrefix) else { return nil }
        let day = String(page.dropFirst(weekPrefix.count))
        return DayPages.isDay(day) ? day : nil
    }

    /// A hash: the name of a campaign may be a path, too long, or that of another page.
    package static func campaign(_ name: String) -> String {
        var name = name
        let hash = name.withUTF8 { SipHash.hash128($0, key: .init(0, 0)) }
        return "campaign-" + Digits.hexadecimal(hash.0) + Digits.hexadecimal(hash.1)
    }
}

/// Where what a page names leads to; nil where there is no page of it.
package struct PageLinks: Sendable {
    package var campaign: @Sendable (_ name: String) -> String?
    /// Of a day, `YYYY-MM-DD`.
    package var day: @Sendable (_ day: String) -> String?

    package init(
        campaign: @escaping @Sendable (String) -> String? = { _ in nil },
        day: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.campaign = campaign
        self.day = day
    }
}
