internal import FCM
package import SQLite

/// How many values a dimension has, without `(none)`.
package struct DimensionSize: Equatable, Sendable {
    /// From so many values on, a dimension is too long to read, and makes the database large for
    /// little.
    package static let large = 1000

    package var name: String
    package var values: Int

    package init(name: String, values: Int) {
        self.name = name
        self.values = values
    }

    package var isLarge: Bool { values >= DimensionSize.large }
}

extension Dimensions {
    /// Of the project and of all dimensions, by position; nothing without dimensions.
    package static func sizes(_ db: Connection) throws -> [DimensionSize] {
        let declared = try stored(db)
        guard !declared.isEmpty else { return [] }
        let project = (column: "nullif(project, '\(Segment.noWord)')", name: "project")
        return try ([project] + declared.columns(of: .sends))
            .map { try size($0.column, $0.name, "segments", db) }
            + declared.columns(of: .clients)
            .map { try size($0.column, $0.name, "observed_profiles", db) }
    }

    private static func size(
        _ column: String, _ name: String, _ table: String, _ db: Connection
    ) throws -> DimensionSize {
        let sql = "select count(distinct \(column)) from \(table)"
        return DimensionSize(name: name, values: try Int.fetchOne(db, sql: sql) ?? 0)
    }
}
