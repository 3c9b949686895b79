import Foundation
import Reporting
import Testing

@Suite("queries/README.md")
struct QueryDocumentTests {
    @Test("has the catalog as its index")
    func index() throws {
        let people = try Repository.table("queries/README.md", beginning: "query")
        let inputs = try Repository.table("queries/README.md", beginning: "input")
        let rows = (people + inputs.map { [$0[0], $0[2]] }).sorted { $0[0] < $1[0] }
        let names = rows.map { $0[0].replacing(/\[?`?([a-z_]+).*/) { String($0.1) } }
        let catalog = QueryCatalog()
        #expect(names == catalog.names)
        for (name, row) in zip(names, rows) {
            #expect(try catalog.query(name).summary == row[1], "\(name)")
        }
    }

    @Test("has every derivation, with what it is made of and what it gives")
    func derivations() throws {
        let rows = try Repository.table("queries/README.md", beginning: "derivation")
        let listing = QueryCatalog().derivationListing
        #expect(!rows.isEmpty && rows.map { $0.map(ResultTable.Cell.text) } == listing.rows)
    }

    /// Each number that is more than a count or a rate of counts says where it comes from.
    @Test("has the source of every statistic of a derivation")
    func formulas() throws {
        let document = try Repository.table("queries/README.md", beginning: "number").map { $0[0] }
            .joined(separator: " ")
        let statistics = Derivation.all.flatMap(\.columns).filter { column in
            column.type == .real && !["_low", "_high"].contains { column.name.hasSuffix($0) }
        }
        let crude = ["crude_ratio"]
        let missing = statistics.map(\.name).filter {
            !crude.contains($0) && !document.contains("`\($0)`")
        }
        #expect(missing == [])
    }

    @Test("is not behind the statuses of images: each has its fix in image_problems")
    func fixes() throws {
        let source = try Repository.text("Sources/FCM/ImageStatus.swift")
        let statuses = source.matches(of: /case \.\w+: "(\w+)"/).map { String($0.1) }
        let harmless: Set = ["ok", "no_image", "unknown"]
        #expect(harmless.isSubset(of: statuses))
        let fixed = try QueryCatalog().query("image_problems").text
            .matches(of: /when '(\w+)'\s+then '/).map { String($0.1) }
        #expect(Set(fixed) == Set(statuses).subtracting(harmless))
        #expect(fixed.count == Set(fixed).count)
    }

    @Test("lies beside every query of the program, and no other")
    func files() {
        let files = Repository.files(in: "queries", ending: ".sql")
        #expect(files == QueryCatalog().names.map { "queries/\($0).sql" })
    }
}
