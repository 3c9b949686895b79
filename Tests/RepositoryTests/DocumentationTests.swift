import Foundation
import Testing

/// What pages of Documentation and the catalogues of DocC say of the sources; `make docs` asks DocC
/// itself, which takes minutes.
@Suite("Documentation")
struct DocumentationTests {
    private static let targets = ["NDJSON", "FCM", "Delivery", "Reporting", "Sampling"]

    @Test("every library has a page, whose symbols it declares", arguments: targets)
    func catalogues(target: String) throws {
        let page = try Repository.text("Sources/\(target)/\(target).docc/\(target).md")
        #expect(page.hasPrefix("# ``\(target)``\n"))
        let named = Set(page.matches(of: /``(\w+)``/).map { String($0.1) }).subtracting([target])
        #expect(named.count > 3)
        let sources = try Repository.files(in: "Sources/\(target)", ending: ".swift")
            .map(Repository.text).joined()
        let declared = sources.matches(
            of: /(?m)^(?:package|public) (?:final )?(?:struct|enum|class|protocol) (\w+)/)
        #expect(named.subtracting(declared.map { String($0.1) }) == [])
    }

    @Test("links lead to files")
    func links() throws {
        var offenders: [String] = []
        let pages = Repository.files(in: "Documentation", ending: ".md") + ["README.md"]
        #expect(pages.count > 2)
        for page in pages {
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
