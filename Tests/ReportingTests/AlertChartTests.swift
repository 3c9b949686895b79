import Alerts
import Delivery
import Reporting
import Testing

/// Properties of charts of alerts, whatever the hours.
@Suite("Charts of alerts")
struct AlertChartTests {
    private func marks(_ series: AlertSeries) throws -> SVGMarks {
        try SVGMarks(try #require(svg(of: series, title: "A <title> & \"more\"", id: "a b")))
    }

    @Test("are well-formed, hold all that they draw, and give the same bytes")
    func drawn() throws {
        for (name, series) in Gallery.alerts {
            let marks = try marks(series)
            #expect(marks.drawings.count == 2, "one for each width of screen")
            #expect(marks.ids.count == Set(marks.ids).count)
            for image in marks.drawings {
                let named = image.attributes["aria-labelledby"]?.split(separator: " ") ?? []
                let words = named.map { marks.words[String($0)] ?? "" }
                #expect(words.first == "A <title> & \"more\"")
                #expect(words.last?.contains("Alarms: ") == true, "\(name): \(words)")
                let long = image.numbers.filter {
                    ($0.split(separator: ".").last?.count ?? 0) > 1
                        && $0.contains(".")
                }
                #expect(long == [])
                #expect(AlertChartTests.isInside(image), "\(name)")
            }
            let drawings = (0..<3).map { _ in svg(of: series, title: "", id: "a") }
            #expect(Set(drawings).count == 1)
        }
    }

    private static func isInside(_ image: SVGMarks.Drawing) -> Bool {
        image.height < 1000
            && image.points.allSatisfy { x, y in
                (-0.01...image.width + 0.01).contains(x)
                    && (-0.01...image.height + 0.01).contains(y)
            }
    }

    @Test("no hour, no chart")
    func nothing() {
        let none = AlertSeries(metric: "opened", hours: [], episodes: [.init(start: 1, end: 2)])
        #expect(svg(of: none, title: "", id: "a") == nil)
        let unknown = AlertSeries(
            metric: "opened",
            hours: [
                .init(hour: 1, observed: 1, expected: .nan, likelyLow: 0, likelyHigh: 1),
                .init(hour: .max, observed: 1, expected: 1, likelyLow: 0, likelyHigh: 1),
            ], episodes: [])
        #expect(svg(of: unknown, title: "", id: "a") == nil)
    }

    @Test("take any numbers", arguments: [0, -1, 1e300, 1e15, 1e-300, .infinity, .nan] as [Double])
    func extremes(number: Double) throws {
        let (_, series) = Gallery.alerts[0]
        for field in [\AlertSeries.Hour.expected, \.likelyLow, \.likelyHigh] {
            var other = series
            for index in 5..<20 { other.hours[index][keyPath: field] = number }
            for index in 5..<20 { other.hours[index].observed = number }
            other.episodes.append(.init(start: .min, end: .max))
            other.episodes.append(.init(start: .max, end: nil))
            other.episodes.append(.init(start: 9, end: 3))
            for image in try marks(other).drawings {
                #expect(AlertChartTests.isInside(image), "\(field)")
            }
        }
    }

    @Test("the hours of a year are means, and no more points than a screen has")
    func year() throws {
        let hours = (0..<Int64(365 * 24)).map {
            AlertSeries.Hour(
                hour: 480_000 + $0, observed: 100, expected: 100, likelyLow: 80, likelyHigh: 120)
        }
        let series = AlertSeries(
            metric: "opened", hours: hours, episodes: [.init(start: 481_000, end: 481_002)])
        let image = try #require(try marks(series).drawings.first)
        #expect(image.points.count < 10_000)
        #expect(image.texts.contains { $0.contains("A point is the mean hour of a day.") })
        let mean = try #require(image.paths.last)
        #expect(
            Set(mean.split { "ML".contains($0) }.map { $0.split(separator: " ")[1] }).count == 1)
    }

    @Test("an hour without data is a gap of what was observed, not of what was expected")
    func gap() throws {
        var (_, series) = Gallery.alerts[0]
        series.episodes = []
        let whole = try #require(try marks(series).drawings.first).paths
        for index in 30..<34 { series.hours[index].observed = nil }
        let image = try #require(try marks(series).drawings.first)
        #expect(image.paths.count == 3)
        #expect(image.paths[2].count { $0 == "M" } == whole[2].count { $0 == "M" } + 1)
        #expect(image.paths[1].count { $0 == "M" } == 1)
    }

    @Test("words: sums, and each alarm")
    func words() throws {
        let hours = (0..<48).map { hour in
            AlertSeries.Hour(
                hour: 489_840 + hour, observed: hour == 7 ? 10 : 100, expected: 100,
                likelyLow: 80, likelyHigh: 120)
        }
        let series = AlertSeries(
            metric: "opened", hours: hours,
            episodes: [
                .init(start: 489_847, end: 489_848), .init(start: 489_886, end: nil),
                .init(start: 489_000, end: 489_100),
            ])
        let text = try #require(svg(of: series, title: "t", id: "a"))
        let words =
            "opened by hour, 18 Nov – 19 Nov 2025, UTC: 4,710 observed, 4,800 expected. "
            + "Alarms: 18 Nov 2025 07:00, 1 h; 19 Nov 2025 22:00, 2 h."
        #expect(text.contains(words))
    }

    @Test("a day of which some hours have no data is the mean of the others, on both sides")
    func partial() throws {
        let hours = (0..<Int64(30 * 24)).map { hour in
            let expected = hour % 24 < 12 ? 10.0 : 100
            return AlertSeries.Hour(
                hour: 489_840 + hour, observed: hour < 12 ? nil : expected, expected: expected,
                likelyLow: expected, likelyHigh: expected)
        }
        let series = AlertSeries(metric: "opened", hours: hours, episodes: [])
        let paths = try #require(try marks(series).drawings.first).paths
        #expect(paths.count == 3)
        // The line of what was expected begins and ends half a day earlier and later.
        #expect(paths[1].contains(paths[2].dropFirst()))
        let sums = try #require(svg(of: series, title: "t", id: "a"))
        #expect(sums.contains("39,480 observed, 39,480 expected."))
    }
}
