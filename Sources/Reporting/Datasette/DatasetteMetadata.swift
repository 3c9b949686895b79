internal import Delivery
internal import FCM

/// What Datasette is told of a database: its views and their columns, the named queries, and what
/// nobody is to look at.
/// https://docs.datasette.io/en/stable/metadata.html
///
/// Tables behind the views are hidden, and open to root alone, as SQL of one's own is: `settings`
/// has the keys of hashes. Who starts Datasette with `--root` is that.
package struct DatasetteMetadata {
    /// What could not be offered: broken files, and queries that do not fit the database.
    package private(set) var problems: [QueryError.Problem]
    /// One JSON object, the same for the same tables and queries; ends with a line end.
    package private(set) var json: String

    /// Of the database of a session and the queries that run in it.
    package init(of session: SQLSession, queries catalog: QueryCatalog) throws(QueryError) {
        problems = catalog.problems
        var queries: [JSONMember] = []
        for query in catalog.queries {
            do throws(QueryError) {
                try session.check(query)
                queries.append((DatasetteMetadata.name(of: query), query.datasetteQuery))
            } catch {
                problems += error.problems
            }
        }
        let hidden = try session.hiddenNames()
        let views = DatasetteMetadata.views(try session.dimensions())
        let database: JSONTree = .object([
            ("description", .text("Push notifications: how far they got, by the hour and day.")),
            ("allow_sql", DatasetteMetadata.root),
            ("tables", .object(views + hidden.map(DatasetteMetadata.hidden))),
            ("queries", .object(queries)),
        ])
        let name = DatasetteMetadata.databaseName(ofPath: session.path)
        json = JSONTree.object([("databases", .object([(name, database)]))]).document
    }

    /// Views and queries share their addresses, and of two the query would hide the view.
    private static func name(of query: QueryFile) -> String {
        let isTaken = ViewDocumentation.all.contains { $0.name == query.name }
        return isTaken ? query.name + "_query" : query.name
    }

    private static let root: JSONTree = .object([("id", .text("root"))])

    private static func hidden(_ table: String) -> JSONMember {
        (table, .object([("hidden", .bool(true)), ("allow", root)]))
    }

    private static func views(_ dimensions: [OwnDimension]) -> [JSONMember] {
        ViewDocumentation.all.map { $0.with(dimensions) }.map { view in
            let columns = view.columns.map { ($0.name, JSONTree.text($0.meaning)) }
            var members: [JSONMember] = [
                ("description", .text(view.summary)), ("columns", .object(columns)),
            ]
            // Of seconds, Datasette would make ks: of the units, only bytes read well.
            let sizes = view.columns.map(\.name).filter { $0.hasSuffix("_bytes") }
            if !sizes.isEmpty {
                members.append(("units", .object(sizes.map { ($0, .text("byte")) })))
            }
            return (view.name, .object(members))
        }
    }

    /// The name of the file up to its last dot, as Datasette has it in addresses.
    static func databaseName(ofPath path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return String(file) }
        return String(file[..<dot])
    }
}

extension SQLSession {
    /// All tables, SQLite's own too, and the views that are not for people, in order.
    fileprivate func hiddenNames() throws(QueryError) -> [String] {
        let sql = "select name from sqlite_schema where type in ('table', 'view') order by name"
        let shown = Set(ViewDocumentation.all.map(\.name))
        return try texts(sql).filter { !shown.contains($0) }
    }
}
