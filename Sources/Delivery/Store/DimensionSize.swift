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
        let sends = zip(declared.names(of: .sends), OwnDimension.Source.sends.columns)
        let clients = zip(declared.names(of: .clients), OwnDimension.Source.clients.columns)
        let ofSends = [("project", "nullif(project, '\(Segment.noWord)')")] + sends
        return try ofSends.map { try size($0.0, $0.1, "segments", db) }
            + clients.map { try size($0.0, $0.1, "observed_profiles", db) }
    }

    private static func size(
        _ name: String, _ column: String, _ table: String, _ db: Connection
    ) throws -> DimensionSize {
        let sql = "select count(distinct \(column)) from \(table)"
        return DimensionSize(name: name, values: try Int.fetchOne(db, sql: sql) ?? 0)
    }
}
