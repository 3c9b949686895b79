import Delivery
import Foundation
import Reporting
import Testing

@Suite("The catalog of queries")
struct QueryCatalogTests {
    static let queriesFolder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "queries")

    @Test("the binary holds every file of queries/, word for word")
    func embedded() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.queriesFolder.path)
            .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }.sorted()
        let catalog = QueryCatalog()
        #expect(catalog.names == names)
        #expect(catalog.problems == [])
        for query in catalog.queries {
            let file = Self.queriesFolder.appending(path: query.name + ".sql")
            #expect(try String(contentsOf: file, encoding: .utf8) == query.text)
        }
    }

    @Test("every header agrees with its statement", arguments: QueryCatalog().queries)
    func headers(query: QueryFile) throws {
        try TemporaryStore().session().check(query)
        #expect(query.example?.hasPrefix("pushfunnel sql \(query.name)") == true)
        #expect(query.description.contains("One row"))
        for parameter in query.parameters {
            #expect(!parameter.isRequired && !parameter.meaning.isEmpty)
        }
    }

    @Test("the example of a query names its parameters", arguments: QueryCatalog().queries)
    func examples(query: QueryFile) throws {
        let words = (query.example ?? "").split(separator: " ").map(String.init)
        var given: [String: String?] = [:]
        for (flag, argument) in zip(words, words.dropFirst()) where flag == "--param" {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            given[parts[0]] = parts[1]
        }
        _ = try TemporaryStore().session().run(query, parameters: given)
    }

    @Test("queries/README.md lists them all")
    func index() throws {
        let file = Self.queriesFolder.appending(path: "README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        #expect(readme.contains(MarkdownFormat().text(of: QueryCatalog().listing)))
        #expect(readme.contains(MarkdownFormat().text(of: QueryCatalog().inputListing)))
    }

    @Test("a folder adds queries, wins by name, and hides none by its mistakes")
    func folder() throws {
        let store = try TemporaryStore()
        let write = { (name: String, text: String) in
            let file = store.folder.appending(path: name)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let body =
            "-- Mine. One row.\n-- columns\n--   a  integer  one\n-- example: x\nselect 1 as a"
        try write("ledger.sql", "-- ledger\n" + body)
        try write("mine.sql", "-- mine\n" + body)
        try write("marked.sql", "\u{feff}-- marked\r\n" + body.replacing("\n", with: "\r\n"))
        try write("broken.sql", "select 1")
        try write("notes.txt", "no query")
        try Data([0xff]).write(to: store.folder.appending(path: "bytes.sql"))
        let catalog = try QueryCatalog(folder: store.folder.path)
        #expect(try store.session().run(catalog.query("mine")).rows == [[1]])
        #expect(try store.session().run(catalog.query("marked")).rows == [[1]])
        #expect(try catalog.query("ledger").summary == "Mine.")
        #expect(try catalog.query("funnel_total").path == "queries/funnel_total.sql")
        #expect(catalog.contains("broken") && !catalog.contains("notes"))
        #expect(throws: QueryError.self) { try catalog.query("broken") }
        #expect(
            catalog.problems.map(\.kind) == [.noHeader(name: "broken"), .notUTF8])
    }

    @Test("a folder that is not there is told")
    func noFolder() {
        let error = #expect(throws: QueryError.self) { try QueryCatalog(folder: "/no/such") }
        #expect("\(error!)" == "error: /no/such: cannot be read: No such file or directory")
    }

    @Test("a name that is not there brings near ones")
    func unknown() {
        let error = #expect(throws: QueryError.self) { try QueryCatalog().query("funel_total") }
        #expect(error?.problems.first?.hint == "did you mean funnel_total?")
    }

    @Test("views are listed with their columns")
    func views() {
        #expect(QueryCatalog.viewListing.rows.count > 10)
        let daily = ViewDocumentation.all.first { $0.name == "topic_daily" }
        #expect(daily?.columnListing.rows.map(\.[0]).first == "send_day")
        #expect(daily?.columnListing.rows.map(\.[2]).prefix(4) == ["key", "key", "key", ""])
    }
}
