import Delivery
import Foundation
import Reporting
import Testing

@Suite("README.md")
struct ReadmeTests {
    @Test("names every command")
    func commands() throws {
        let named = try Repository.table("README.md", beginning: "command")
            .compactMap { $0.first?.firstMatch(of: /`pushfunnel (\w+)/).map { String($0.1) } }
        #expect(Set(named) == Set(try Help.commands()))
    }

    /// The others are for one command alone, and its help tells of them.
    @Test("names the options that most readers need")
    func options() throws {
        let text = try Repository.text("README.md")
        let needed = [
            "--db", "--map", "--window", "--max-rejects", "--day", "--since", "--until", "--tz",
            "--where", "--as-of", "--json", "--csv", "--md", "--param", "--queries", "--describe",
        ]
        #expect(needed.filter { !text.contains("`\($0)") && !text.contains(" \($0)") } == [])
    }

    @Test("names no option that is not there")
    func unknownOptions() throws {
        let known = try Help.commands().flatMap { try Help.options(of: $0) }
        let own = ["--help", "--version", "--generate-completion-script"]
        let named = try Repository.text("README.md").matches(of: /(?:^|[ `(])(--[a-z][a-z-]+)/)
            .map { String($0.1) }
        #expect(Set(named).subtracting(known + own) == [])
    }

    @Test("names every view, and none that is not there")
    func views() throws {
        let line = try Repository.lines("README.md").first { $0.hasPrefix("Views: ") } ?? ""
        let named = line.matches(of: /`(\w+)`/).map { String($0.1) }
        #expect(named == ViewDocumentation.all.map(\.name))
    }

    @Test("names every kind of setting")
    func settings() throws {
        let readme = try Repository.text("README.md")
        let named = try Help.text().matches(of: /PUSHFUNNEL_\w+/).map { String($0.0) }
        #expect(!named.isEmpty)
        #expect(Set(named).filter { !readme.contains($0) } == [])
    }

    /// Codes as README has them are those of the help, and those that the program can end with.
    @Test("names every exit code")
    func exitCodes() throws {
        let rows = try Repository.table("README.md", beginning: "exit code")
        let readme = rows.flatMap { numbers($0[0]) }
        #expect(!readme.isEmpty)
        let help = try Help.text().firstMatch(of: /EXIT CODES\s+((?:.+\n)+)/)?.1 ?? ""
        #expect(Set(readme).subtracting(numbers(help)) == [])
        let source = try Repository.text("Sources/pushfunnel/Diagnostics.swift")
        let codes = source.matches(of: /case \w+ = (\d+)/).compactMap { Int($0.1) }
        #expect(!codes.isEmpty)
        #expect(Set(codes).subtracting(readme) == [])
        #expect(Set(codes).subtracting(numbers(help)) == [])
    }

    private func numbers(_ text: some StringProtocol) -> [Int] {
        String(text).matches(of: /\b\d+\b/).compactMap { Int($0.0) }
    }
}
