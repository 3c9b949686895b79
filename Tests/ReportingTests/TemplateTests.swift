import Foundation
import Reporting
import Testing

/// Templates of users' own.
@Suite("Templates")
struct TemplateTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    /// What `_page` makes of an empty page, with some templates in a folder of reports.
    private func page(_ templates: [String: String]) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in templates {
            let file = folder.appending(path: name + ".html.mustache")
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let catalog = try ReportCatalog(folder: folder.path)
        return try catalog.templates.text("_page", .html, ["title": "<T>"])
    }

    private func problem(_ templates: [String: String]) throws -> QueryError.Kind? {
        let error = #expect(throws: QueryError.self) { try page(templates) }
        return error?.problems.first?.kind
    }

    @Test("include others of their folder, in the place of those of the program")
    func inclusion() throws {
        #expect(try page(["_page": "a{{> _own}}c", "_own": "{{title}}"]) == "a&lt;T&gt;c")
    }

    @Test(
        "that include themselves are refused, however they name themselves",
        arguments: [
            ["_page": "{{> _page}}"], ["_page": "{{> _a}}", "_a": "\n{{>_b}}", "_b": "{{> _a }}"],
            ["_page": "{{=<% %>=}}<%> _page%>"], ["_page": "{{! {{ }}{{> _page}}"],
            ["_page": "{{<_a}}{{/_a}}", "_a": "{{> _page}}"],
            ["_page": "{{#sections}}{{> _page}}{{/sections}}"], ["_page": "{{}}{{> _page}}{{}}"],
        ])
    func circle(templates: [String: String]) throws {
        guard case .partialInItself(let names)? = try problem(templates) else {
            Issue.record("\(templates) is taken")
            return
        }
        #expect(names.count >= 2 && names.first == names.last)
    }

    @Test(
        "reach no file outside, and none that the data names",
        arguments: [
            "../../../etc/passwd", "/etc/passwd", "*title", "_page.md", "nothing",
        ])
    func outside(name: String) throws {
        for text in ["{{> \(name)}}", "{{=<% %>=}}<%> \(name)%>"] {
            guard case .unknownPartial(name, _)? = try problem(["_page": text]) else {
                Issue.record("\(text) is taken")
                continue
            }
        }
    }

    @Test(
        "tell in which line they are broken, as editors number it",
        arguments: [
            ("{{a", 1), ("\n\n{{#a}}{{/b}}", 3), ("\u{c}\u{2028}{{a", 1), ("\r\n\u{b}\n{{a", 3),
        ])
    func broken(text: String, line: Int) throws {
        let error = #expect(throws: QueryError.self) { try page(["_page": text]) }
        #expect(error?.problems.first?.place?.line == line)
    }

    @Test("of the program let a page load nothing and run nothing")
    func policy() throws {
        let page = HTMLFormat().text(of: ResultTable(columns: ["a"], rows: [[1]]))
        let index = try ReportIndex.page([], PageTemplates())
        for text in [page, index] {
            let policy = try #require(
                text.firstMatch(of: /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/)
            )
            #expect(policy.1.hasPrefix("default-src 'none'; "))
            #expect(!policy.1.contains("script"))
            let before = text[..<policy.range.lowerBound]
            #expect(!before.contains("<style") && !before.contains("<title"))
        }
    }
}
