import Foundation
import TestSupport
import Testing

/// The commands of Documentation/Tour.md still do what its pictures show; `make tour` draws them.
@Suite("The tour")
struct TourTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appending(path: "Documentation/Tour")
    private static let largestPicture = 200_000

    private struct Step {
        var command: String
        var notes: Substring

        func word(_ name: String) -> String? {
            let words = notes.split(separator: " ")
            return zip(words, words.dropFirst()).first { $0.0 == name }.map { String($0.1) }
        }
    }

    private func steps() throws -> [Step] {
        let text = try String(
            contentsOf: Self.folder.appending(path: "session.txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("$ pushfunnel ") }.map {
            let sides = $0.dropFirst("$ pushfunnel ".count).split(separator: " ## ", maxSplits: 1)
            return Step(command: String(sides[0]), notes: sides.count > 1 ? sides[1] : "")
        }
    }

    @Test("runs to its end")
    func runs() throws {
        let folder = try TemporaryFolder()
        let steps = try steps()
        #expect(steps.count > 5)
        // What serve shows is tested where it is served.
        for step in steps where step.word("serve") == nil {
            let arguments = step.command.split(separator: " ").map(String.init)
            let finished = try Program.run(arguments, in: folder.path)
            let code = step.word("exit").flatMap { Int32($0) } ?? 0
            #expect(finished.code == code, "\(step.command): \(finished.errors)")
            if let page = step.word("page") {
                let text = try String(contentsOfFile: folder.file(page), encoding: .utf8)
                let heading = step.notes.split(separator: " from ").dropFirst().first
                if let heading { #expect(text.contains(">\(heading)</h2>"), "\(page)") }
            } else if step.word("lines") != nil || step.word("picture") != nil {
                #expect(!finished.output.isEmpty || !finished.errors.isEmpty)
            }
        }
    }

    @Test("has a small picture of each, light and dark, on a phone too, and its page shows them")
    func pictures() throws {
        let page = try ConsoleSession.page("Documentation/Tour.md")
        let names = try steps().flatMap { step -> [(String, String)] in
            if let name = step.word("picture") { return [(name, "svg")] }
            guard let page = step.word("page") else { return [] }
            let name = String(page.split(separator: "/").last?.dropLast(".html".count) ?? "")
            return [(name, "png"), (name + "-phone", "png")]
        }
        for (name, ending) in names {
            for scheme in ["light", "dark"] {
                let file = "\(name)-\(scheme).\(ending)"
                let data = try Data(contentsOf: Self.folder.appending(path: file))
                #expect((1000..<Self.largestPicture).contains(data.count), "\(file)")
                #expect(page.contains("\"Tour/\(file)\""), "\(file)")
            }
        }
    }

    @Test("lends README the picture of a page, light and dark")
    func readme() throws {
        let readme = try ConsoleSession.page("README.md")
        for file in ["day-light.png", "day-dark.png"] {
            #expect(readme.contains("\"Documentation/Tour/\(file)\""), "\(file)")
        }
    }
}
