import Foundation

/// All that a database says through its views.
struct Content: Equatable {
    /// Rows in order, by view.
    private var rows: [String: String] = [:]
    private var report: String

    init(_ database: Database) throws {
        for (view, columns) in try Content.views.get() {
            let list = columns.joined(separator: ", ")
            let order = columns.indices.map { String($0 + 1) }.joined(separator: ", ")
            rows[view] = try database.rows("select \(list) from \(view) order by \(order)")
        }
        report = try database.report()
    }

    /// What differs, without printing a hundred thousand rows.
    func differences(from other: Content) -> [String] {
        rows.keys.filter { rows[$0] != other.rows[$0] }.sorted()
            + (report == other.report ? [] : ["report"])
    }

    /// Every view and its columns, but for the hashes of targets: their key is made anew for
    /// each database.
    private static let views = Result<[String: [String]], any Error> {
        let listing: Listing = try decode("sql", "--list", "--json")
        var views: [String: [String]] = [:]
        for view in listing.views {
            let columns: [Column] = try decode("sql", "--describe", view.view, "--json")
            views[view.view] = columns.map(\.column).filter { $0 != "target_hash" }
        }
        return views
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
