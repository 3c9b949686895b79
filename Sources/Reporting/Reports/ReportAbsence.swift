/// What a report says where there is nothing to count, so that zeros are not taken for figures.
struct ReportAbsence {
    let context: ReportContext
    let session: SQLSession

    /// Throws `QueryError` for a campaign or project that no record names.
    func expectKnownWords() throws(QueryError) {
        if let campaign = context.texts["campaign"],
            let problem = try session.unknownCampaign(campaign)
        {
            throw QueryError([problem])
        }
        if let project = context.texts["project"],
            let problem = try session.unknownProject(project)
        {
            throw QueryError([problem])
        }
    }

    /// A sentence when nothing was sent; nil when something was.
    func note() throws(QueryError) -> String? {
        let inPeriod = "send_hour >= coalesce(:since, '') and send_hour < coalesce(:until, '9999')"
        guard try days(inPeriod, "asc").isEmpty else { return nil }
        let words =
            FunnelFilter.names.compactMap { name in
                context.texts[name].map { "\(name) \(SafeText.visible($0))" }
            }
            + context.request.filter.dimensions.sorted { $0.key < $1.key }.map {
                "\($0.key) \(SafeText.visible($0.value))"
            }
        let subject = words.isEmpty ? "" : " of " + words.joined(separator: " and ")
        let before = try days("send_hour < coalesce(:since, '')", "desc").max()
        let after = try days("send_hour >= coalesce(:until, '9999')", "asc").min()
        let near = [before, after].compactMap(\.self)
        guard !near.isEmpty else { return "No sends\(subject) are stored." }
        return "No sends\(subject) in this period. Nearest "
            + (near.count == 1 ? "day" : "days") + " with sends: "
            + near.joined(separator: " and ") + "."
    }

    /// The first (`asc`) or last UTC day with sends in some hours, of those to devices and to
    /// topics.
    ///
    /// The rows are read in the order of their key, and one is enough.
    private func days(_ hours: String, _ order: String) throws(QueryError) -> [String] {
        let words = FunnelFilter.names.filter { context.texts[$0] != nil }
        var days = try day("funnel_hourly", [hours] + words.map { "\($0) = :\($0)" }, order)
        if words.allSatisfy({ $0 == "campaign" }) {
            let sends = [hours, "sent + failed > 0"] + words.map { "\($0) = :\($0)" }
            days += try day("topic_sides", sends, order)
        }
        return days
    }

    private func day(
        _ view: String, _ conditions: [String], _ order: String
    ) throws(QueryError) -> [String] {
        let sql = """
            select send_day from \(view) where \(conditions.joined(separator: " and "))
            order by send_hour \(order) limit 1
            """
        var parameters: [String: String?] = [:]
        for name in ["since", "until"] + FunnelFilter.names where sql.contains(":\(name)") {
            parameters[name] = .some(context.texts[name])
        }
        return try session.texts(sql, parameters)
    }
}
