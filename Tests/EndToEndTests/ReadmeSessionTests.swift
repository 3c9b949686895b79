import Foundation
import TestSupport
import Testing

/// The session that README shows is one that happened, with the program of today.
@Suite("The session in README")
struct ReadmeSessionTests {
    @Test("prints what it says")
    func session() throws {
        let folder = try TemporaryFolder()
        for step in try steps() {
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

    /// The commands of the console block and what stands below each; `…` leaves lines out.
    private func steps() throws -> [Step] {
        let readme = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        let block = try #require(text.firstMatch(of: /```console\n([\s\S]*?)```/)?.1)
        var steps: [Step] = []
        for line in block.split(separator: "\n") where line != "…" {
            if line.hasPrefix("$ pushfunnel ") {
                let words = line.dropFirst("$ pushfunnel ".count).split(separator: " ")
                steps.append(Step(arguments: words.map(String.init), shown: []))
            } else {
                steps[steps.count - 1].shown.append(line)
            }
        }
        #expect(steps.count > 2)
        return steps
    }

    private func withoutDuration(_ line: Substring) -> String {
        String(line.replacing(/read in [0-9.]+ s:/, with: "read in N s:"))
    }
}
