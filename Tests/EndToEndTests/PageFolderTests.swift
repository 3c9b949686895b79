import Foundation
import TestSupport
import Testing

/// A folder of pages that each night brings up to date: `report --each-day -o FOLDER`.
@Suite(
    "A folder of pages",
    .sample("--sends", "6000", "--days", "9", "--dirty", "0.005", "--late", "0.1"))
struct PageFolderTests {
    private let database: Database
    private let pages: String

    init() throws {
        database = try Database()
        pages = database.folder + "/pages/"
    }

    private static let quiet = Finished(output: "", errors: "", code: 0)

    /// Makes what is to be made; gives the names of files that were written.
    private func night(_ options: String...) throws -> Set<String> {
        let before = try contents()
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        for name in before.keys {
            try FileManager.default.setAttributes(
                [.modificationDate: old], ofItemAtPath: pages + name)
        }
        let finished = try Program.run(
            ["report", "--db", database.path, "--each-day", "-o", pages] + options)
        #expect(finished == Self.quiet)
        return try Set(
            contents().keys.filter { name in
                let values = try FileManager.default.attributesOfItem(atPath: pages + name)
                return values[.modificationDate] as? Date != old
            })
    }

    private func contents() throws -> [String: Data] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: pages)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, FileManager.default.contents(atPath: pages + $0) ?? Data())
            })
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: pages + name, encoding: .utf8)
    }

    private func ingest(_ files: [String]) throws {
        #expect(try database.ingest(files) == Self.quiet)
    }

    /// Logs of events from 10 to 19 h of a day arrive days later than all others.
    private static func isLate(_ file: String) -> Bool {
        file.contains("/events/2025-11-18T1")
    }

    /// Without the sentence of a page whose figures changed after it was final, and the ways to
    /// other pages.
    private static func withoutNote(_ page: String) -> String {
        page.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("after it was final") && !$0.contains("class=\"ways\"") }
            .joined(separator: "\n")
    }

    @Test("changes where counts change, and nowhere else")
    func nights() throws {
        let files = try #require(Undisturbed.current).sample.files
        try ingest(files.filter { !Self.isLate($0) })
        let first = try night()
        #expect(first.count == 9 * 3 + 2)
        #expect(try night() == [])
        #expect(try night("--since", "2025-11-19") == [])

        try ingest(files.filter(Self.isLate))
        let second = try night()
        // Pages of later days say what is usual before them.
        #expect(second.isSuperset(of: ["2025-11-18.html", "2025-11-18.json", "pages.json"]))
        let note = try #require(
            text("2025-11-18.md").split(separator: "\n").first { $0.contains("after it was final") }
        )
        #expect(note.contains("more received") && note.contains("Changed on 2025-11-25"), "\(note)")
        #expect(try night() == [])

        for day in 17...25 {
            let one = try database.run("report", "--day", "2025-11-\(day)", "--html")
            #expect(try Self.withoutNote(text("2025-11-\(day).html")) == one.output, "\(day)")
        }
    }

    @Test("brings back deleted pages, and leaves those of pruned days")
    func deleted() throws {
        let files = try #require(Undisturbed.current).sample.files
        try ingest(files)
        _ = try night()
        let whole = try contents()
        try FileManager.default.removeItem(atPath: pages + "2025-11-20.md")
        try FileManager.default.removeItem(atPath: pages + "index.html")
        let page: Set = ["2025-11-20.html", "2025-11-20.md", "2025-11-20.json", "index.html"]
        #expect(try night() == page)
        #expect(try contents() == whole)

        #expect(try database.run("prune", "-q", "--before", "2025-11-20").code == 0)
        #expect(try night() == [])
        try FileManager.default.removeItem(atPath: pages + "pages.json")
        let again = try night()
        #expect(again.contains("2025-11-21.html") && !again.contains("2025-11-19.html"))
        #expect(try contents().keys == whole.keys)
        try "{".write(toFile: pages + "pages.json", atomically: true, encoding: .utf8)
        #expect(try night().contains("pages.json"))
    }

    @Test("leads from each page to those beside it and to the index, and from there to all")
    func ways() throws {
        try ingest(try #require(Undisturbed.current).sample.files)
        #expect(try database.run("note", "2025-11-20", "app 5.4 released").code == 0)
        _ = try night()
        let links = try text("2025-11-20.html").matches(of: /<a href="([^"#]*)" rel="(\w+)"/)
        #expect(
            links.map { "\($0.2) \($0.1)" } == [
                "prev 2025-11-19.html", "up index.html", "next 2025-11-21.html",
            ])
        #expect(try !text("2025-11-17.html").contains("rel=\"prev\""))
        #expect(try !text("2025-11-25.html").contains("rel=\"next\""))
        let index = try text("index.html")
        for day in 17...25 { #expect(index.contains("href=\"2025-11-\(day).html\"")) }
        #expect(index.contains("app 5.4 released"))
        #expect(index.contains(">Tue 25 Nov</a>"))
    }

    @Test("has a page for each campaign, to which days and the index lead")
    func campaigns() throws {
        try ingest(try #require(Undisturbed.current).sample.files)
        _ = try night()
        #expect(try !text("2025-11-20.html").contains("href=\"campaign-"))
        let first = try night("--each", "campaign")
        let pages = first.filter { $0.contains(#/^campaign-[0-9a-f]{32}\.html$/#) }.sorted()
        #expect(pages.count > 5)
        #expect(first.contains("2025-11-20.html"))
        let index = try text("index.html")
        let linked = try text("2025-11-20.html")
            .matches(of: #/href="(campaign-[^"]*)"><bdi>(\w+)</#)
        #expect(linked.count == 8)
        for page in pages { #expect(index.contains("href=\"\(page)\"")) }
        for link in linked {
            let page = try text(String(link.1))
            #expect(page.contains("<title>Campaign \(link.2) · 17 to 25 November 2025 · UTC"))
            #expect(page.contains("grey: all other campaigns"))
        }
        #expect(try night("--each", "campaign") == [])
        #expect(try night() == [])
        let one = try database.run(
            "report", "campaign", "--where", "campaign=\(linked[0].2)", "--html", "--since",
            "2025-11-17", "--until", "2025-11-26")
        #expect(try Self.withoutNote(text(String(linked[0].1))) == one.output)
    }

    @Test("has a page for each week, and deletes old ones")
    func weeks() throws {
        try ingest(try #require(Undisturbed.current).sample.files)
        let first = try night("--each-week", "--each", "campaign")
        #expect(first.isSuperset(of: ["week-2025-11-17.html", "week-2025-11-24.html"]))
        #expect(try text("index.html").contains("href=\"week-2025-11-17.html\""))
        let links = try text("week-2025-11-17.html").matches(of: /<a href="([^"#]*)" rel="(\w+)"/)
        #expect(links.map { "\($0.2) \($0.1)" } == ["up index.html", "next week-2025-11-24.html"])
        let one = try database.run("report", "--week", "2025-11-20", "--html").output
        let linked = try text("week-2025-11-17.html").replacing(
            #/<a href="campaign-[^"]*">(<bdi>[^<]*<\/bdi>)<\/a>/#
        ) { $0.output.1 }
        #expect(Self.withoutNote(linked) == one)
        _ = try night("--each-week", "--keep-pages", "3d")
        let left = try contents().keys.filter { $0.hasPrefix("week-") }
        #expect(left.sorted() == ["html", "json", "md"].map { "week-2025-11-24.\($0)" })
    }

    @Test("keeps pages as long as it is asked to")
    func kept() throws {
        try ingest(try #require(Undisturbed.current).sample.files)
        _ = try night()
        // The newest send is of 2025-11-25.
        let changed = try night("--keep-pages", "3d")
        // The first page that stays leads to no page before it.
        let first = ["html", "md", "json"].map { "2025-11-23." + $0 }
        #expect(changed == Set(["pages.json", "index.html"] + first))
        let days = try contents().keys.filter { $0.hasSuffix(".html") && $0 != "index.html" }
        #expect(days.sorted() == (23...25).map { "2025-11-\($0).html" })
        #expect(try night("--keep-pages", "3d") == [])
    }

    @Test("is the same whatever nights there were")
    func anyNights() throws {
        let files = try #require(Undisturbed.current).sample.files.sorted {
            $0.suffix(24) < $1.suffix(24)
        }
        for part in 0..<3 {
            try ingest(Array(files[files.count * part / 3..<files.count * (part + 1) / 3]))
            _ = try night()
        }
        let other = try PageFolderTests()
        try other.ingest(files)
        _ = try other.night()
        let (ours, theirs) = (try contents(), try other.contents())
        #expect(ours.keys == theirs.keys)
        for (name, content) in ours where name.hasSuffix(".html") && name != "index.html" {
            let pages = [content, theirs[name] ?? Data()].map {
                Self.withoutNote(String(decoding: $0, as: UTF8.self))
            }
            #expect(pages[0] == pages[1], "\(name)")
        }
    }

    @Test("one clock that is ahead changes nothing but its own counts", arguments: [1, 240, 1380])
    func ahead(minutes: Int) throws {
        let files = try #require(Undisturbed.current).sample.files
        try ingest(files)
        let report = try scopeAndMaturity()
        let ids = """
            select message_id from messages
            where status = 'sent' and platform = 'android' and received = 0 and topic is null
            order by message_id desc limit 1
            """
        let id = try database.rows(ids).trimmingCharacters(in: .whitespacesAndNewlines)
        let newest = try #require(database.number("select max(sent_ms) from messages"))
        let line = """
            {"ts":\(newest + minutes * 60_000),"platform":"android","event":"received",\
            "bundle":{"google.message_id":"\(id)"}}
            """
        let path = database.folder + "/ahead.ndjson"
        try (line + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let received = "select sum(received) from messages"
        let before = try #require(database.number(received))
        try ingest([path])
        #expect(database.number(received) == before + 1)
        #expect(try scopeAndMaturity() == report)
    }

    /// What a report of the newest day says of the time of the data.
    private func scopeAndMaturity() throws -> [String] {
        let report = try database.run("report", "--day", "2025-11-25", "--json").output
        return report.split(separator: "\n").map(String.init).filter {
            $0.contains("\"as_of\"") || $0.contains("\"projected_opened\"")
        }
    }
}
