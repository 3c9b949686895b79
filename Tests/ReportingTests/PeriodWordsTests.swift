import Delivery
import Reporting
import Testing

@Suite("Periods in words")
struct PeriodWordsTests {
    private func words(_ since: String, _ until: String, _ zone: String = "UTC") throws -> String {
        let period = Period(
            since: try #require(Period.hour(since) as Int64?),
            until: try #require(Period.hour(until) as Int64?))
        return PeriodWords(period, zone: zone).title
    }

    @Test("a day of the zone has its weekday")
    func day() throws {
        #expect(
            try words("2025-12-14T23", "2025-12-15T23", "Europe/Berlin")
                == "Monday, 15 December 2025 · Europe/Berlin")
        #expect(try words("2025-12-15", "2025-12-16") == "Monday, 15 December 2025 · UTC")
        #expect(try words("1970-01-01", "1970-01-02") == "Thursday, 1 January 1970 · UTC")
    }

    @Test("a day of 25 hours is a day")
    func longDay() throws {
        #expect(
            try words("2025-10-25T22", "2025-10-26T23", "Europe/Berlin")
                == "Sunday, 26 October 2025 · Europe/Berlin")
    }

    @Test("days and hours name what differs")
    func spans() throws {
        #expect(try words("2025-12-01", "2025-12-08") == "1 to 7 December 2025 · UTC")
        #expect(try words("2025-11-28", "2025-12-04") == "28 November to 3 December 2025 · UTC")
        #expect(
            try words("2025-12-30", "2026-01-03") == "30 December 2025 to 2 January 2026 · UTC")
        #expect(
            try words("2025-12-15T06", "2025-12-15T12")
                == "15 December 2025, 06:00 to 12:00 · UTC")
        #expect(
            try words("2025-12-14T22", "2025-12-15T06")
                == "14 December 2025, 22:00 to 15 December 2025, 06:00 · UTC")
    }

    @Test("how final it is")
    func maturity() throws {
        let end = try #require(Period.hour("2025-12-16") as Int64?)
        var words = PeriodWords(Period(since: end - 24, until: end), zone: "UTC")
        #expect(words.maturity == "final")
        words.openUntil = end + 72
        #expect(words.maturity == "opens still arriving until 18 Dec")
        #expect(PeriodWords(Period(), zone: "UTC").maturity == "nothing is stored")
    }
}
