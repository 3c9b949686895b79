import Foundation
import TestSupport
import Testing

/// Databases as they are read by Datasette, DuckDB, pandas and polars, which make installs below
/// `.tools`; left out where they cannot be had.
@Suite("Tools that people have")
struct ReaderToolTests {
    private static let tools = SystemdUnit.repository.appending(path: ".tools/venv/bin").path

    /// The script says what it asks.
    @Test("Datasette answers every named query as sql does")
    func datasette() throws {
        try check("Tools/datasette_check.py", "--datasette", Self.tools + "/datasette")
    }

    /// The script says what it asks.
    @Test("DuckDB reads every view with its types, and answers every named query as SQLite does")
    func duckDB() throws {
        try check("Tools/duckdb_check.py")
    }

    /// The script has the questions.
    @Test("what analysts ask has the answers of an independent reader, in every tool")
    func questions() throws {
        try check("Questions/check.py", "--datasette", Self.tools + "/datasette")
    }

    @Test("Documentation/Tools.md is right: its code gives the program's own numbers")
    func page() throws {
        try check("Tools/page_check.py")
    }

    /// The script says what it sends.
    @Test("Python's email reads mails, and msmtp delivers them")
    func mails() throws {
        try check("Tools/mail_check.py")
    }

    private func check(_ script: String, _ arguments: String...) throws {
        guard FileManager.default.fileExists(atPath: Self.tools + "/../installed") else {
            return Skip.report("\(script): .tools/venv is not installed")
        }
        let path = SystemdUnit.repository.appending(path: "Tests/\(script)").path
        let finished = try Program.run(
            executable: Self.tools + "/python",
            ["-B", path, "--binary", Program.path] + arguments)
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
    }
}
