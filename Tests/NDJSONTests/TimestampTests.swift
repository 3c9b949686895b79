import NDJSON
import TestSupport
import Testing

@Suite("Times")
struct TimestampTests {
    /// 2026-11-20 09:00:00 UTC.
    static let nine: Int64 = 1_795_165_200_000_000

    static let texts: [(String, Int64)] = [
        ("2026-11-20T09:00:00Z", 0), ("2026-11-20T09:00:00z", 0), ("2026-11-20t09:00:00Z", 0),
        ("2026-11-20T09:00:00", 0), ("2026-11-20 09:00:00", 0), ("2026-11-20 09:00:00 UTC", 0),
        ("2026-11-20 09:00:00UTC", 0), ("2026-11-20T09:00:00+00:00", 0),
        ("2026-11-20T09:00:00-00:00", 0), ("2026-11-20 09:00:00+00", 0),
        ("2026-11-20T10:00:00+01:00", 0), ("2026-11-20T10:00:00+0100", 0),
        ("2026-11-20T10:00:00 +0100", 0), ("2026-11-20T14:30:00+05:30", 0),
        ("2026-11-19T23:00:00-10:00", 0), ("2026-11-20T22:45:00+13:45", 0),
        ("2026-11-20T09:00:00.1Z", 100_000), ("2026-11-20T09:00:00.118034Z", 118_034),
        ("2026-11-20T09:00:00,5Z", 500_000), ("2026-11-20T09:00:00.000001Z", 1),
        ("2026-11-20T09:00:00.0000019Z", 1), ("2026-11-20T09:00:00.118034567Z", 118_034),
        ("2026-11-20 09:00:00.118034 UTC", 118_034), ("2026-11-20T10:00:00.5+01:00", 500_000),
        ("2026-11-20T08:59:60Z", 0), ("2026-11-20T08:59:59.999999Z", -1),
        ("1795165200", 0), ("1795165200.5", 500_000), ("1795165200000", 0),
        ("1795165200118.034", 118_034), ("1795165200118034", 118_034),
        ("1795165200118034999", 118_034), ("1795165200118034.9", 118_034),
    ]

    @Test("every form of one moment is read", arguments: texts)
    func forms(text: String, offset: Int64) {
        #expect(Timestamp(text)?.microseconds == Self.nine + offset)
    }

    @Test("magnitude distinguishes seconds, milliseconds, microseconds and nanoseconds")
    func magnitudes() {
        #expect(Timestamp("99999999999")?.microseconds == 99_999_999_999_000_000)
        #expect(Timestamp("100000000000")?.microseconds == 100_000_000_000_000)
        #expect(Timestamp("99999999999999")?.microseconds == 99_999_999_999_999_000)
        #expect(Timestamp("100000000000000")?.microseconds == 100_000_000_000_000)
        #expect(Timestamp("99999999999999999")?.microseconds == 99_999_999_999_999_999)
        #expect(Timestamp("100000000000000000")?.microseconds == 100_000_000_000_000)
        #expect(Timestamp("9223372036854775807")?.microseconds == 9_223_372_036_854_775)
        #expect(Timestamp("0")?.microseconds == 0)
        #expect(Timestamp("-1.5")?.microseconds == -1_500_000)
        #expect(Timestamp("-0.5")?.microseconds == -500_000)
        #expect(Timestamp("-9223372036854775807")?.microseconds == -9_223_372_036_854_776)
    }

    @Test(
        "other values are no times",
        arguments: [
            "2026-11/20 09:00:00", "2026/11-20 09:00:00",
            "", " ", "-", ".", "-.5", "5.", ".5", "1e9", "+5", " 1795165200", "1795165200 ",
            "0x6b", "1,795", "yesterday", "null", "99999999999999999999", "1795165200.5x",
            "2026-11", "2026-11-20", "2026-11-20T", "2026-11-20T09", "2026-11-20T09:00",
            "2026-11-20T09:00Z", "2026-11-20T09:00:00.Z", "2026-11-20T09:00:00.",
            "20261120T090000Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-01-32T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
            "2026-11-31T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T09:60:00Z",
            "2026-11-20T09:00:61Z", "2026-11-20T9:00:00Z", "2026-11-20_09:00:00Z",
            "2026-11-20  09:00:00", "2026-11-20T09:00:00 ", "2026-11-20T09:00:00 CET",
            "2026-11-20T09:00:00 UTCx", "2026-11-20T09:00:00Zx", "2026-11-20T09:00:00+1",
            "2026-11-20T09:00:00+24:00", "2026-11-20T09:00:00+01:60", "2026-11-20T09:00:00+01:",
            "2026-11-20T09:00:00+01:0", "-2026-11-20T09:00:00Z", "12026-11-20T09:00:00Z",
            "20.11.2026 09:00:00", "Fri, 20 Nov 2026 09:00:00 GMT",
            "２０２６-11-20T09:00:00Z",
        ])
    func absurd(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(
        "leap days are days of leap years",
        arguments: [("2028", true), ("2000", true), ("1900", false), ("2026", false)])
    func leapYears(year: String, hasLeapDay: Bool) {
        #expect((Timestamp("\(year)-02-29T12:00:00Z") != nil) == hasLeapDay)
    }

    @Test(
        "a field's time may be a number or text, and nothing else",
        arguments: [
            ("1795165200", nine), ("1795165200.25", nine + 250_000), (#""1795165200""#, nine),
            (#""2026-11-20T09:00:00Z""#, nine), (#""2026-11-20T09\u003a00:00Z""#, nine),
            ("true", nil), ("null", nil), ("{}", nil), ("[1795165200]", nil), (#""""#, nil),
            ("1.5e9", nil),
        ] as [(String, Int64?)])
    func fields(json: String, microseconds: Int64?) throws {
        #expect(try readValue(json: json) { Timestamp($0)?.microseconds } == microseconds)
    }

    /// `+00:00` in the place of the zone takes the long way.
    @Test("the usual forms are read as any other", arguments: 1...20 as ClosedRange<UInt64>)
    func usual(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for round in 0..<500 {
            let moment = Timestamp(microseconds: Int64(random.below(4_000_000_000)) * 1_000_003)
            let isUTC = round % 2 == 0
            let micros = padded(moment.microseconds % 1_000_000, 6)
            let seconds = moment.text.prefix(19)
            var text = isUTC ? bytes("\(seconds.replacing("T", with: " ")).\(micros)") : []
            if !isUTC { text = bytes(String(moment.text.dropLast())) }
            if round % 4 > 1 {
                let strange = Array("0123456789-:.TtZ /;+".utf8)
                text[random.below(text.count)] = random.pick(strange)
                // Before an offset a space may stand, before Z none.
                if text.last == UInt8(ascii: " ") { text[text.count - 1] = UInt8(ascii: "x") }
            }
            let start = String(decoding: text, as: UTF8.self)
            let usual = Timestamp(start + (isUTC ? " UTC" : "Z"))
            #expect(usual == Timestamp(start + "+00:00"), "\(start)")
            if round % 4 < 2 {
                let expected = isUTC ? moment : Timestamp(milliseconds: moment.milliseconds)
                #expect(usual == expected)
            }
        }
    }

    @Test("days and hours begin at their start, before 1970 as well")
    func text() throws {
        let last = try #require(Timestamp("1969-12-31T23:59:59.999999Z"))
        #expect(last.microseconds == -1)
        #expect(last.milliseconds == -1)
        #expect(last.hour == -1)
        #expect(last.text == "1969-12-31T23:59:59.999Z")
        #expect(last.hourText == "1969-12-31T23")
        let nine = Timestamp(microseconds: Self.nine)
        #expect(nine.text == "2026-11-20T09:00:00.000Z")
        #expect(nine.dayText == "2026-11-20")
        #expect(nine.hourText == "2026-11-20T09")
        #expect(Timestamp("0001-01-01T00:00:00Z")?.dayText == "0001-01-01")
        #expect(Timestamp("9999-12-31T23:59:59Z")?.dayText == "9999-12-31")
    }
}
