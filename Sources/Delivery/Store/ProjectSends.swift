internal import FCM
package import SQLite

/// The Firebase projects of some sends, those with most sends first.
package struct ProjectSends: Equatable, Sendable {
    package struct Project: Equatable, Sendable {
        package var name: String
        package var sends: Int64
    }

    package let projects: [Project]

    /// `(none)` is no project.
    package init(_ sends: [String: Int64]) {
        projects = sends.filter { $0.key != Segment.noWord && $0.value > 0 }
            .map { Project(name: $0.key, sends: $0.value) }
            .sorted { ($1.sends, $0.name) < ($0.sends, $1.name) }
    }

    /// At least so many projects have sends.
    package var leastCount: Int { Self.leastCount(of: projects.map(\.name)) }

    /// At least so many projects have these names: an ID and a number may be of the same one.
    private static func leastCount(of names: [String]) -> Int {
        let numbers = names.count(where: SendProfile.isProjectNumber)
        return max(numbers, names.count - numbers)
    }

    /// Whether a database has the names of several projects.
    package static func areNamed(_ db: Connection) throws -> Bool {
        let names = "select distinct project from segments where project <> ?"
        return leastCount(
            of: try String.fetchAll(db, sql: names, arguments: [Segment.noWord])) > 1
    }

    /// The words for projects that sends of a database have, `(none)` among them.
    package static func names(_ db: Connection) throws -> [String] {
        try String.fetchAll(db, sql: "select distinct project from segments order by 1")
    }

    /// Those of a whole database; nil if it has sends of one project alone.
    package static func several(_ db: Connection) throws -> ProjectSends? {
        guard try areNamed(db) else { return nil }
        let sql = "select project, sum(attempted) as sends from base_funnel_days group by 1"
        let rows = try Row.fetchAll(db, sql: sql).map {
            (try $0["project"] as String, try $0["sends"] as Int64)
        }
        let projects = ProjectSends(Dictionary(rows) { $0 + $1 })
        return projects.leastCount > 1 ? projects : nil
    }
}
