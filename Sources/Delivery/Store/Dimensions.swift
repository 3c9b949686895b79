package import FCM
package import SQLite

/// The dimensions that a database was given.
package enum Dimensions {
    /// By source and position.
    package static func stored(_ db: Connection) throws -> [OwnDimension] {
        try OwnDimension.Source.allCases.flatMap { source in
            let rows = try Row.fetchAll(
                db, sql: "select name, place from dimensions where source = ? order by position",
                arguments: [source.rawValue])
            // Names become columns of views: of a damaged database, none that is no name is taken.
            return try rows.prefix(OwnDimension.most).map {
                OwnDimension(name: try $0["name"], source: source, place: try $0["place"])
            }.filter { isPlain($0.name) }
        }
    }

    /// The columns of the table `segments`, by the names of the dimensions of sends in them.
    package static func columnsOfSends(_ db: Connection) throws -> [String: String] {
        // A damaged database may have a name twice.
        let columns = try stored(db).columns(of: .sends).map { ($0.name, $0.column) }
        return Dictionary(columns) { first, _ in first }
    }

    /// The dimensions that clients tell, each with its column, by position.
    package static func columnsOfClients(
        _ db: Connection
    ) throws -> [(name: String, column: String)] {
        try stored(db).columns(of: .clients).map { ($0.name, $0.column) }
    }

    /// Adds the new dimensions to a database, recreates its views and returns them. Throws
    /// `StoreError`, and changes nothing, if a name is already there with another place, or if
    /// there are too many.
    @discardableResult
    static func declare(
        _ asked: [OwnDimension], _ db: Connection, path: String
    ) throws -> [OwnDimension] {
        let before = try stored(db)
        var new: [OwnDimension] = []
        for dimension in asked {
            guard let known = (before + new).first(where: { $0.name == dimension.name }) else {
                new.append(dimension)
                continue
            }
            guard known == dimension else {
                throw StoreError.dimensionDiffers(path: path, known: known, asked: dimension)
            }
        }
        guard !new.isEmpty else { return [] }
        for source in OwnDimension.Source.allCases {
            let known = before.of(source)
            let all = known + new.of(source)
            guard all.count <= OwnDimension.most else {
                throw StoreError.tooManyDimensions(path: path, names: all.map(\.name))
            }
            for (position, dimension) in all.enumerated().dropFirst(known.count) {
                try db.execute(
                    sql: "insert into dimensions values (?, ?, ?, ?)",
                    arguments: [source.rawValue, position + 1, dimension.name, dimension.place])
            }
        }
        try Migrations.renewViews(db)
        return new
    }

    /// Why a name cannot be that of a column; nil if it can. `taken` are names of queries.
    package static func problem(with name: String, taken: Set<String> = []) -> String? {
        guard isPlain(name) else { return "a name of at most 30 letters a to z, digits and _" }
        return reserved.union(taken).contains(name) || name.hasPrefix("total_")
            ? "a name that no view and no query has" : nil
    }

    private static func isPlain(_ name: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = name.utf8.first, letters.contains(first), name.utf8.count <= 30 else {
            return false
        }
        return name.utf8.allSatisfy {
            letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_")
        }
    }

    /// Columns of views, parameters of queries, and words of SQL.
    private static let reserved: Set<String> = {
        let columns = ViewDocumentation.all.flatMap(\.columns).map(\.name)
        let words = [
            "all", "and", "as", "between", "by", "case", "cast", "check", "column", "create",
            "cross", "current_date", "current_time", "default", "delete", "desc", "distinct",
            "drop", "else", "end", "except", "exists", "false", "for", "foreign", "from", "full",
            "group", "having", "in", "index", "inner", "insert", "intersect", "into", "is", "join",
            "key", "left", "like", "limit", "natural", "not", "null", "offset", "on", "or",
            "order", "outer", "over", "partition", "primary", "references", "right", "row", "rows",
            "select", "set", "table", "then", "to", "true", "union", "unique", "update", "user",
            "using", "values", "view", "when", "where", "window", "with", "since", "until",
            "totals",
            // Alerts of refusals have it.
            "error_class",
        ]
        return Set(columns + words + OwnDimension.Source.allCases.flatMap(\.columns))
    }()
}
