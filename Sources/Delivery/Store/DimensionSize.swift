internal import FCM
package import SQLite

/// How many values a dimension of sends has, without `(none)`.
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
        let columns =
            [("project", "nullif(project, '\(Segment.noWord)')")]
            + zip(declared.map(\.name), SendDimension.columns)
        return try columns.map { name, column in
            let sql = "select count(distinct \(column)) from segments"
            return DimensionSize(name: name, values: try Int.fetchOne(db, sql: sql) ?? 0)
        }
    }
}
