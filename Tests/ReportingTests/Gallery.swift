import Reporting

/// Tables for every kind of chart, with ordinary rows and with hostile ones.
enum Gallery {
    struct Piece {
        var name: String
        var kind: ChartKind
        var table: ResultTable
    }

    /// Names that clients send: long, from right to left, of four bytes, markup, controls.
    static let hostileNames = [
        "<script>alert(\"x\")</script>", "it's \"quoted\" & <b>bold</b>",
        String(repeating: "W", count: 200),
        "a name of two hundred letters "
            + String(repeating: "with many words ", count: 11), "חורף מבצע גדול לכל המשפחה עכשיו",
        "تخفيضات نهاية الأسبوع الكبيرة لجميع الأقسام", "👩‍👩‍👧‍👦🎉🛍️ 二十年記念セール 開催中 お買い得",
        "\u{202e}evil\u{202c} \u{7} \n two lines", "\"\u{301} accent " + noncharacters,
        "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "﷽ ﷽ ﷽", "",
    ]

    private static let noncharacters = String(
        String.UnicodeScalarView([0xfdd0, 0xffff].compactMap { Unicode.Scalar($0 as UInt32) }))

    static let ordinaryNames = [
        "winter-sale", "abandoned-basket", "weekly-digest", "breaking-news", "price-drop",
        "back-in-stock", "friend-request",
    ]

    static let pieces: [Piece] = [
        Piece(name: "overall", kind: .steps, table: total),
        Piece(name: "funnel", kind: .funnel, table: funnel),
        Piece(name: "hours of a day", kind: .hours, table: hours(24)),
        Piece(name: "hours of a month", kind: .hours, table: hours(31 * 24)),
        Piece(name: "one hour", kind: .hours, table: hours(1)),
        Piece(name: "open rates", kind: .multiples, table: rates(ordinaryNames, hours: 24)),
        Piece(
            name: "open rates of hostile names", kind: .multiples,
            table: rates(hostileNames + ordinaryNames, hours: 31 * 24)),
        Piece(name: "effect of images", kind: .effect, table: effects(ordinaryNames)),
        Piece(name: "effect on hostile names", kind: .effect, table: effects(hostileNames)),
        Piece(name: "time to open", kind: .curve, table: delays),
        Piece(name: "failures", kind: .bars, table: failures),
        Piece(name: "hostile bars", kind: .bars, table: bars(hostileNames + ordinaryNames)),
        Piece(name: "days of platforms", kind: .series, table: days(["android", "ios", "web"])),
        Piece(name: "days of hostile names", kind: .series, table: days(hostileNames)),
        Piece(name: "the last days", kind: .trend, table: trend),
    ]

    // MARK: Tables

    private static var trend: ResultTable {
        let table = UsualTable.month(opened: 310, mature: false).table
        guard case .success(let trend)? = Derivation.named("trend")?.apply(to: table) else {
            return ResultTable(columns: [String]())
        }
        return trend
    }

    private static let total = ResultTable(
        columns: [
            "attempted", "failed", "sent", "received", "impressions", "opened",
            "impression_base", "open_base", "failure_base",
        ],
        rows: [
            [1_015_614, 15_614, 1_000_000, 831_753, 453_184, 61_532, nil, 975_791, 1_015_614]
        ])

    private static let funnel = ResultTable(
        columns: [
            "platform", "sent", "received", "impressions", "opened", "impression_base",
            "open_base",
        ],
        rows: [
            ["android", 512_345, 468_210, 401_177, 31_204, 455_020, 498_110],
            ["ios", 348_902, 301_455, nil, 28_911, 0, 341_220],
            ["web", 136_410, 61_884, 52_007, 1_406, 61_884, 136_410],
            ["unknown", 2_343, 204, nil, 11, 0, 61], ["other", 0, 0, nil, 0, 0, 0],
        ])

    /// Hours from 2025-11-18 on, with two gaps, busiest in the evening.
    private static func hours(_ count: Int64) -> ResultTable {
        let rows: [[ResultTable.Cell]] = (0..<count).compactMap { hour in
            guard hour != 3, hour != 4 else { return nil }
            let sent = 4000 + 7000 * wave(hour, 24) / 100 + 900 * wave(hour * 7, 31) / 100
            let received = sent * (86 + wave(hour, 5) / 25) / 100
            return [
                .text(sendHour(hour)), .integer(sent), .integer(received),
                .integer(sent * (4 + wave(hour + 5, 24) / 20) / 100),
            ]
        }
        return ResultTable(columns: ["send_hour", "sent", "received", "opened"], rows: rows)
    }

    private static func rates(_ names: [String], hours: Int64) -> ResultTable {
        let rows = names.enumerated().flatMap { index, name in
            (0..<hours).map { hour -> [ResultTable.Cell] in
                let size = Int64(names.count - index)
                let base = size * (15 + wave(hour, 24) * 3)
                let rate = 300 + Int64(index) * 37 + wave(hour + size * 5, 24) * 4
                return [
                    .text(name), .text(sendHour(hour)), .integer(base),
                    .integer(base * rate / 10_000),
                ]
            }
        }
        return ResultTable(columns: ["campaign", "send_hour", "open_base", "opened"], rows: rows)
    }

    private static func effects(_ names: [String]) -> ResultTable {
        var rows: [[ResultTable.Cell]] = [
            ["all, by platform and campaign", 1.084, 1.031, 1.139],
            ["all, without regard to campaign", 1.213, 1.165, 1.263],
        ]
        rows += names.enumerated().map { index, name in
            let middle = 0.8 + 0.09 * Double(index)
            let ratios = [middle, middle * 0.82, middle * 1.22]
            return [.text(name)] + ratios.map { .real(($0 * 1_000_000).rounded() / 1_000_000) }
        }
        rows.append(["too few to tell", nil, nil, nil])
        return ResultTable(
            columns: ["what", "risk_ratio", "risk_ratio_low", "risk_ratio_high"], rows: rows)
    }

    private static let delays = ResultTable(
        columns: ["platform", "from_seconds", "to_seconds", "opened_so_far_share"],
        rows: [("android", 9), ("ios", 6), ("web", 14), ("unknown", 11)].flatMap { name, slow in
            delays(name, slow: slow)
        })

    private static func delays(_ platform: String, slow: Int64) -> [[ResultTable.Cell]] {
        let ends: [Int64] = [
            0, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 172_800,
            259_200, 604_800,
        ]
        var rows: [[ResultTable.Cell]] = [[.text(platform), nil, 0, 0.004]]
        for (start, end) in zip(ends, ends.dropFirst()) {
            let share = Double(9990 * end / (end + slow * 110)) / 10_000
            rows.append([.text(platform), .integer(start), .integer(end), .real(share)])
        }
        rows.append([.text(platform), 604_800, nil, 1])
        return rows
    }

    private static let failures = ResultTable(
        columns: [
            .init("platform", .text, ""), .init("error_code", .text, ""),
            .init("failed", .integer, ""), .init("share", .share, ""),
        ],
        rows: [
            ["android", "UNREGISTERED", 8_201, 0.51], ["ios", "UNREGISTERED", 4_020, 0.26],
            ["web", "UNREGISTERED", 2_977, 0.19], ["ios", "THIRD_PARTY_AUTH_ERROR", 311, 0.02],
            ["android", "QUOTA_EXCEEDED", 90, 0.007], ["android", "UNAVAILABLE", 14, 0.001],
            ["unknown", "INVALID_ARGUMENT", 1, 0],
        ])

    private static func bars(_ names: [String]) -> ResultTable {
        ResultTable(
            columns: ["campaign", "opened"],
            rows: names.enumerated().map { [.text($1), .integer(9_000_000 >> Int64($0))] })
    }

    /// Days from 2025-11-18 on, of which the last three are open and one is missing; the second
    /// name has a day without a rate.
    private static func days(_ names: [String]) -> ResultTable {
        let known = (0..<21).filter { $0 != 5 } as [Int64]
        let rows = known.flatMap { day -> [[ResultTable.Cell]] in
            names.enumerated().map { index, name in
                let rate = Double(300 + 40 * Int64(index) + 3 * wave(day, 7)) / 10_000
                return [
                    .text(String(sendHour(day * 24).prefix(10))), .text(name),
                    .integer(4000 + 700 * wave(day, 7)),
                    index == 1 && day == 9 ? nil : .real(rate), day < 18 ? "yes" : "no",
                ]
            }
        }
        return ResultTable(
            columns: [
                .init("send_day", .text, ""), .init("platform", .text, ""),
                .init("sent", .integer, ""), .init("open_rate", .share, ""),
                .init("mature", .text, ""),
            ], rows: rows)
    }

    // MARK: Figures without chance

    /// Up and down from 0 to 100 within `period`.
    static func wave(_ place: Int64, _ period: Int64) -> Int64 {
        let phase = (place % period) * 200 / period
        return phase <= 100 ? phase : 200 - phase
    }

    private static func sendHour(_ hour: Int64) -> String {
        let since = 18 + hour / 24
        let (month, day) = since > 30 ? (12, since - 30) : (11, since)
        let digits = { (number: Int64) in (number < 10 ? "0" : "") + String(number) }
        return "2025-\(month)-\(digits(day))T\(digits(hour % 24))"
    }
}

extension Gallery {
    static func pieces(of kind: ChartKind) -> [Piece] { pieces.filter { $0.kind == kind } }
}
