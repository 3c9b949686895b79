import Alerts
import Delivery

/// Evaluations of every kind, with names that logs may hold.
enum SampleReports {
    /// 2025-11-18 09:00 UTC.
    static let start: Int64 = 1_763_456_400_000
    static let hour: Int64 = 3_600_000

    /// Of quotes, line ends, controls, markup, four bytes, and what Unicode has against readers.
    static let hostileNames = [
        "it's \"quoted\" \\ & <b>bold</b>", "two\nlines\r\nand\ttabs", "\u{1b}[31mred\u{7}\u{0}",
        "👩‍👩‍👧‍👦🎉 二十年記念セール", "\u{202e}evil\u{202c}", "<!channel> `code` *bold* &amp;",
        "\"\u{301} accent " + noncharacters, String(repeating: "W", count: 5000), "", "  ",
        "name{label=\"x\"} 1\n# TYPE", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
    ]

    private static let noncharacters = String(
        String.UnicodeScalarView([0xfdd0, 0xffff].compactMap { Unicode.Scalar($0 as UInt32) }))

    static func alert(
        _ metric: String = "opened", state: AlertReport.Alert.State = .firing,
        slice: [(String, String)] = [("platform", "ios"), ("campaign", "winter-sale")],
        isNews: Bool = true
    ) -> AlertReport.Alert {
        var alert = AlertReport.Alert(
            rule: metric, slice: slice.map { .init(name: $0.0, text: $0.1) },
            facts: .drop(
                start: start, end: start + 2 * hour, windowEnd: start / hour + 2,
                mainPart: nil, rejections: .init(share: 0.12, usual: 0.004)),
            startsAt: start, updatedAt: start + 2 * hour)
        alert.state = state
        alert.severity = "critical"
        alert.windowHours = 2
        alert.observed = 212
        alert.expected = 540.25
        alert.likely = 452...635
        alert.drop = 0.607_589_079
        alert.missing = 328.25
        alert.score = 24.125
        alert.threshold = 10.99
        alert.sent = 4310
        alert.hoursInARow = 2
        alert.endsAt = state == .resolved ? start + 5 * hour : nil
        alert.restRatio = 0.98
        alert.contributors = [
            .init(
                slice: [.init(name: "image", text: "no_image")], observed: 100, expected: 200,
                shareOfMissing: 0.3),
            .init(
                slice: [.init(name: "image", text: "image")], observed: 112, expected: 340.25,
                shareOfMissing: 0.7),
        ]
        alert.excluded = [.lateData(milliseconds: 300_000), .audienceMix(change: -0.012)]
        alert.isNews = isNews
        return alert
    }

    static func client(_ name: String, _ count: Double) -> AlertReport.ClientPart {
        .init(
            dimension: .init(name: "app_version", text: name), received: count, opened: count,
            expected: count)
    }

    static func report(
        _ state: AlertState = .firing, _ alerts: [AlertReport.Alert] = [alert()]
    ) -> AlertReport {
        var report = AlertReport(
            state: state, timeZone: "Europe/Berlin", historyDays: 28,
            freshness: .init(state: "ok"), alerts: alerts)
        report.evaluatedUntil = start + 2 * hour
        report.segmentsTested = 26
        report.segmentsLowVolume = 3
        report.segmentsNotEnoughHistory = 1
        report.freshness.newestEvent = start + 2 * hour + 59_118
        report.freshness.newestSend = start + hour
        report.freshness.expectedSinceNewest = 1.5
        report.freshness.limit = 14.8
        return report
    }

    static let quiet = report(.ok, [])

    /// Nothing is known of anything.
    static let empty = AlertReport(
        state: .noData, timeZone: "UTC", historyDays: 0, freshness: .init(state: "stale"),
        alerts: [])

    static let hostile = report(
        .firing,
        hostileNames.enumerated().map { index, name in
            var alert = alert(slice: [("platform", "ios"), ("campaign", name)])
            alert.id = "id \(index) \(name)"
            alert.facts =
                index % 2 == 0
                ? .rows(
                    query: "failures", parameters: ["campaign": name], count: 3,
                    first: [[name, name]])
                : .missingFiles(since: start, pattern: name, sources: 2, files: 1, isDaily: false)
            alert.contributors = [
                .init(
                    slice: [.init(name: name, text: name)], observed: 1, expected: 2,
                    shareOfMissing: 1)
            ]
            alert.clientParts = [client(name, 2)]
            return alert
        } + [
            alert("rule \"\n<of one's own>", slice: [(hostileNames[0], hostileNames[1])]),
            alert("opened", slice: [("metric", "x"), ("a b", "1"), ("a.b", "2"), ("9", "é")]),
        ])

    /// Figures that no division gives but a mistake.
    static let extreme = report(
        .firing,
        [0, -1, 1e300, -1e300, 1e-300, .infinity, -.infinity, .nan].map { number in
            var alert = alert(slice: [("campaign", "\(number)")])
            alert.observed = number
            alert.expected = number
            alert.likely = number.isNaN ? nil : number...number
            alert.drop = number
            alert.missing = number
            alert.score = number
            alert.threshold = number
            alert.restRatio = number
            alert.contributors[0].shareOfMissing = number
            alert.clientParts = [client("2.1.0", number)]
            alert.startsAt = number > 0 ? .max : .min
            alert.endsAt = number > 0 ? .max : .min
            alert.windowHours = number > 0 ? .max / 8000 : 0
            return alert
        })

    static let all: [(name: String, report: AlertReport)] = [
        ("firing", report()), ("quiet", quiet), ("empty", empty), ("hostile", hostile),
        ("extreme", extreme), ("resolved", report(.ok, [alert(state: .resolved)])),
        ("silenced", report(.ok, [alert(state: .silenced, isNews: false)])),
        ("projects", ProjectReportTests.two),
    ]
}
