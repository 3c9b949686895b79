import Alerts
import Testing

/// Clients that lack opens, among counts that are made up.
@Suite("Clients that lack opens")
struct ClientPartsTests {
    private typealias Counts = ClientParts.Counts

    private static func value(
        _ name: String, now: (Double, Double), before: (Double, Double)
    ) -> ClientParts.Value {
        ClientParts.Value(
            name: name, now: Counts(received: now.0, opened: now.1),
            before: Counts(received: before.0, opened: before.1))
    }

    private static let usual = [
        value("5.1", now: (400, 38), before: (4000, 400)),
        value("5.2", now: (300, 31), before: (3000, 300)),
        value("(none)", now: (200, 9), before: (2000, 100)),
    ]

    private static func names(_ rows: [ClientParts.Value]) -> [String] {
        ClientParts.parts(of: "app_version", rows).map(\.dimension.text)
    }

    @Test("are named with what they would have opened by the rate of the others")
    func one() throws {
        let lost = Self.value("5.3", now: (500, 2), before: (3000, 300))
        let parts = ClientParts.parts(of: "app_version", Self.usual + [lost])
        #expect(parts.map(\.dimension.name) == ["app_version"])
        let part = try #require(parts.first)
        #expect(part.dimension.text == "5.3")
        #expect((part.received, part.opened) == (500, 2))
        #expect(abs(part.expected - 49) < 1)
    }

    @Test("are compared with the rest only, if several lack opens")
    func several() {
        let lost = [
            Self.value("5.3", now: (500, 3), before: (3000, 300)),
            Self.value("5.4", now: (900, 4), before: (3000, 300)),
        ]
        let parts = ClientParts.parts(of: "app_version", lost + Self.usual)
        #expect(parts.map(\.dimension.text) == ["5.4", "5.3"])
        #expect(abs(parts[0].expected - 88) < 2)
    }

    @Test("may be new: a version that nobody had before is expected to open as all")
    func newVersion() {
        let lost = Self.value("6.0", now: (250, 0), before: (0, 0))
        #expect(Self.names(Self.usual + [lost]) == ["6.0"])
    }

    @Test(
        "are none where all lack the same, where others are not there, or where few are expected",
        arguments: [
            [
                value("5.1", now: (400, 8), before: (4000, 400)),
                value("5.2", now: (300, 6), before: (3000, 300)),
            ],
            [value("5.1", now: (400, 0), before: (4000, 400))],
            usual + [value("5.3", now: (60, 0), before: (3000, 300))],
            // Only those who opened a message tell its button.
            [
                value("(none)", now: (900, 0), before: (9000, 0)),
                value("reply", now: (40, 40), before: (800, 800)),
                value("archive", now: (5, 5), before: (200, 200)),
            ],
            [],
        ])
    func none(rows: [ClientParts.Value]) {
        #expect(Self.names(rows) == [])
    }

    @Test("are seldom named by chance")
    func chance() {
        var numbers = RandomNumbers(seed: 4)
        let found = (0..<4000).count { _ in
            let rows = (0..<5).map { place -> ClientParts.Value in
                let rate = 0.1 + 0.05 * numbers.unit()
                let (now, before) = (100 + 400 * numbers.unit(), 4000.0)
                // Opens are still arriving, and clients differ by a tenth.
                let level = 0.3 * (1 + 0.1 * numbers.normal())
                return Self.value(
                    "5.\(place)", now: (now, Double(numbers.count(now * rate * level))),
                    before: (before, Double(numbers.count(before * rate))))
            }
            return !Self.names(rows).isEmpty
        }
        #expect(found < 12)
    }
}
