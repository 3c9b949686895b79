import Foundation
import Testing

/// What SECURITY.md says that holds is held by a test.
@Suite("SECURITY.md")
struct SecurityTests {
    private static let sections = [
        "logs", "privacy", "SQL", "what is printed", "what is served", "files",
    ]

    @Test("names a test for each line of what holds", arguments: sections)
    func lines(section: String) throws {
        let rows = try Repository.table("SECURITY.md", beginning: section)
        #expect(!rows.isEmpty)
        for row in rows {
            let named = (row.last ?? "").matches(of: /`([^`]+)`/).map { String($0.1) }
            #expect(row.count == 2 && !named.isEmpty, "\(row)")
            for name in named { #expect(try Self.isTest(name), "there is no test \(name)") }
        }
    }

    @Test("has no other tables of what holds")
    func complete() throws {
        let heads = try Repository.lines("SECURITY.md").filter { $0.hasSuffix("| held by |") }
        #expect(heads.count == Self.sections.count)
    }

    /// It defends each.
    @Test("is not passed by: databases are opened in one place")
    func connections() throws {
        let found = try Repository.files(in: "Sources", ending: ".swift").filter { path in
            try Repository.text(path).contains("sqlite3_open")
        }
        #expect(found == ["Sources/SQLite/Connection.swift"])
    }

    /// `Cases/folder`, or `Suite.function`.
    private static func isTest(_ name: String) throws -> Bool {
        if name.hasPrefix("Cases/") {
            return Repository.files(in: "Tests/" + name, ending: "command").count == 1
        }
        let parts = name.split(separator: ".")
        guard parts.count == 2 else { return false }
        return try Repository.files(in: "Tests", ending: "Tests.swift").contains { path in
            let text = try Repository.text(path)
            guard let suite = text.firstRange(of: "struct \(parts[0]) {") else { return false }
            let rest = text[suite.upperBound...]
            let own = rest[..<(rest.firstRange(of: "\n}")?.lowerBound ?? rest.endIndex)]
            guard let function = own.firstRange(of: "    func \(parts[1])(") else { return false }
            let before = own[..<function.lowerBound]
            let end = before.ranges(of: "\n    }\n").last?.upperBound ?? before.startIndex
            return before[end...].contains("@Test")
        }
    }
}
