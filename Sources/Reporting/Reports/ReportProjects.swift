internal import Delivery

/// A sentence about the Firebase projects of a report's sends.
struct ReportProjects {
    private static let mostNamed = 3

    private let context: ReportContext
    private let session: SQLSession
    /// Nil in a report of one project, and of a database of one.
    private var projects: ProjectSends?

    init(context: ReportContext, session: SQLSession) throws {
        self.context = context
        self.session = session
        if context.texts["project"] == nil, try session.read(ProjectSends.areNamed) {
            projects = ProjectSends(try sums("attempted"))
        }
    }

    /// Whether the report counts sends of several projects.
    var areSeveral: Bool { projects?.leastCount ?? 0 > 1 }

    /// Nil if all sends are of one project.
    func note() throws(QueryError) -> String? {
        guard context.texts["project"] == nil else { return try refusedNote() }
        guard let projects, areSeveral else { return nil }
        let all = projects.projects.reduce(0) { $0 + $1.sends }
        var names = projects.projects.prefix(Self.mostNamed).map { project in
            let share = NumberWords.percent(Double(project.sends) / Double(max(all, 1)))
            return "\(SafeText.visible(project.name)) (\(share))"
        }
        let more = projects.projects.count - names.count
        if more > 0 { names.append("\(more) more") }
        return "Sends of \(projects.leastCount) Firebase projects, counted together: "
            + names.joined(separator: ", ") + "."
    }

    /// FCM's errors name no project. So a report of one has no refused sends, unless a batch or the
    /// sender's log names it.
    private func refusedNote() throws(QueryError) -> String? {
        guard let refused = try sums("failed")[Segment.noWord], refused > 0 else { return nil }
        let count = NumberWords.grouped(refused)
        return "\(count) refused sends of the period name no project and are not in this report: "
            + "its failure rates are too low."
    }

    /// By project, of the period and words of the report.
    private func sums(_ column: String) throws(QueryError) -> [String: Int64] {
        let words = FunnelFilter.names.filter { $0 != "project" && context.texts[$0] != nil }
        let conditions =
            ["send_hour >= coalesce(:since, '')", "send_hour < coalesce(:until, '9999')"]
            + words.map { "\($0) = :\($0)" }
        let sql = """
            select project, sum(\(column)) as sends from funnel_hourly
            where \(conditions.joined(separator: " and ")) group by project
            """
        var parameters: [String: String?] = [:]
        for name in ["since", "until"] + words { parameters[name] = .some(context.texts[name]) }
        var sums: [String: Int64] = [:]
        for row in NamedCells.rows(try session.run(sql: sql, parameters: parameters)) {
            sums[row.text("project")] = row.count("sends")
        }
        return sums
    }
}
