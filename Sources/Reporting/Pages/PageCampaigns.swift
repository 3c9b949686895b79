package import Delivery

extension SQLSession {
    /// The campaigns of a period that have pages of their own: those with most sends, and those
    /// that alerts name.
    package func campaigns(atMost most: Int, of period: Period) throws -> [String] {
        let hours = "send_hour >= coalesce(:since, '') and send_hour < coalesce(:until, '9999')"
        let parameters = ["since": period.sinceText, "until": period.untilText]
        let largest = try texts(
            """
            select campaign from funnel_hourly
            where \(hours) and campaign <> '\(Segment.noWord)'
            group by campaign
            having sum(sent) > 0
            order by sum(sent) desc, campaign
            limit \(most)
            """, parameters)
        let slices = try texts(
            """
            select distinct slice from alerts
            where starts_at < coalesce(:until, '9999')
                and coalesce(ends_at, '9999') >= coalesce(:since, '')
                and slice like '%campaign=%'
            """, parameters)
        let isThere = """
            select campaign from funnel_hourly where \(hours) and campaign = :name limit 1
            """
        let named = try slices.flatMap(SQLSession.campaigns).filter { name in
            try !texts(isThere, parameters.merging(["name": name]) { $1 }).isEmpty
        }
        return (largest + named).unique
    }

    /// The campaigns that a slice may mean: `platform=ios,campaign=a,b` names `a,b`, or `a` and
    /// another dimension.
    private static func campaigns(ofSlice slice: String) -> [String] {
        guard let start = slice.firstRange(of: "campaign=") else { return [] }
        let rest = slice[start.upperBound...]
        let ends = rest.indices.filter { rest[$0] == "," } + [rest.endIndex]
        return ends.map { String(rest[..<$0]) }
    }
}
