import Delivery
import Foundation
import Reporting

/// A folder with pages (`NAME.html`, `.md` and `.json`; NAME is a day, for the standard report),
/// their list `pages.json`, and an `index.html` of days, weeks and campaigns.
struct ReportFolder {
    private let path: String
    private let templates: PageTemplates
    /// The names of its files.
    private let files: Set<String>
    private var list: PageList
    /// Campaigns that have a page now, or will have one after this run.
    private var campaigns: Set<String> = []
    private var days: Set<String> = []

    init(_ path: String, _ templates: PageTemplates) throws {
        try OutputFile.makeFolder(path)
        self.path = path.hasSuffix("/") ? path : path + "/"
        self.templates = templates
        files = Set(try OutputFile.names(in: self.path))
        list = PageList(try ReportFolder.text(self.path + PageList.fileName) ?? "")
        try addUnlisted()
        days = Set(list.pages.keys.filter { DayPages.isDay($0) && has($0) })
        campaigns = Set(list.pages.filter { has($0.key) }.compactMap(\.value.campaign))
    }

    /// Campaigns and days whose pages this run writes.
    mutating func expect(campaigns: [String] = [], days: [String] = []) {
        self.campaigns.formUnion(campaigns)
        self.days.formUnion(days)
    }

    /// Campaigns of days that have a number outside its usual range.
    func unusualCampaigns(from first: String, to last: String) -> [String] {
        list.pages.filter { DayPages.isDay($0.key) && first...last ~= $0.key }
            .sorted { $0.key < $1.key }.flatMap { $0.value.unusual ?? [] }
    }

    private var links: PageLinks {
        let (campaigns, days) = (campaigns, days)
        return PageLinks(
            campaign: { name in
                campaigns.contains(name) ? DayPages.file(PageName.campaign(name), .html) : nil
            }, day: { days.contains($0) ? DayPages.file($0, .html) : nil })
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
        guard has(name), let page = list.pages[name] else { return false }
        return page.mark == ReportFolder.mark(mark, page, links)
    }

    private static func mark(_ mark: String, _ page: PageList.Page, _ links: PageLinks) -> String {
        [mark, page.mark(of: links)].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `day` is the one of the newest data, `lastDay` the last one of a campaign's page.
    mutating func write(
        _ report: Report, _ name: String, mark: String, on day: String, campaign: String? = nil,
        to lastDay: String? = nil
    ) throws {
        var page = (list.pages[name] ?? PageList.Page()).next(mark: mark, report, on: day)
        page.mark = ReportFolder.mark(mark, page, links)
        page.campaign = campaign
        page.lastDay = lastDay
        if let campaign { campaigns.insert(campaign) }
        var report = report
        report.links = links
        if let note = page.changeNote { report.notes.append(note) }
        for format in DayPages.formats {
            let text = try report.text(format, style: .plain, templates: templates)
            try OutputFile.write(text, to: path + DayPages.file(name, format))
        }
        list.pages[name] = page
    }

    /// Deletes the pages of days, weeks and campaigns before a day, `YYYY-MM-DD`; none before an
    /// empty text.
    mutating func delete(before day: String) throws {
        do throws(SystemError) {
            for day in try DayPages.delete(before: day, in: path) { list.pages[day] = nil }
            let old = list.pages.filter { page, known in
                known.lastDay ?? PageName.monday(ofPage: page) ?? day < day
            }
            for page in old.keys.sorted() {
                try DayPages.delete(page, in: path)
                list.pages[page] = nil
            }
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
        let page = try ReportIndex.page(
            entries, weeks: weeks, campaigns: campaignEntries, templates, notes: notes)
        try write(page, to: ReportIndex.fileName)
    }

    /// The newest first.
    private var weeks: [ReportIndex.Entry] {
        list.pages.sorted { $0.key > $1.key }.compactMap { page, known in
            PageName.monday(ofPage: page).map { monday in
                .init(
                    name: PeriodWords.date(monday), href: DayPages.file(page, .html), page: known)
            }
        }
    }

    /// Those with most sends first.
    private var campaignEntries: [ReportIndex.Entry] {
        list.pages.compactMap { page, known in
            known.campaign.map { .init(name: $0, href: DayPages.file(page, .html), page: known) }
        }.sorted { a, b in
            (-(a.page.figures["sent"] ?? 0), a.name) < (-(b.page.figures["sent"] ?? 0), b.name)
        }
    }

    /// The pages of a kind after this run, in order: those of the folder, and those of `pages`.
    func pages(_ prefix: String, with pages: [String], from firstKept: String) -> [String] {
        let stored = list.pages.keys.filter {
            $0.hasPrefix(prefix) && DayPages.isDay(String($0.dropFirst(prefix.count)))
        }
        return Set(stored + pages).filter { $0 >= prefix + firstKept }.sorted()
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
