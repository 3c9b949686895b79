import Foundation

/// All that a database says through its views.
struct Content: Equatable, Sendable {
    /// Rows in order, by view.
    private var rows: [String: [Substring]] = [:]
    private var report: String

    init(_ database: Database) throws {
        let lines = try database.rows(Content.query.get()).split(separator: "\n")
        rows = Dictionary(grouping: lines) { String($0.prefix { $0 != "," }) }
        report = try database.report()
    }

    /// Views that tell how records came, not what they say: which of two like lines is the
    /// duplicate depends on what comes first.
    static let ofDelivery: Set = ["files", "files_as_read", "rejects", "ledger"]

    /// What differs, without printing a hundred thousand rows.
    func differences(from other: Content) -> [String] {
        Set(rows.keys).union(other.rows.keys).filter { rows[$0] != other.rows[$0] }.sorted()
            + (report == other.report ? [] : ["report"])
    }

    /// Every row of every view, but for the hashes of targets: their key is made anew for each
    /// database.
    private static let query = Result<String, any Error> {
        let listing: Listing = try decode("sql", "--list", "--json")
        let rows = try listing.views.map { listed in
            let columns: [Column] = try decode("sql", "--describe", listed.view, "--json")
            let names = columns.map(\.column).filter { $0 != "target_hash" }
            return "select '\(listed.view)' as view, json_array(\(names.joined(separator: ", "))) "
                + "as cells from \(listed.view)"
        }
        let asRead = """
            select 'files_as_read', json_array(path, lines, new + duplicate, rejected, blank, state)
            from files
            """
        return (rows + [asRead]).joined(separator: " union all ") + " order by view, cells"
    }

    private struct Listing: Decodable {
        struct View: Decodable { var view: String }

        var views: [View]
    }

    private struct Column: Decodable { var column: String }

    private static func decode<Value: Decodable>(_ arguments: String...) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(Program.run(arguments).output.utf8))
    }
}
