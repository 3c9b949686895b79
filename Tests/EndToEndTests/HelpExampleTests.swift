import Foundation
import TestSupport
import Testing

/// The examples of help can be copied: they work on the sample logs of README.md, in one folder.
@Suite("Examples of help")
struct HelpExampleTests {
    @Test("run on sample logs")
    func run() throws {
        // Other hosts, Spark, and commands that never end.
        let others =
            /spark:|yarn|s3a:|spark-sql|local\[|https:|counts\.db|--follow|pushfunnel serve/
        let folder = try TemporaryFolder()
        try "a-token\n".write(
            toFile: folder.file("tokens.txt"), atomically: true, encoding: .utf8)
        let whole = try Examples(of: [])
        try #require(whole.commands.first?.hasPrefix("pushfunnel sample logs && ") == true)
        for name in [""] + whole.subcommands + ["lake export", "alert list", "alert silence"] {
            // alert's examples need more history than the sample has.
            guard name != "alert" else { continue }
            let examples = try Examples(of: name.split(separator: " ").map(String.init)).commands
            #expect(!examples.isEmpty, "\(name)")
            for example in examples where example.firstMatch(of: others) == nil {
                let run = try Program.run(
                    executable: "/bin/sh",
                    ["-ec", "pushfunnel() { \"$PUSHFUNNEL\" \"$@\"; }; \(example)"],
                    in: folder.path)
                #expect(run.code == 0, "\(example): \(run.errors)")
            }
        }
    }

    /// ArgumentParser would break longer lines.
    @Test("stand on one line")
    func width() throws {
        let alerts = try Examples(of: ["alert"]).subcommands.map { "alert \($0)" }
        #expect(alerts.count >= 5)
        for name in try [""] + Examples(of: []).subcommands + alerts {
            let commands = try Examples(of: name.split(separator: " ").map(String.init)).commands
            let broken = commands.filter { $0.firstMatch(of: /pushfunnel |spark-sql/) == nil }
            #expect(broken == [], "\(name)")
        }
    }
}

private struct Examples {
    let commands: [String]
    let subcommands: [String]

    init(of command: [String]) throws {
        let lines = try Program.run(["help"] + command).output
            .split(separator: "\n", omittingEmptySubsequences: false)
        commands = Examples.section("EXAMPLES", lines).map { String($0.dropFirst(2)) }
        subcommands = Examples.section("SUBCOMMANDS:", lines).compactMap {
            $0.prefixMatch(of: /\s{2}(\w+)(?: \(default\))?\s{2,}/).map { String($0.1) }
        }
    }

    private static func section(_ title: String, _ lines: [Substring]) -> ArraySlice<Substring> {
        lines.drop { $0 != title }.dropFirst().prefix { !$0.isEmpty }
    }
}
