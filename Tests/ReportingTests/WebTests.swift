import Delivery
import Reporting
import Testing

@Suite("Pages of serve")
struct WebTests {
    @Test("addresses say what they are given, whatever it holds")
    func addresses() {
        let address = WebAddress("/day/ä b", [("a", "1&2=3"), ("b", ""), ("c", "x\ny+z")])
        #expect(address.text == "/day/%C3%A4%20b?a=1%262%3D3&c=x%0Ay%2Bz")
        #expect(address.with("a", nil).with("d", "/").text == "/day/%C3%A4%20b?c=x%0Ay%2Bz&d=%2F")
        #expect(address["b"] == nil)
    }

    @Test("days are those of their zone, also when its clock changes")
    func days() throws {
        let berlin = try #require(LocalDays("Europe/Berlin", .utc))
        let change = try #require(berlin.period(from: "2025-10-26", to: "2025-10-26"))
        #expect(change.sinceText == "2025-10-25T22" && change.untilText == "2025-10-26T23")
        let week = try #require(berlin.period(from: "2025-12-09", to: "2025-12-15"))
        #expect(week.sinceText == "2025-12-08T23" && week.untilText == "2025-12-15T23")
        #expect(berlin.day(of: try #require(Period.hour("2025-12-15T23"))) == "2025-12-16")
        #expect(berlin.day("2025-03-01", plus: -1) == "2025-02-28")
        // There, the day begins at one o'clock.
        let cairo = try #require(LocalDays("Africa/Cairo", .utc))
        let spring = try #require(cairo.period(from: "2025-04-25", to: "2025-04-25"))
        #expect(spring.sinceText == "2025-04-24T22" && spring.untilText == "2025-04-25T21")
        #expect(berlin.period(from: "2025-12-15", to: "2025-12-14") == nil)
        #expect(berlin.period(from: "2025-02-30", to: "2025-03-01") == nil)
        #expect(LocalDays("Asia/Kolkata", .utc) == nil && LocalDays("Nowhere", .utc) == nil)
        // Hours of half an hour later, of which days of Berlin have none.
        let clock = HourClock(zone: "Asia/Kolkata", first: 1_800_000)
        #expect(LocalDays("Europe/Berlin", clock) == nil)
        let kolkata = try #require(LocalDays("Asia/Kolkata", clock))
        let day = try #require(kolkata.period(from: "2025-12-15", to: "2025-12-15"))
        #expect(day.sinceText == "2025-12-14T18" && day.untilText == "2025-12-15T18")
    }

    @Test("navigation is one line, and nothing else of a page changes")
    func navigation() {
        let page = "<head></head>\n<body>\n<div>x</div>\n<pre>\n<body>\n</pre>\n"
        let navigation = Navigation(.days, asOf: 0, zone: "UTC")
        let shown = navigation.above(page)
        let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2] == navigation.line[...] && lines[2].hasPrefix("<nav "))
        let rest = lines[..<2] + lines[3...]
        #expect(rest.joined(separator: "\n") == page)
    }
}
