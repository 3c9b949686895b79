import Delivery
import Foundation
import Reporting

/// A folder with pages (`NAME.html`, `.md` and `.json`; NAME is a day, for the standard report),
/// their list `pages.json`, and an `index.html` of the days.
struct ReportFolder {
    static let formats: [(FormatName, suffix: String)] = [
        (.html, ".html"), (.markdown, ".md"), (.json, ".json"),
    ]

    private let path: String
    private let templates: PageTemplates
    /// The names of its files.
    private let files: Set<String>
    private var list: PageList

    init(_ path: String, _ templates: PageTemplates) throws {
        try OutputFile.makeFolder(path)
        self.path = path.hasSuffix("/") ? path : path + "/"
        self.templates = templates
        files = Set(try OutputFile.names(in: self.path))
        list = PageList(try ReportFolder.text(self.path + PageList.fileName) ?? "")
        try addUnlisted()
    }

    /// Pages of earlier versions.
    private mutating func addUnlisted() throws {
        for name in files.compactMap(ReportFolder.day) where list.pages[name] == nil {
            list.pages[name] = PageList.Page(figures: try overall(name))
        }
    }

    /// The day of the name of a page, `YYYY-MM-DD.html`.
    private static func day(_ file: String) -> String? {
        file.wholeMatch(of: /(\d{4}-\d{2}-\d{2})\.html/).map { String($0.1) }
    }

    /// Whether all files of a page are there.
    func has(_ name: String) -> Bool {
        ReportFolder.formats.allSatisfy { files.contains(name + $0.suffix) }
    }

    /// Whether a page is there and was made from the same.
    func isCurrent(_ name: String, mark: String) -> Bool {
        has(name) && list.pages[name]?.mark == mark
    }

    /// `day` is the one of the newest data.
    mutating func write(_ report: Report, _ name: String, mark: String, on day: String) throws {
        let page = (list.pages[name] ?? PageList.Page()).next(
            mark: mark, isFinal: report.isFinal, figures: report.figures, on: day)
        var report = report
        if let note = page.changeNote { report.notes.append(note) }
        for (format, suffix) in ReportFolder.formats {
            let text = try report.text(format, style: .plain, templates: templates)
            try OutputFile.write(text, to: path + name + suffix)
        }
        list.pages[name] = page
    }

    /// Deletes the pages of days before a day, `YYYY-MM-DD`; none before an empty text.
    mutating func delete(before day: String) throws {
        do throws(SystemError) {
            for day in try DayPages.delete(before: day, in: path) { list.pages[day] = nil }
        } catch {
            throw Diagnostic("\(path): pages cannot be deleted", error)
        }
    }

    /// Writes the list and the index, if they change. Pages of pruned days stay in both.
    func writeIndex() throws {
        try write(list.json, to: PageList.fileName)
        let days = list.pages.compactMap { name, page -> ReportIndex.Day? in
            guard let day = ReportFolder.day(name + ".html") else { return nil }
            return ReportIndex.Day(day: day, href: name + ".html", overall: page.figures)
        }
        let sorted = days.sorted { $0.day < $1.day }
        try write(ReportIndex.page(sorted, templates), to: "index.html")
    }

    private func write(_ text: String, to name: String) throws {
        guard try ReportFolder.text(path + name) != text else { return }
        try OutputFile.write(text, to: path + name)
    }

    /// The first row of the page's first table.
    private func overall(_ name: String) throws -> [String: Double] {
        guard let text = try ReportFolder.text(path + name + ".json") else { return [:] }
        let page = (try? JSONDecoder().decode(JSONWord.self, from: Data(text.utf8)))?.value
        let sections = (page as? [String: Any])?["sections"] as? [String: Any]
        let rows = (sections?["overall"] as? [String: Any])?["rows"] as? [[String: Any]]
        return rows?.first?.compactMapValues { $0 as? Double } ?? [:]
    }

    /// Nil where there is no such file.
    private static func text(_ file: String) throws -> String? {
        guard access(file, F_OK) == 0 else { return nil }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Diagnostic(
                .inputOutput, "\(file): cannot be read",
                hint: "the index shows its figures: check its permissions")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
