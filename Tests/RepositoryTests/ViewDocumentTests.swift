import Delivery
import SQLite
import Testing

@Suite("The documentation of views")
struct ViewDocumentTests {
    private static let database = Result<Database, any Error> {
        return try Store.inMemory().database
    }

    @Test("describes every view")
    func views() throws {
        let names = try ViewDocumentTests.database.get().read { db in
            try String.fetchAll(
                db,
                sql: """
                    select name from sqlite_schema where type = 'view' and name not like 'base%'
                    """)
        }
        #expect(Set(ViewDocumentation.all.map(\.name)) == Set(names))
    }

    @Test("describes every column, in order", arguments: ViewDocumentation.all.map(\.name))
    func columns(view: String) throws {
        let described = ViewDocumentation.all.first { $0.name == view }
        let columns = try ViewDocumentTests.database.get().read { db in
            try Row.fetchAll(db, sql: "pragma table_info(\(view))").map { row in
                try row["name"] as String
            }
        }
        #expect(described?.columns.map(\.name) == columns)
        #expect(described?.columns.filter { $0.meaning.isEmpty }.map(\.name) == [])
        #expect(described?.summary.isEmpty == false)
    }
}
