import Foundation
import Reporting

private let markup = "<script>'\"&"

/// What a page may ask for: words, a list of one, so that no nesting takes for ever, and what is
/// true and false.
nonisolated(unsafe) private let data: [String: Any] = [
    "title": markup, "none": "", "yes": true, "no": false,
    "rows": [["name": markup, "rows": [["name": markup]]] as [String: Any]],
]

/// Templates of a user's own are refused with a line that they have, or make the same page each
/// time; data is markup in it only where a template asks for that. The first is the page, one
/// behind a NUL is `_own`, which it may include.
func fuzzTemplates(_ bytes: [UInt8]) throws {
    let parts = bytes.prefix(4096)
        .split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    var templates = PageTemplates()
    for (name, text) in zip(["_page", "_own"], parts) {
        templates.add(TextFile(path: name + ".html.mustache", text: text))
    }
    do {
        let page = try templates.text("_page", .html, data)
        try expectEqual(page, templates.text("_page", .html, data), "a page made again")
        // `{{{` and `{{&` ask for markup, also behind other delimiters, and so does `{{%`.
        let asks = parts.contains { text in ["{{{", "&", "{{=", "%"].contains(where: text.contains)
        }
        try expect(asks || !page.contains(markup), "data is markup")
    } catch let error as QueryError {
        let lines = parts.map { $0.utf8.count { $0 == 0x0a } + 1 }
        try expectProblems(error, lines.max() ?? 1)
    }
}
