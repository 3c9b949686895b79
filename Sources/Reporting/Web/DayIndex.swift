internal import Delivery

/// The days that have sends, with the figures that the index of pages shows.
package enum DayIndex {
    /// In the order of days of the zone. Throws `QueryError`, `SQLiteError`.
    package static func days(
        _ session: SQLSession, _ zone: LocalDays
    ) throws -> [ReportIndex.Day] {
        let table = try session.asking(in: zone.zone) { try session.run(sql: sql) }
        return NamedCells.rows(table).map { row in
            let named = ["sent", "open_rate"].compactMap { name in
                row.real(name).map { (name, $0) }
            }
            let day = row.text("local_day")
            let page = PageList.Page(
                isFinal: row.text("mature") == "yes",
                figures: Dictionary(named) { first, _ in first })
            return ReportIndex.Day(day: day, href: "/day/\(day)", page: page)
        }
    }

    private static let sql = """
        select
            local_day,
            sum(sent) as sent,
            case when sum(open_base) >= \(Proportion.fewestShown)
                then 1e0 * sum(opened) / sum(open_base)
            end as open_rate,
            case when max(send_hour) < opens_final_before then 'yes' else 'no' end as mature
        from funnel_hourly
        inner join hours using (send_hour)
        cross join store_settings
        group by 1
        order by 1
        """
}
