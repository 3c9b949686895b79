extension SQLSession {
    /// What is wrong with a campaign that no record names; nil for any other.
    package func unknownCampaign(_ campaign: String) throws(QueryError) -> QueryError.Problem? {
        let named = "select campaign from (\(SQLSession.campaigns)) where campaign = :campaign"
        let found = try run(sql: named + " limit 1", parameters: ["campaign": campaign])
        guard found.rows.isEmpty else { return nil }
        let known = try texts(SQLSession.campaigns + " order by 1")
        return .init(.unknownCampaign(name: campaign, near: NearNames.of(campaign, in: known)))
    }

    /// What is wrong with a project that no record names; nil for any other.
    package func unknownProject(_ project: String) throws(QueryError) -> QueryError.Problem? {
        let known = try texts("select distinct project from segments order by 1")
        guard !known.contains(project) else { return nil }
        return .init(.unknownProject(name: project, near: NearNames.of(project, in: known)))
    }

    /// Campaigns of sends and of client events.
    private static let campaigns = """
        select campaign from segments
        union
        select coalesce(label, composer_name, composer_id) from observed_profiles
        where coalesce(label, composer_name, composer_id) is not null
        """
}
