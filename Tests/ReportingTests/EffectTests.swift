import Delivery
import Reporting
import Testing

/// Rows of `effect_strata` of images: platform, campaign, day, opened and sent with an image, and
/// without. As in the query, what was not sent has no row.
private func strata(
    _ rows: [(String, String, String, Int64, Int64, Int64, Int64)]
) -> ResultTable {
    ResultTable(
        columns: [
            "platform", "campaign", "send_day", "value_name", "reference", "opened", "open_base",
        ],
        rows: rows.flatMap { row in
            [("image", row.3, row.4), ("no_image", row.5, row.6)].filter { $0.2 != 0 }.map {
                [
                    .text(row.0), .text(row.1), .text(row.2), .text($0.0), "no_image",
                    .integer($0.1), .integer($0.2),
                ]
            }
        })
}

private func derive(_ name: String, _ table: ResultTable) throws -> ResultTable {
    try #require(Derivation.named(name)).apply(to: table).get()
}

/// One row of a table by the names of its columns.
private func row(_ table: ResultTable, _ index: Int) -> [String: ResultTable.Cell] {
    let names = table.columns.map(\.name)
    return Dictionary(uniqueKeysWithValues: zip(names, table.rows[index]))
}

/// Numbers are those of statsmodels 0.15.0 for the same strata, as in `StratifiedTests`.
@Suite("Derivation effect")
struct EffectTests {
    /// The four strata of `StratifiedTests`, ios/promo in two days of which one has no images.
    private let campaigns = strata([
        ("android", "promo", "2025-11-18", 180, 3000, 330, 6000),
        ("ios", "digest", "2025-11-18", 90, 1200, 160, 2400),
        ("ios", "promo", "2025-11-18", 300, 4000, 112, 2000),
        ("ios", "promo", "2025-11-19", 0, 0, 100, 2000),
        ("web", "promo", "2025-11-18", 15, 500, 20, 1000),
    ])

    @Test("adds days up, then compares within platform and campaign")
    func byCampaign() throws {
        let table = try derive("effect", campaigns)
        #expect(table.rows.count == 2)
        let expected: [String: ResultTable.Cell] = [
            "value_name": "image", "reference": "no_image",
            "stratification": "platform, campaign", "by_day": nil, "strata": 4,
            "both_arms_share": 1.0,
            "rate": .real(585 / 8700.0), "reference_rate": .real(722 / 13_400.0),
            "crude_ratio": 1.24797,
            "risk_ratio": 1.231884, "risk_ratio_low": 1.105567, "risk_ratio_high": 1.372634,
            "odds_ratio": 1.248785, "odds_ratio_low": 1.113393, "odds_ratio_high": 1.400642,
            "difference_change": 0.012468, "difference_change_low": 0.005914,
            "difference_change_high": 0.019021, "cmh": 14.318713, "cmh_p": 0.000154,
            "cmh_corrected_p": 0.000174, "holm_p": 0.000154, "significant": "yes",
            "breslow_day": 5.226266, "tarone": 5.225186,
            "degrees": 3, "tarone_p": 0.156031, "differs_by_stratum": nil, "contradicts": nil,
            "detectable_change": 0.00923, "young_share": 0.0, "too_early": nil,
            "strata_split_p": 0.0, "split_p": nil, "split_broken": "yes", "values": 1,
        ]
        #expect(row(table, 0) == expected)
    }

    @Test("compares within days too: what has one arm does not count")
    func byDay() throws {
        let found = row(try derive("effect", campaigns), 1)
        #expect(found["stratification"] == "platform, campaign, day")
        #expect(found["strata"] == 4)
        // 20,100 of 22,100 messages.
        #expect(found["both_arms_share"] == .real(20_100 / 22_100.0))
        // The same messages in all: what is crude does not change.
        #expect(found["crude_ratio"] == 1.24797)
        #expect(found["reference_rate"] == .real(722 / 13_400.0))
        #expect(found["risk_ratio"] != 1.231884)
    }

    @Test("flags Simpson's paradox, and strata that differ")
    func berkeley() throws {
        let counts: [(Int64, Int64, Int64, Int64)] = [
            (512, 825, 89, 108), (353, 560, 17, 25), (120, 325, 202, 593), (138, 417, 131, 375),
            (53, 191, 94, 393), (22, 373, 24, 341),
        ]
        let table = strata(
            counts.enumerated().map { ("ios", "\($0)", "", $1.0, $1.1, $1.2, $1.3) })
        let found = row(try derive("effect", table), 0)
        #expect(found["crude_ratio"] == 1.466642 && found["risk_ratio"] == 0.944905)
        #expect(found["contradicts"] == "yes")
        #expect(found["tarone_p"] == 0.002071 && found["differs_by_stratum"] == "yes")
    }

    @Test("says nothing of fewer than 100 in an arm")
    func few() throws {
        let table = strata([("ios", "a", "", 9, 99, 200, 1000), ("ios", "b", "", 5, 90, 0, 0)])
        let found = row(try derive("effect", table), 0)
        // All strata have 189 with an image, those with both arms 99.
        #expect(found["rate"] == .real(14 / 189.0) && found["reference_rate"] == 0.2)
        #expect(found["crude_ratio"] == 0.37037)
        for name in ["risk_ratio", "odds_ratio", "difference_change", "cmh_p", "contradicts"] {
            #expect(found[name] == .null, "\(name)")
        }
    }

    @Test("of no rows says so")
    func empty() throws {
        let table = try derive("effect", strata([]))
        #expect(table.rows.isEmpty)
        let images = try derive("effect", strata([("ios", "a", "", 1, 200, 0, 0)]))
        #expect(row(images, 0)["strata"] == 0 && row(images, 0)["rate"] == 0.005)
        #expect(
            images.rows.flatMap { $0.dropFirst(6).dropLast() }
                .allSatisfy { $0 == .null || $0 == 0.005 })
    }

    /// As one assignment that differs by platform, where each value gets half of all.
    @Test("finds a split that is as meant in all, and broken in its strata")
    func split() throws {
        var table = strata([
            ("android", "a", "", 30, 1500, 10, 500), ("ios", "a", "", 10, 500, 30, 1500),
        ])
        func found(_ split: String) throws -> [String: ResultTable.Cell] {
            var given = table
            given.columns.append(.init("split"))
            for place in given.rows.indices { given.rows[place].append(.text(split)) }
            return row(try derive("effect", given), 0)
        }
        let meant = try found("image=1,no_image=1")
        #expect(meant["split_p"] == 1.0 && meant["strata_split_p"] == 0.0)
        #expect(meant["split_broken"] == "yes")
        // All strata are split alike, and not as was meant.
        table = strata([("android", "a", "", 30, 1500, 10, 500), ("ios", "a", "", 9, 450, 3, 150)])
        #expect(try found("image=1,no_image=1")["split_broken"] == "yes")
        #expect(try found("image=3,no_image=1")["split_broken"] == .null)
    }

    @Test("compares the 20 values with the most sends, and counts all")
    func many() throws {
        let rows: [[ResultTable.Cell]] = (1...30).map { number in
            [
                "ios", "a", "", .text("v\(number)"), "v30", .integer(10),
                .integer(1000 + Int64(number)),
            ]
        }
        let table = ResultTable(
            columns: strata([]).columns.map(\.name), rows: rows)
        let derived = try derive("effect", table)
        #expect(derived.rows.count == 40)
        #expect(row(derived, 0)["value_name"] == "v29" && row(derived, 0)["values"] == 29)
    }

    @Test("leaves rows out whose counts cannot be")
    func impossible() throws {
        var table = strata([("ios", "a", "", 30, 200, 20, 200)])
        let expected = try derive("effect", table)
        table.rows += strata([("ios", "b", "", 30, 20, 2, 1)]).rows
        table.rows += strata([("ios", "b", "", -1, 20, 1, -1)]).rows
        table.rows.append(["ios", "c", "", "image", "no_image", nil, 10])
        #expect(try derive("effect", table) == expected)
    }
}

@Suite("Derivation effect_by_stratum")
struct EffectByStratumTests {
    @Test("gives all of it, then each stratum with both arms")
    func rows() throws {
        let table = try derive(
            "effect_by_stratum",
            strata([
                ("android", "promo", "2025-11-18", 180, 3000, 330, 6000),
                ("ios", "digest", "2025-11-18", 90, 1200, 160, 2400),
                ("ios", "promo", "2025-11-18", 300, 4000, 112, 2000),
                ("ios", "promo", "2025-11-19", 0, 0, 100, 2000),
                ("web", "promo", "2025-11-18", 15, 500, 20, 1000),
                ("web", "welcome", "2025-11-18", 15, 500, 0, 0),
            ]))
        // Ratios and intervals of single strata after Katz et al., by hand.
        #expect(
            table.rows == [
                [
                    "all, stratified", "image", "no_image", 585, 8700, 722, 13_400, nil, nil,
                    1.231884, 1.105567,
                    1.372634,
                ],
                [
                    "all, crude", "image", "no_image", 600, 9200, 722, 13_400, 0.06521739130434782,
                    0.053880597014925376,
                    1.210406, 1.08979, 1.344371,
                ],
                [
                    "android, promo", "image", "no_image", 180, 3000, 330, 6000, 0.06, 0.055,
                    1.090909, 0.914634,
                    1.301157,
                ],
                [
                    "ios, digest", "image", "no_image", 90, 1200, 160, 2400, 0.075,
                    .real(160 / 2400.0), 1.125, 0.877223,
                    1.442764,
                ],
                [
                    "ios, promo", "image", "no_image", 300, 4000, 212, 4000, 0.075, 0.053, 1.415094,
                    1.1935, 1.677832,
                ],
                [
                    "web, promo", "image", "no_image", 15, 500, 20, 1000, 0.03, 0.02, 1.5, 0.774663,
                    2.904487,
                ],
            ])
    }

    @Test("gives no interval for a cell of 0, and no ratio below 100 in an arm")
    func edges() throws {
        let table = try derive(
            "effect_by_stratum",
            strata([
                ("ios", "a", "", 0, 100, 10, 100), ("ios", "b", "", 10, 100, 0, 100),
                ("ios", "c", "", 100, 100, 50, 100), ("ios", "d", "", 10, 99, 10, 100),
            ]))
        let ratios = table.rows.dropFirst(2).map { Array($0.suffix(3)) }
        #expect(ratios == [[0.0, nil, nil], [nil, nil, nil], [2.0, nil, nil], [nil, nil, nil]])
    }

    /// SQL groups by bytes; Swift's texts are equal when they look alike.
    @Test("tells campaigns apart whose names look alike")
    func spelling() throws {
        let table = try derive(
            "effect_by_stratum",
            strata([
                ("ios", "caf\u{e9}", "", 1, 100, 1, 100),
                ("ios", "cafe\u{301}", "", 1, 100, 1, 100),
            ]))
        #expect(table.rows.count == 4)
    }
}
