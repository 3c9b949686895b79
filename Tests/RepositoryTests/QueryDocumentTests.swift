import Foundation
import Reporting
import Testing

@Suite("queries/README.md")
struct QueryDocumentTests {
    @Test("has the catalog as its index")
    func index() throws {
        let rows = try Repository.table("queries/README.md", beginning: "query")
        let names = rows.map { $0[0].replacing(/\[?`?([a-z_]+).*/) { String($0.1) } }
        let catalog = QueryCatalog()
        #expect(names == catalog.names)
        for (name, row) in zip(names, rows) {
            #expect(try catalog.query(name).summary == row[1], "\(name)")
        }
    }

    @Test("lies beside every query of the program, and no other")
    func files() {
        let files = Repository.files(in: "queries", ending: ".sql")
        #expect(files == QueryCatalog().names.map { "queries/\($0).sql" })
    }
}
