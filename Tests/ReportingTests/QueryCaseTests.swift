import Foundation
import Reporting
import Testing

/// A folder of `Tests/Queries/<query>/<case>/`.
struct QueryCase: CustomTestStringConvertible {
    var query: String
    var folder: URL

    var testDescription: String { query + ": " + folder.lastPathComponent }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Queries")

    static let all = folders(in: root).flatMap { query in
        folders(in: query).map { QueryCase(query: query.lastPathComponent, folder: $0) }
    }

    var rows: String {
        get throws {
            let own = folder.appending(path: "rows.sql")
            let hasOwn = FileManager.default.fileExists(atPath: own.path)
            let file = hasOwn ? own : Self.root.appending(path: "rows.sql")
            return try String(contentsOf: file, encoding: .utf8)
        }
    }

    var parameters: [String: String?] {
        get throws {
            let file = folder.appending(path: "params.json")
            guard let data = try? Data(contentsOf: file) else { return [:] }
            return try JSONDecoder().decode([String: String?].self, from: data)
        }
    }

    var expectation: URL { folder.appending(path: "expect.csv") }

    private static func folders(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted()
            .map { folder.appending(path: $0, directoryHint: .checkFileSystem) }
            .filter(\.hasDirectoryPath)
    }
}

@Suite("Cases of queries")
struct QueryCases {
    @Test("rows give rows", arguments: QueryCase.all)
    func rows(example: QueryCase) throws {
        let store = try TemporaryStore(rows: example.rows)
        let query = try QueryCatalog().query(example.query)
        let table = try store.session().run(query, parameters: example.parameters)
        let text = CSVFormat().text(of: table)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try text.write(to: example.expectation, atomically: true, encoding: .utf8)
            Issue.record("\(example.expectation.path) is written anew")
        }
        #expect(try text == String(contentsOf: example.expectation, encoding: .utf8))
        checkOrder(of: table, query)
        checkTypes(of: table, query)
    }

    @Test("every query has a case, and every case a query")
    func complete() {
        #expect(Set(QueryCase.all.map(\.query)) == Set(QueryCatalog().names))
    }

    /// No two rows are alike in what they are ordered by; what may be null says where it goes.
    private func checkOrder(of table: ResultTable, _ query: QueryFile) {
        let tokens = SQLTokenizer.tokens(query.text)
        let names = (SelectScopes.orderNames(tokens) ?? []).map(\.text)
        let keys = table.rows.indices.map { row in
            names.map { name in "\(table.column(name)?[row] ?? .null)" }
        }
        #expect(Set(keys).count == keys.count, "\(query.name): order by \(names) leaves ties")
        for name in names where table.column(name)?.contains(.null) == true {
            #expect(SelectScopes.nullsFirstNames(tokens).contains(name))
        }
    }

    /// Cells are of the type that the header says, or null.
    private func checkTypes(of table: ResultTable, _ query: QueryFile) {
        for column in query.columns {
            for cell in table.column(column.name) ?? [] {
                switch cell {
                case .integer: #expect(column.type == "integer", "\(query.name).\(column.name)")
                case .text: #expect(column.type == "text", "\(query.name).\(column.name)")
                case .null: break
                case .real, .blob: Issue.record("\(query.name).\(column.name) holds \(cell)")
                }
            }
        }
    }
}
