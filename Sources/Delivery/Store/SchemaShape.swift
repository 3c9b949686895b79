package import FCM
package import SQLite

/// What a database is made of: the columns of its tables, its indexes, triggers and views. Two that
/// were made in different ways, at once or step by step, have the same shape.
package struct SchemaShape: Equatable, Sendable {
    /// By kind and name, such as `table states`.
    package private(set) var objects: [String: String] = [:]

    package init(_ db: Connection) throws {
        let sql = """
            select type, name, tbl_name, sql from sqlite_schema
            where name not like 'sqlite_%' and name <> 'grdb_migrations'
            """
        for row in try Row.fetchAll(db, sql: sql) {
            let (type, name): (String, String) = (try row["type"], try row["name"])
            let text: String = try row["sql"]
            objects["\(type) \(name)"] =
                type == "table" ? try columns(of: name, text, db) : SchemaShape.plain(text)
        }
    }

    /// Of a new database of this version with these dimensions and this clock.
    package static func newest(
        _ dimensions: [OwnDimension] = [], _ clock: HourClock = .utc
    ) throws -> SchemaShape {
        let database = try Database()
        return try database.write { db in
            try Migrations.create(db)
            try Dimensions.declare(dimensions, db, path: "")
            if !clock.isOfUTC { try clock.save(db) }
            return try SchemaShape(db)
        }
    }

    /// The first object, by its name, that is not the same in both; nil when all are.
    package func difference(from other: SchemaShape) -> String? {
        Set(objects.keys).union(other.objects.keys).sorted()
            .first { objects[$0] != other.objects[$0] }
    }

    /// Added columns stand behind the text that a table was made with, so it is asked for them.
    private func columns(of table: String, _ text: String, _ db: Connection) throws -> String {
        let columns = try Row.fetchAll(
            db, sql: "select * from pragma_table_xinfo(?)", arguments: [table])
        let texts = try columns.map { row in
            try ["name", "type", "notnull", "dflt_value", "pk"].map { name in
                "\(try row[name] as Cell)"
            }.joined(separator: " ")
        }
        let isWithoutRowID = SchemaShape.plain(text).lowercased().contains("without rowid")
        return texts.joined(separator: ", ") + (isWithoutRowID ? " without rowid" : "")
    }

    /// Without comments, and with single spaces.
    private static func plain(_ sql: String) -> String {
        sql.split(separator: "\n")
            .map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
            .joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
