import Delivery
import SQLite
import TestSupport
import Testing

/// What a statement cannot do, wherever it comes from: a trigger of a database of somebody else's.
@Suite("Connections to a database")
struct ConnectionDefenseTests {
    private func connections() throws -> [(name: String, database: Database)] {
        let folder = try TemporaryFolder()
        let path = folder.file("push.db")
        let store = try Store(writing: path)
        return [
            ("writer", store.database), ("noting", try Store.noting(path)),
            ("reader", try Store.reader(path)),
        ]
    }

    /// https://www.sqlite.org/c3ref/c_dbconfig_defensive.html
    @Test(
        "load nothing, and leave the schema alone",
        arguments: [
            "pragma writable_schema = on; update sqlite_schema set sql = '' where name = 'states'",
            "select load_extension('x')", "select fts3_tokenizer('simple', x'00')",
            "select \"a text in the wrong quotes\"",
        ])
    func schema(sql: String) throws {
        for (name, database) in try connections() {
            #expect(throws: SQLiteError.self, "\(name)") {
                try database.writeWithoutTransaction { try $0.execute(sql: sql) }
            }
        }
    }

    @Test("check cells, and trust no schema")
    func settings() throws {
        for (name, database) in try connections() {
            let found = try database.writeWithoutTransaction { db in
                try ["trusted_schema", "cell_size_check"].map {
                    try Int.fetchOne(db, sql: "pragma \($0)")
                }
            }
            #expect(found == [0, 1], "\(name)")
        }
    }
}
