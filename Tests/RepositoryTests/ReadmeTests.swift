import Delivery
import Foundation
import Reporting
import Testing

/// README.md is the first page; Documentation/Reference.md has the tables of everything.
@Suite("README.md and the reference")
struct ReadmeTests {
    private static let reference = "Documentation/Reference.md"
    private static let longestReadme = 160
    private static let pages = ["README.md"] + own.map { "Documentation/\($0).md" }
    private static let own = [
        "Alerts", "Definitions", "Follow", "Glossary", "Lake", "Monitoring", "Operations",
        "Reference", "Speed", "Tour",
    ]

    @Test("README is short")
    func length() throws {
        let count = try Repository.lines("README.md").count - 1
        #expect(count > 0 && count <= Self.longestReadme)
    }

    private static func commands(of page: String) throws -> [String] {
        try Repository.table(page, beginning: "command").compactMap {
            $0.first?.firstMatch(of: /`pushfunnel (\w+)/).map { String($0.1) }
        }
    }

    @Test("help and the reference list the commands in one order, README the first five")
    func commands() throws {
        let commands = try Help.commands()
        #expect(try Self.commands(of: Self.reference) == commands)
        #expect(try Self.commands(of: "README.md") == Array(commands.prefix(5)))
    }

    /// The others are for one command alone; its help describes them.
    @Test("the reference names the options that most readers need")
    func options() throws {
        let text = try Repository.text(Self.reference)
        let needed = [
            "--db", "--map", "--window", "--max-rejects", "--day", "--since", "--until", "--tz",
            "--where", "--as-of", "--json", "--csv", "--md", "--param", "--queries", "--describe",
        ]
        #expect(needed.filter { !text.contains("`\($0)") && !text.contains(" \($0)") } == [])
    }

    @Test("pages name no option that does not exist", arguments: pages)
    func unknownOptions(page: String) throws {
        let known = try Help.commands().flatMap { try Help.options(of: $0) }
        let own = ["--help", "--version", "--generate-completion-script"]
        let named = try Repository.text(page).matches(of: /(?:^|[ `(])(--[a-z][a-z-]+)/)
            .map { String($0.1) }
        #expect(Set(named).subtracting(known + own) == [])
    }

    @Test("the reference names every view, and none that does not exist")
    func views() throws {
        let line = try Repository.lines(Self.reference).first { $0.hasPrefix("Views: ") } ?? ""
        let named = line.matches(of: /`(\w+)`/).map { String($0.1) }
        #expect(named == ViewDocumentation.all.map(\.name))
    }

    @Test("the reference names every kind of setting")
    func settings() throws {
        let text = try Repository.text(Self.reference)
        let named = try Help.text().matches(of: /PUSHFUNNEL_\w+/).map { String($0.0) }
        #expect(!named.isEmpty)
        #expect(Set(named).filter { !text.contains($0) } == [])
    }

    /// The reference has the codes of the help, which are those that the program can exit with.
    @Test("the reference names every exit code")
    func exitCodes() throws {
        let rows = try Repository.table(Self.reference, beginning: "exit code")
        let listed = rows.flatMap { numbers($0[0]) }
        #expect(!listed.isEmpty)
        let help = try Help.text().firstMatch(of: /EXIT CODES\s+((?:.+\n)+)/)?.1 ?? ""
        #expect(Set(listed).subtracting(numbers(help)) == [])
        let source = try Repository.text("Sources/pushfunnel/Program/Diagnostics.swift")
        let codes = source.matches(of: /case \w+ = (\d+)/).compactMap { Int($0.1) }
        #expect(!codes.isEmpty)
        #expect(Set(codes).subtracting(listed) == [])
        #expect(Set(codes).subtracting(numbers(help)) == [])
    }

    private func numbers(_ text: some StringProtocol) -> [Int] {
        String(text).matches(of: /\b\d+\b/).compactMap { Int($0.0) }
    }
}
