import Foundation
import Reporting
import TestSupport
import Testing

@Suite("Pages of days")
struct DayPageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ names: [String], _ text: String = "{\n  \"report\": \"nightly\",\n") throws
    {
        for name in names { _ = try folder.write(Array(text.utf8), to: name) }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func page(_ day: String) -> [String] { [".html", ".json", ".md"].map { day + $0 } }

    @Test("before a day are deleted, the others stay")
    func deleted() throws {
        let days = ["2025-11-16", "2025-11-17", "2025-11-18"]
        try write(days.flatMap(page) + ["index.html"])
        #expect(try DayPages.delete(before: "2025-11-18", in: folder.path) == days.dropLast())
        #expect(try names == page("2025-11-18") + ["index.html"])
        #expect(try DayPages.delete(before: "2025-11-18", in: folder.path) == [])
    }

    @Test("of others stay: other names, and a day without a report in JSON")
    func others() throws {
        try write(["2025-11-16.csv", "2025-11-16.json.old", "notes-2025-11-16.json", "2025.json"])
        try write(page("2025-11-15"), "{\"day\": 1}\n")
        try write(["2025-11-14.html", "2025-11-14.md"])
        let before = try names
        #expect(try DayPages.delete(before: "2026-01-01", in: folder.path) == [])
        #expect(try names == before)
    }

    @Test("whose deletion was interrupted are deleted by the next one")
    func interrupted() throws {
        try write(["2025-11-16.json", "2025-11-16.md"])
        #expect(try DayPages.delete(before: "2025-11-17", in: folder.path) == ["2025-11-16"])
        #expect(try names == [])
    }

    @Test("says what it is narrowed to, unless its title names that")
    func narrowed() throws {
        var report = try DayReport(usual: .month()).report()
        report.title = "Campaign sale by variant b"
        report.wordsOfTitle = ["campaign"]
        report.scope = [("since", "2025-12-15T00"), ("campaign", "sale"), ("variant", "b")]
        let page = try report.text(.text, style: .plain, templates: PageTemplates())
        for text in [page, report.digest(.slack, page: nil) ?? ""] {
            #expect(text.contains(" · variant b only"), "\(text)")
            #expect(!text.contains("sale only"))
        }
    }

    @Test("names lead to their pages, and an alert to its day, if that is another")
    func links() throws {
        var day = DayReport(usual: .month())
        try day.add(
            "funnel_by_campaign",
            ["sale", "<b>", "news"].map {
                ["campaign": .text($0), "sent": 200, "opened": 20, "open_rate": 0.1]
            })
        day.addAlert(starts: "2025-12-14T23:00:00Z")
        var report = try day.report()
        report.links = PageLinks(
            campaign: { $0 == "news" ? nil : "of?\($0)" }, day: { "\($0).html" })
        let page = try report.text(.html, style: .plain, templates: PageTemplates())
        #expect(page.contains(#"<a href="of?sale"><bdi>sale</bdi></a>"#))
        #expect(page.contains(#"<a href="of?&lt;b&gt;"><bdi>&lt;b&gt;</bdi></a>"#))
        #expect(page.contains("<bdi>news</bdi></th>"))
        #expect(page.contains(#"<a href="2025-12-14.html">Its day</a>"#))
        var other = DayReport(usual: .month())
        other.addAlert()
        report = try other.report()
        report.links = PageLinks(day: { "\($0).html" })
        #expect(
            try !report.text(.html, style: .plain, templates: PageTemplates()).contains("Its day"))
    }
}
