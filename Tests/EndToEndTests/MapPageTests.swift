import Foundation
import TestSupport
import Testing

/// The examples of the page on maps: logs, a map and what comes of them.
@Suite("The page on maps")
struct MapPageTests {
    struct Example: Sendable, CustomStringConvertible {
        var description: String
        var logs: String
        var map: String
        var session: String
    }

    static let examples: [Example] = {
        let page = (try? ConsoleSession.page("Documentation/Maps.md")) ?? ""
        return page.split(separator: "\n### ").dropFirst().compactMap { section in
            let block = { (language: String) in
                section.split(separator: "\n```").first { $0.hasPrefix(language + "\n") }
                    .map { String($0.dropFirst(language.count + 1)) + "\n" }
            }
            guard let logs = block("ndjson"), let map = block("json"),
                let session = block("console")
            else { return nil }
            return Example(
                description: String(section.prefix { $0 != "\n" }), logs: logs, map: map,
                session: session)
        }
    }()

    @Test("has ten examples")
    func count() { #expect(Self.examples.count >= 10) }

    @Test("shows what is printed, without warnings", arguments: examples)
    func example(example: Example) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(example.logs.utf8), to: "logs.ndjson")
        try folder.write(Array(example.map.utf8), to: "map.json")
        let dryRun = try Program.run(
            ["ingest", "--dry-run", "--map", "map.json", "logs.ndjson"], in: folder.path)
        #expect(!dryRun.errors.contains("warning"), "\(dryRun.errors)")
        try ConsoleSession(example.session[...]).run(in: folder)
    }
}
