internal import Delivery
internal import NDJSON

extension SQLSession {
    /// Puts summaries in the place of the hours from `since` up to `until`, until the snapshot
    /// ends: each row is that of a day, under the first hour that it has.
    ///
    /// Queries of those hours that do not look at single hours give the same, from a tenth of the
    /// rows. They are added up by the numbers of words, before the words themselves are looked up:
    /// of a day with a million sends `orphans` then takes 0.3 instead of 16 ms.
    ///
    /// Only what `names`, the views that are read, stand on is summed up. Views that are narrowed
    /// (`narrow(to:)`) stay as they are.
    func summarize(
        since: String, until: String, for names: Set<String>
    ) throws(QueryError) {
        guard narrowing.isEmpty else { return }
        let summed = Summed.all.filter { !names.isDisjoint(with: $0.views) }
        guard !summed.isEmpty else { return }
        let tables = summed.flatMap(\.tables).map { table in
            let keys = table.keyColumns.dropFirst().joined(separator: ", ")
            let sums = table.countColumns.map { "sum(\($0)) as \($0)" }.joined(separator: ", ")
            let first = "max(substr(send_hour, 1, 10) || 'T00', \(SQLSession.literal(since)))"
            return """
                create temp table \(SQLSession.summary(of: table)) as
                select \(first) as send_hour, \(keys), \(sums)
                from (\(SQLSession.rows(of: table, since, until)))
                group by \(keys), substr(send_hour, 1, 10)
                """
        }
        let views = summed.flatMap(\.allViews).map(SQLSession.literal).joined(separator: ", ")
        // The summaries have other names than the tables, which the program itself reads, too.
        let text = summed.flatMap(\.tables).reduce("substr(sql, 8)") {
            "replace(\($0), '\($1.name)', '\(SQLSession.summary(of: $1))')"
        }
        let statements = try texts(
            """
            select \(text) from main.sqlite_schema
            where type = 'view' and name in (\(views))
            """)
        try executeOwn(
            (tables + statements.map { "create temp " + $0 }).joined(separator: ";\n"))
    }

    private static func summary(of table: RollupTable) -> String { "summed_\(table.name)" }

    /// Tables that are summed up together, and the views over them.
    private struct Summed {
        var tables: [RollupTable]
        var bases: [String]
        var views: [String]

        /// The views over these tables, and the views over those views.
        var allViews: [String] { bases + views.flatMap { [$0, "base_of_\($0)"] } }

        static let all = [
            Summed(
                tables: [.funnel], bases: ["base_funnel"],
                views: ["funnel_hourly", "funnel_values"]),
            Summed(
                tables: [.failure], bases: ["base_failures"], views: ["failure_hourly"]),
            Summed(
                tables: [.topicSend, .topicReceipt],
                bases: ["base_topic_sends", "base_topic_receipts"], views: ["topic_sides"]),
            Summed(tables: [.orphan], bases: ["base_orphans"], views: ["orphan_hourly"]),
            Summed(
                tables: [.validated], bases: ["base_validated"], views: ["validated_hourly"]),
        ]
    }

    /// A `select` of a table's rows of these hours; of the funnel, the counts by day of whole days.
    private static func rows(of table: RollupTable, _ since: String, _ until: String) -> String {
        guard table == .funnel, let first = Period.hour(since), let end = Period.hour(until),
            case let days = (floorDivide(first + 23, 24), floorDivide(end, 24)), days.0 < days.1
        else { return rows(table, "send_hour", since, until) }
        let (firstDay, endDay) = (Period.text(days.0 * 24), Period.text(days.1 * 24))
        return [
            rows(.funnel, "send_hour", since, firstDay),
            rows(
                .funnelDay, "send_day || 'T00'", String(firstDay.prefix(10)),
                String(endDay.prefix(10))),
            rows(.funnel, "send_hour", endDay, until),
        ].joined(separator: " union all ")
    }

    private static func rows(
        _ table: RollupTable, _ hour: String, _ first: String, _ end: String
    ) -> String {
        let (time, others) = (table.keyColumns[0], table.keyColumns.dropFirst())
        let columns = (others + table.countColumns).joined(separator: ", ")
        return """
            select \(hour) as send_hour, \(columns) from main.\(table.name)
            where \(time) >= \(literal(first)) and \(time) < \(literal(end))
            """
    }

    static func literal(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}
