import Foundation
import Reporting

/// A folder with a page for each day (`YYYY-MM-DD.html`, `.md` and `.json`), and an `index.html` of
/// all pages.
struct ReportFolder {
    static let formats: [(FormatName, suffix: String)] = [
        (.html, ".html"), (.markdown, ".md"), (.json, ".json"),
    ]

    private let path: String
    private let templates: PageTemplates

    init(_ path: String, _ templates: PageTemplates) throws {
        try OutputFile.makeFolder(path)
        self.path = path.hasSuffix("/") ? path : path + "/"
        self.templates = templates
    }

    func write(_ report: Report, day: String) throws {
        for (format, suffix) in ReportFolder.formats {
            let text = try report.text(format, style: .plain, templates: templates)
            try OutputFile.write(text, to: path + day + suffix)
        }
    }

    /// Reads the pages, not the database: pages of pruned days stay in the index.
    func writeIndex() throws {
        let days = try OutputFile.names(in: path).filter {
            $0.wholeMatch(of: /\d{4}-\d{2}-\d{2}\.html/) != nil
        }.sorted()
        let entries = try days.map { name in
            let day = String(name.dropLast(".html".count))
            return try ReportIndex.Day(day: day, href: name, overall: overall(day))
        }
        try OutputFile.write(ReportIndex.page(entries, templates), to: path + "index.html")
    }

    /// The first row of the page's first table.
    private func overall(_ day: String) throws -> [String: Double] {
        let file = path + day + ".json"
        guard access(file, F_OK) == 0 else { return [:] }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Diagnostic(
                .inputOutput, "\(file): cannot be read",
                hint: "index.html shows its figures: check its permissions")
        }
        let page = (try? JSONDecoder().decode(JSONWord.self, from: data))?.value as? [String: Any]
        let sections = page?["sections"] as? [String: Any]
        let rows = (sections?["overall"] as? [String: Any])?["rows"] as? [[String: Any]]
        return rows?.first?.compactMapValues { $0 as? Double } ?? [:]
    }
}
