import Foundation
import Reporting
import Testing

/// The `sqlite3` shell, where it is installed.
enum SQLiteShell {
    static let path = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/opt/homebrew/bin/sqlite3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What the shell prints for a query: a line for each row, cells as SQL literals.
    static func rows(
        _ database: String, _ query: QueryFile, _ parameters: [String: String?]
    ) throws -> String {
        var script = ".parameter init\n"
        for case (let name, let value?) in parameters.sorted(by: { $0.key < $1.key }) {
            script += "insert into temp.sqlite_parameters values (':\(name)', \(literal(value)));\n"
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "")
        process.arguments = ["-quote", "-bail", database]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data((script + query.text).utf8))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    /// The shell prints 20 digits of a real number: each as the shortest text of the same double.
    static func shortest(_ rows: String) -> String {
        rows.replacing(/-?\d+\.\d+(?:e[-+]\d+)?/) { match in
            Double(match.output).map { "\($0)" } ?? String(match.output)
        }
    }

    static func literal(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }

    static func literal(_ cell: ResultTable.Cell) -> String {
        switch cell {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): literal(text)
        case .blob: "?"
        }
    }
}

@Suite("Queries in the sqlite3 shell", .enabled(if: SQLiteShell.path != nil, "no sqlite3"))
struct ShellTests {
    @Test("the same file gives the same rows there", arguments: QueryCase.all)
    func sameRows(example: QueryCase) throws {
        let store = try TemporaryStore(rows: example.rows)
        let query = try QueryCatalog().query(example.query)
        let table = try store.session().run(query, parameters: example.parameters)
        let lines = table.rows.map { $0.map(SQLiteShell.literal).joined(separator: ",") + "\n" }
        let shell = try SQLiteShell.rows(store.path, query, example.parameters)
        #expect(SQLiteShell.shortest(shell) == SQLiteShell.shortest(lines.joined()))
    }
}
