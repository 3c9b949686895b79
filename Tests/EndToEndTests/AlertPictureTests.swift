import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Alerts that are drawn: in back-tests, and beside the alerts of a report.
@Suite("Pictures of alerts")
struct AlertPictureTests {
    private static let drawn = [
        "delivered, platform android", "opened, platform ios", "sends, all",
    ]

    @Test("a back-test as a page: each series that alarmed, its days, and the tables")
    func page() throws {
        let store = try WatchedStore()
        let page = store.file("backtest.html")
        let made = try store.alert("backtest", "--since", "2025-10-22", "-o", page)
        #expect(made == Finished(output: "", errors: "", code: 0))
        let html = try String(contentsOfFile: page, encoding: .utf8)
        for title in Self.drawn { #expect(html.contains("<caption>\(title), by day</caption>")) }
        #expect(html.contains("<caption>Alarms</caption>"))
        #expect(html.contains("<caption>Smallest drop that each series can show</caption>"))
        // The other series are small, side by side; their days are one table.
        #expect(html.contains("<caption>Series without an alarm, by day</caption>"))
        #expect(html.contains(#/\d series without an alarm: /#))
        let tables = html.matches(of: #/<caption>([^<]*)</caption>/#).map { String($0.1) }
        let folded = html.matches(of: #/<details><summary>/#).count
        #expect(folded == tables.count - 2)
        #expect(!html.contains("<script") && !html.contains("://"))
        let again = try store.alert("backtest", "--since", "2025-10-22", "--format", "html")
        #expect(again.output == html)
    }

    @Test("a back-test as a drawing: well-formed, and by itself")
    func drawing() throws {
        let store = try WatchedStore()
        let made = try store.alert("backtest", "--since", "2025-10-22", "--format", "svg")
        #expect(made.code == 0 && made.errors.isEmpty)
        #expect(XMLParser(data: Data(made.output.utf8)).parse())
        #expect(made.output.hasPrefix("<svg "))
        for title in Self.drawn { #expect(made.output.contains(">\(title)</text>")) }
    }

    @Test("what a page draws is what the alarms say")
    func figures() throws {
        let store = try WatchedStore()
        let made = try store.alert("backtest", "--since", "2025-10-22", "--format", "svg")
        // Of each alarm: from its first hour to its end, at 800 units for five days.
        let json = try store.alert("backtest", "--since", "2025-10-22", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let alarms = try #require((object as? [String: Any])?["alarms"] as? [[String: Any]])
        #expect(alarms.count >= 3)
        for alarm in alarms {
            let start = try #require(alarm["starts_at"] as? String)
            let day = try #require(Int(start.dropFirst(8).prefix(2)))
            let words = "\(day) Oct 2025 \(start.dropFirst(11).prefix(5)),"
            #expect(made.output.contains(words), "\(words)")
        }
    }

    @Test("a report draws the series of its alerts, the same in any order; none without alerts")
    func report() throws {
        let store = try WatchedStore()
        #expect(!(try html(store)).contains(" by hour: "))
        let other = try WatchedStore(empty: ())
        try other.ingest(WatchedStore.files { _, _ in true }.reversed())
        for store in [store, other] {
            for time in ["2025-10-24T14:00", "2025-10-24T22:00", "2025-10-25T15:00"] {
                _ = try store.alert("-q", "--now", time)
            }
        }
        let page = try html(store)
        let summary = #/platform ios by hour: \d+ came and \d+ were expected from 12:00 to /#
        #expect(page.contains(summary))
        #expect(try html(store) == page)
        #expect(try html(other) == page)
        let text = try Program.run("report", "--day", "2025-10-24", "--db", store.path)
        #expect(text.output.contains("iOS opens back to normal: ") && !text.output.contains("<svg"))
        let both = try html(store, "--since", "2025-10-24", "--until", "2025-10-26")
        for title in Self.drawn.prefix(2) { #expect(both.contains(">\(title)</title>")) }
    }

    private func html(_ store: WatchedStore, _ period: String...) throws -> String {
        let asked = period.isEmpty ? ["--day", "2025-10-24"] : period
        let made = try Program.run(["report", "--html", "--db", store.path] + asked)
        #expect(made.code == 0, "\(made.errors)")
        return made.output
    }
}
