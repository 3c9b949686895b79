import Foundation
import Reporting
import Testing

/// A case of `Tests/Queries/<query>.md`.
struct QueryCase: CustomTestStringConvertible {
    var query: String
    var name: String
    var rows: String
    var expected: String?
    private var json: String?

    var testDescription: String { query + ": " + name }

    static let all = queries.flatMap { query in
        let text = (try? String(contentsOf: file(of: query), encoding: .utf8)) ?? ""
        let sections = text.components(separatedBy: "\n## ")
        return sections.dropFirst().map { QueryCase(query, section: $0, top: sections[0]) }
    }

    var parameters: [String: String?] {
        get throws {
            guard let json else { return [:] }
            return try JSONDecoder().decode([String: String?].self, from: Data(json.utf8))
        }
    }

    /// Replaces the expected rows of this case. Other cases of the file wait.
    func write(_ text: String) throws {
        let old = try #require(expected, "\(testDescription) has no csv block")
        try Self.writing.withLock {
            let file = Self.file(of: query)
            var document = try String(contentsOf: file, encoding: .utf8)
            let heading = try #require(document.range(of: "\n## \(name)\n"))
            let range = heading.upperBound..<document.endIndex
            let block = try #require(document.range(of: "```csv\n\(old)```", range: range))
            document.replaceSubrange(block, with: "```csv\n\(text)```")
            try document.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    /// For cases that have no rows of their own.
    static let standardRows =
        (try? String(contentsOf: root.appending(path: "rows.sql"), encoding: .utf8)) ?? ""

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Queries")
    private static let writing = NSLock()

    private static var queries: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted()
            .map { String($0.dropLast(3)) }
    }

    private static func file(of query: String) -> URL { root.appending(path: query + ".md") }

    private init(_ query: String, section: String, top: String) {
        self.query = query
        name = String(section.prefix { $0 != "\n" })
        let blocks = Self.blocks(section)
        let rows = [Self.blocks(top)["sql"], blocks["sql"]].compactMap(\.self)
        self.rows = rows.isEmpty ? Self.standardRows : rows.joined(separator: "\n")
        json = blocks["json"]
        expected = blocks["csv"]
    }

    /// The blocks of code, by language: each at most once.
    private static func blocks(_ text: String) -> [String: String] {
        let blocks = text.matches(of: /(?ms)^```(\w+)\n(.*?)^```$/)
        return Dictionary(uniqueKeysWithValues: blocks.map { (String($0.1), String($0.2)) })
    }
}

@Suite("Cases of queries")
struct QueryCases {
    @Test("rows give rows", arguments: QueryCase.all)
    func rows(example: QueryCase) throws {
        let store = try TemporaryStore(rows: example.rows)
        let query = try QueryCatalog().query(example.query)
        let session = try store.session()
        let table = try session.run(query, parameters: example.parameters)
        let summarized = try session.runSummarized(query, parameters: example.parameters)
        #expect(summarized == table)
        let text = CSVFormat().text(of: table)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try example.write(text)
            Issue.record("\(example.testDescription) is written")
        }
        #expect(text == example.expected)
        checkOrder(of: table, query)
        checkTypes(of: table, query)
        checkRates(of: table, query)
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

    /// Rates and shares are what the header says that they divide.
    private func checkRates(of table: ResultTable, _ query: QueryFile) {
        for column in query.columns {
            guard let parts = column.parts, let rates = table.column(column.name),
                let part = table.column(parts.part), let whole = table.column(parts.whole)
            else { continue }
            for row in rates.indices {
                guard let rate = rates[row].number, let part = part[row].number,
                    let whole = whole[row].number
                else { continue }
                #expect(
                    abs(rate * whole - part) < 1e-6 * max(1, whole),
                    "\(query.name).\(column.name): \(rate) is not \(part) / \(whole)")
            }
        }
    }

    /// Cells are of the type that the header says, or null.
    private func checkTypes(of table: ResultTable, _ query: QueryFile) {
        for column in query.columns {
            for cell in table.column(column.name) ?? [] {
                let type = column.type.stored
                switch cell {
                case .integer: #expect(type == "integer", "\(query.name).\(column.name)")
                case .text: #expect(type == "text", "\(query.name).\(column.name)")
                case .real: #expect(type == "real", "\(query.name).\(column.name)")
                case .null: break
                case .blob: Issue.record("\(query.name).\(column.name) holds \(cell)")
                }
            }
        }
    }
}

extension ResultTable.Cell {
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .null, .text, .blob: nil
        }
    }
}

extension QueryFile.ColumnType {
    /// What SQLite's cells of it are.
    var stored: String {
        switch self {
        case .text: "text"
        case .integer: "integer"
        case .real, .rate, .share, .change: "real"
        }
    }
}
