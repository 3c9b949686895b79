import Reporting

extension Gallery {
    /// A day with all that its page can hold, and hostile names.
    static func day() throws -> DayReport {
        var usual = UsualTable.month(opened: 250)
        for (place, name) in hostileNames.enumerated() {
            for offset in -28...0 {
                let opened = offset == 0 && place % 2 == 0 ? 20 : 80 + Int64((offset + 28) % 4) * 3
                usual.add(offset, campaign: name, sent: 900, opened: opened)
            }
        }
        var day = DayReport(usual: usual)
        day.addAlert()
        day.addFailures()
        try day.add(
            "funnel_by_platform",
            [
                row("platform", "android", 4000, 250), row("platform", "ios", 3000, 304),
            ])
        try day.add(
            "funnel_by_campaign",
            (hostileNames + ["sale", "news"]).enumerated().map {
                row("campaign", $1, Int64(900 + $0), Int64(20 + $0))
            })
        try day.add(
            "image_problems",
            [
                [
                    "platform": "ios", "campaign": .text(hostileNames[0]),
                    "image_status": "no_mutable_content", "sent": 32,
                    "fix": "set mutable-content to 1",
                ]
            ])
        try day.add(
            "priority_lowered",
            [
                [
                    "platform": "android", "campaign": "sale", "told": 3000, "lowered": 40,
                    "lowered_share": 0.0133,
                ]
            ])
        try day.add(
            "day_notes",
            [
                ["day": "2025-11-20", "note": "app 5.3 released"],
                ["day": "2025-12-01", "note": .text(hostileNames[0])],
                [
                    "day": "2025-12-02",
                    "note": "a second store opens, and a name that goes on and on",
                ],
                ["day": "2025-12-15", "note": "app 5.4 released"],
            ])
        return day
    }

    private static func row(
        _ column: String, _ name: String, _ sent: Int64, _ opened: Int64
    ) -> [String: ResultTable.Cell] {
        [
            column: .text(name), "sent": .integer(sent), "failed": 10,
            "attempted": .integer(sent + 10), "received": .integer(sent * 9 / 10),
            "opened": .integer(opened), "open_base": .integer(sent), "received_rate": 0.9,
            "open_rate": .real(Double(opened) / Double(sent)),
        ]
    }
}
