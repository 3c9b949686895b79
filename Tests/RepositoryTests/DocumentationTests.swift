import Foundation
import Testing

/// What pages of Documentation say of the sources.
@Suite("Documentation")
struct DocumentationTests {
    private static let pages =
        Repository.files(in: "Documentation", ending: ".md") + ["README.md"]

    @Test("links lead to files")
    func links() throws {
        var offenders: [String] = []
        #expect(Self.pages.count > 2)
        for page in Self.pages {
            let folder = Repository.root.appending(path: page).deletingLastPathComponent()
            for link in try Repository.text(page).matches(of: /\]\(([^)#\s]+)[^)]*\)/)
            where !link.1.contains("://") && !link.1.hasPrefix("mailto:") {
                let file = folder.appending(path: String(link.1)).standardizedFileURL.path
                if !FileManager.default.fileExists(atPath: file) {
                    offenders.append("\(page): \(link.1)")
                }
            }
        }
        #expect(offenders == [])
    }

    @Test("links to a section lead to a heading")
    func anchors() throws {
        var offenders: [String] = []
        for page in Self.pages {
            let file = Repository.root.appending(path: page)
            for link in try Repository.text(page).matches(of: /\]\(([^)#\s]*)#([^)\s]+)\)/)
            where !link.1.contains("://") {
                let target =
                    link.1.isEmpty
                    ? file : file.deletingLastPathComponent().appending(path: String(link.1))
                let text = try String(contentsOf: target.standardizedFileURL, encoding: .utf8)
                let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
                if !headings.map(Self.anchor).contains(String(link.2)) {
                    offenders.append("\(page): \(link.1)#\(link.2)")
                }
            }
        }
        #expect(offenders == [])
    }

    /// The anchor that GitHub gives a heading: `## Of a store, again` is `of-a-store-again`.
    private static func anchor(_ heading: Substring) -> String {
        let title = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        return title.lowercased().replacing(" ", with: "-").filter {
            $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
        }
    }

    @Test("every reason of reconcile is explained, and no other")
    func reasons() throws {
        let source = try Repository.text("Sources/Reporting/Reconcile/ReconcileReason.swift")
        let known = source.matches(of: /case \w+ = "(\w+)"/).map { String($0.1) }
        let rows = try Repository.table("Documentation/Formats.md", beginning: "reason")
        let explained = rows.flatMap { row in row[0].matches(of: /`(\w+)`/).map { String($0.1) } }
        #expect(!known.isEmpty)
        #expect(explained.sorted() == known.sorted())
    }
}
