internal import Delivery

extension SQLSession {
    /// Puts a summary in the place of `funnel_hourly`, until the snapshot ends: a row for each day
    /// and words of the hours from `since` up to `until`, under the first hour that it has.
    ///
    /// Queries of those hours that do not look at single hours give the same, from a tenth of the
    /// rows: of a day with a million sends in 0.2 instead of 2.5 ms.
    func summarizeFunnel(since: String, until: String) throws(QueryError) {
        let words = (SQLSession.funnelWords + (try dimensionNames())).joined(separator: ", ")
        let sums = SQLSession.funnelCounts.map { "sum(\($0)) as \($0)" }
        let (first, end) = (SQLSession.literal(since), SQLSession.literal(until))
        let sql = """
            create temp table funnel_hourly as
            select min(send_hour) as send_hour, send_day, \(words),
                \(sums.joined(separator: ", "))
            from main.funnel_hourly
            where send_hour >= \(first) and send_hour < \(end)\(narrowing)
            group by send_day, \(words)
            """
        if !narrowing.isEmpty { try executeOwn("drop view temp.funnel_hourly") }
        try executeOwn(sql)
    }

    private static let funnelWords = [
        "platform", "platform_source", "campaign", "project", "image", "image_status", "silent",
    ]

    private static let funnelCounts =
        FunnelLane.allCases.map(\.name) + ["open_base", "failure_base", "failures_in_base"]

    static func literal(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}
