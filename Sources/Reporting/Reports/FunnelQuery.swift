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

    /// False when there is no such column.
    package mutating func add(_ name: String, is word: String) -> Bool {
        guard FunnelFilter.names.contains(name) else { return false }
        words[name] = word
        return true
    }

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
            select platform, campaign, image, silent,
                sum(attempted) as attempted, sum(sent) as sent, sum(failed) as failed,
                sum(received) as received, sum(receipts) as receipts,
                sum(receipts_before_open) as receipts_before_open,
                sum(impressions) as impressions,
                sum(opened) as opened, sum(late) as late, sum(dismissed) as dismissed,
                sum(phantom) as phantom, sum(platform_conflicts) as platform_conflicts
            from funnel_hourly
            where \(condition)
            group by 1, 2, 3, 4
            order by 1, 2, 3, 4
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: arguments).map(FunnelRow.init)
        return tellingImpressions(rows)
    }

    /// Impressions are a share of what was sent on platforms that tell of any.
    private static func tellingImpressions(_ rows: [FunnelRow]) -> [FunnelRow] {
        let telling = Set(rows.filter { $0.counts.impressions != nil }.map(\.platform))
        return rows.map { row in
            var row = row
            if telling.contains(row.platform) { row.counts.tellingImpressions = row.counts.shown }
            return row
        }
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
        if row["silent"] == 0 { counts.shown = counts.sent }
    }
}
