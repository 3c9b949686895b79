import Delivery
import Foundation
import Reporting

/// A folder with pages (`NAME.html`, `.md` and `.json`; NAME is a day, for the standard report),
/// their list `pages.json`, and an `index.html` of the days.
struct ReportFolder {
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
        let days = files.compactMap { DayPages.day(ofFile: $0, .html) }
        for day in days where list.pages[day] == nil {
            list.pages[day] = PageList.Page(figures: try overall(day))
        }
    }

    /// Whether all files of a page are there.
    func has(_ name: String) -> Bool {
        DayPages.formats.allSatisfy { files.contains(DayPages.file(name, $0)) }
    }

    /// Whether a page is there and was made from the same.
    func isCurrent(_ name: String, mark: String) -> Bool {
        has(name) && list.pages[name]?.mark == mark
    }

    /// `day` is the one of the newest data.
    mutating func write(_ report: Report, _ name: String, mark: String, on day: String) throws {
        let page = (list.pages[name] ?? PageList.Page()).next(mark: mark, report, on: day)
        var report = report
        if let note = page.changeNote { report.notes.append(note) }
        for format in DayPages.formats {
            let text = try report.text(format, style: .plain, templates: templates)
            try OutputFile.write(text, to: path + DayPages.file(name, format))
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
    func writeIndex(notes: [DayNote]) throws {
        try write(list.json, to: PageList.fileName)
        let days = list.pages.filter { DayPages.isDay($0.key) }.sorted { $0.key < $1.key }
        let entries = days.map { day, page in
            ReportIndex.Day(day: day, href: DayPages.file(day, .html), page: page)
        }
        try write(ReportIndex.page(entries, templates, notes: notes), to: ReportIndex.fileName)
    }

    /// The pages of a report after this run, in order: those of the folder, and those of `days`.
    func pages(_ prefix: String, with days: [String], from firstKept: String) -> [String] {
        let stored = list.pages.keys.filter {
            $0.hasPrefix(prefix) && DayPages.isDay(String($0.dropFirst(prefix.count)))
        }
        return Set(stored + days.map { prefix + $0 }).filter { $0 >= prefix + firstKept }.sorted()
    }

    private func write(_ text: String, to name: String) throws {
        guard try ReportFolder.text(path + name) != text else { return }
        try OutputFile.write(text, to: path + name)
    }

    /// The first row of the page's first table.
    private func overall(_ name: String) throws -> [String: Double] {
        guard let text = try ReportFolder.text(path + DayPages.file(name, .json)) else {
            return [:]
        }
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
