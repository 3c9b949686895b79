import Foundation
import TestSupport
import Testing

/// Commands in a console block of a page, and what stands below each; `…` leaves lines out.
struct ConsoleSession {
    private struct Step {
        var arguments: [String]
        var shown: [Substring]
    }

    private var steps: [Step] = []

    init(_ block: Substring) {
        for line in block.split(separator: "\n") where line != "…" {
            if line.hasPrefix("$ pushfunnel ") {
                steps.append(Step(arguments: ConsoleSession.words(line.dropFirst(13)), shown: []))
            } else {
                steps[steps.count - 1].shown.append(line)
            }
        }
    }

    /// A page of the repository.
    static func page(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Runs all of it: each line that is shown is printed by its command.
    func run(in folder: borrowing TemporaryFolder) throws {
        #expect(steps.count > 1)
        for step in steps {
            let finished = try Program.run(step.arguments, in: folder.path)
            #expect(finished.code == 0, "\(step.arguments)")
            let printed = (finished.errors + finished.output)
                .split(separator: "\n").map(withoutDuration)
            for line in step.shown.map(withoutDuration) {
                #expect(printed.contains(line), "\(step.arguments) does not print: \(line)")
            }
        }
    }

    /// Words between blanks, as a shell has them; those in quotes may have blanks inside.
    private static func words(_ line: Substring) -> [String] {
        line.matches(of: /"([^"]*)"|'([^']*)'|(\S+)/).map { String($0.1 ?? $0.2 ?? $0.3 ?? "") }
    }

    private func withoutDuration(_ line: Substring) -> String {
        String(line.replacing(/read in [0-9.]+ s:/, with: "read in N s:"))
    }
}
