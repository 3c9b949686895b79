package import Delivery
internal import GRDB

/// Which sends a report is about.
package struct FunnelFilter: Equatable, Sendable {
    package var period = Period()
    /// Words that must be as given, by the name of their column.
    package private(set) var words: [String: String] = [:]

    package init() {}

    /// The columns that `--where` takes.
    package static let names = ["platform", "campaign", "image"]

    /// The words of columns that have few; nil for columns of free text.
    package static func knownWords(_ name: String) -> [String]? {
        switch name {
        case "platform": ["android", "ios", "web", "unknown"]
        case "image": ["image", "no_image", "unknown"]
        default: nil
        }
    }

    /// `name` is one of `names`.
    package mutating func add(_ name: String, is word: String) { words[name] = word }

    /// The condition on a view with these columns, and its arguments.
    func condition(columns: Set<String>) -> (sql: String, arguments: StatementArguments) {
        var terms: [String] = ["true"]
        var arguments = StatementArguments()
        func add(_ term: String, _ text: String?) {
            guard let text else { return }
            terms.append(term)
            arguments += [text]
        }
        add("send_hour >= ?", period.sinceText)
        add("send_hour < ?", period.untilText)
        for name in FunnelFilter.names where columns.contains(name) {
            add("\(name) = ?", words[name])
        }
        return (terms.joined(separator: " and "), arguments)
    }
}

/// One row of the funnel by all the words that a report breaks it down by.
struct FunnelRow {
    var platform: String
    var campaign: String
    var image: String
    var counts: FunnelCounts

    static func fetch(_ filter: FunnelFilter, _ db: Database) throws -> [FunnelRow] {
        let (condition, arguments) = filter.condition(columns: ["platform", "campaign", "image"])
        let sql = """
            select platform, campaign, image,
                sum(attempted) as attempted, sum(sent) as sent, sum(failed) as failed,
                sum(received) as received, sum(receipts) as receipts,
                sum(receipts_before_open) as receipts_before_open,
                sum(impressions) as impressions, sum(impression_base) as impression_base,
                sum(open_base) as open_base,
                sum(opened) as opened, sum(late) as late, sum(dismissed) as dismissed,
                sum(phantom) as phantom, sum(platform_conflicts) as platform_conflicts
            from funnel_hourly
            where \(condition)
            group by 1, 2, 3
            order by 1, 2, 3
            """
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map(FunnelRow.init)
    }

    private init(_ row: Row) {
        platform = row["platform"]
        campaign = row["campaign"]
        image = row["image"]
        counts = FunnelCounts()
        counts.attempted = row["attempted"]
        counts.sent = row["sent"]
        counts.failed = row["failed"]
        counts.received = row["received"]
        counts.receipts = row["receipts"]
        counts.receiptsBeforeOpen = row["receipts_before_open"]
        counts.impressions = row["impressions"]
        counts.opened = row["opened"]
        counts.late = row["late"]
        counts.dismissed = row["dismissed"]
        counts.phantom = row["phantom"]
        counts.platformConflicts = row["platform_conflicts"]
        counts.openBase = row["open_base"]
        counts.impressionBase = row["impression_base"]
    }
}
