import Foundation
import TestSupport
import Testing

/// The session that README shows is one that happened, with the program of today.
@Suite("The sessions in README")
struct ReadmeSessionTests {
    @Test("the first prints what it says")
    func session() throws {
        try run(block: 0, in: TemporaryFolder())
    }

    @Test("so does the one with logs that applications write anyway")
    func ownLogs() throws {
        let folder = try TemporaryFolder()
        try ApplicationLogs.write(to: folder.file("app-logs"))
        try run(block: 1, in: folder)
        let database = folder.file("pushfunnel.db")
        let rows = try Program.run(
            [
                "sql", "--db", database, "--csv",
                """
                select platform, send_hour, sum(sent) from funnel_hourly
                group by 1, 2 order by 1, 2
                """,
            ], in: folder.path)
        let wanted = ApplicationLogs.sends.map {
            "\($0.platform),2025-11-18T\(String(format: "%02d", $0.hour)),\($0.count)"
        }
        #expect(rows.output.split(separator: "\n").dropFirst().map(String.init) == wanted)
    }

    private func run(block: Int, in folder: borrowing TemporaryFolder) throws {
        for step in try steps(block) {
            let finished = try Program.run(step.arguments, in: folder.path)
            #expect(finished.code == 0, "\(step.arguments)")
            let printed = (finished.errors + finished.output)
                .split(separator: "\n").map(withoutDuration)
            for line in step.shown.map(withoutDuration) {
                #expect(printed.contains(line), "\(step.arguments) does not print: \(line)")
            }
        }
    }

    private struct Step {
        var arguments: [String]
        var shown: [Substring]
    }

    /// The commands of a console block and what stands below each; `…` leaves lines out.
    private func steps(_ number: Int) throws -> [Step] {
        let readme = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        let blocks = text.matches(of: /```console\n([\s\S]*?)```/)
        try #require(blocks.count > number)
        let block = blocks[number].1
        var steps: [Step] = []
        for line in block.split(separator: "\n") where line != "…" {
            if line.hasPrefix("$ pushfunnel ") {
                let words = line.dropFirst("$ pushfunnel ".count).split(separator: " ")
                steps.append(Step(arguments: words.map(String.init), shown: []))
            } else {
                steps[steps.count - 1].shown.append(line)
            }
        }
        #expect(steps.count > 1)
        return steps
    }

    private func withoutDuration(_ line: Substring) -> String {
        String(line.replacing(/read in [0-9.]+ s:/, with: "read in N s:"))
    }
}
