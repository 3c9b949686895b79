internal import Delivery

extension Derivation {
    /// Whether sends of one value are opened more than those of another, like compared with like.
    static let effect = Derivation(
        name: "effect",
        summary: "Whether sends of one value of a dimension are opened more than those of another "
            + "on the same platform, of the same campaign and day.",
        needs: EffectRows.needs,
        columns: [
            .init(
                "value_name", .text,
                "the value that is compared; at most 20, those with the most sends"),
            .init(
                "reference", .text,
                "what it is compared with: the value asked for, else the one with the most sends"),
            .init("stratification", .text, "words that all sends of a stratum share"),
            .init("by_day", .text, "yes when that is the day, too"),
            .init("strata", .integer, "strata with both"),
            .init(
                "both_arms_share", .share,
                "of all messages of both, those in such strata; null below 100"),
            .init("rate", .share, "open rate of value, all strata; null below 100"),
            .init("reference_rate", .share, "open rate of reference; null below 100"),
            .init(
                "crude_ratio", .real,
                "the one rate over the other; all ratios are null below 100 of one of them"),
            .init("risk_ratio", .real, "the same within strata (Mantel-Haenszel)"),
            .init("risk_ratio_low", .real, "its 95 % interval (Greenland-Robins)"),
            .init("risk_ratio_high", .real, "its end"),
            .init("odds_ratio", .real, "the ratio of odds within strata (Mantel-Haenszel)"),
            .init("odds_ratio_low", .real, "its 95 % interval (Robins-Breslow-Greenland)"),
            .init("odds_ratio_high", .real, "its end"),
            .init(
                "difference_change", .change,
                "the rate of value less that of reference, within strata (Mantel-Haenszel)"),
            .init("difference_change_low", .change, "its 95 % interval (Sato)"),
            .init("difference_change_high", .change, "its end"),
            .init("cmh", .real, "Cochran-Mantel-Haenszel chi-square, one degree of freedom"),
            .init("cmh_p", .real, "its p value: how likely chance alone gives as much"),
            .init("cmh_corrected_p", .real, "the same with a correction for continuity"),
            .init("holm_p", .real, "cmh_p for all values together (Holm)"),
            .init("significant", .text, "yes when holm_p is below 0.05"),
            .init("breslow_day", .real, "Breslow-Day: do odds ratios differ between strata"),
            .init("tarone", .real, "the same with Tarone's correction"),
            .init("degrees", .integer, "degrees of freedom of both"),
            .init("tarone_p", .real, "p value of Tarone's"),
            .init("differs_by_stratum", .text, "yes when tarone_p is below 0.05"),
            .init(
                "contradicts", .text,
                "yes when crude_ratio and risk_ratio lie on different sides of 1"),
            .init(
                "detectable_change", .change,
                "the smallest true difference that so many messages show in 4 of 5 cases"),
            .init("young_share", .share, "of the messages in strata, those whose opens still come"),
            .init("too_early", .text, "yes when there are such"),
            .init(
                "strata_split_p", .real,
                "p value of one split between value and reference in all strata"),
            .init("split_p", .real, "p value of the split that was meant; null without one"),
            .init("split_broken", .text, "yes when split_p or strata_split_p < 0.001"),
            .init(
                "values", .integer,
                "all values that could be compared with the reference: 20 of them are"),
        ],
        rows: { table in
            let campaign = effects(EffectRows(table, by: EffectRows.campaign), byDay: false)
            let day = effects(EffectRows(table, by: EffectRows.day), byDay: true)
            return zip(campaign, day).flatMap { [$0, $1] }
        })

    /// One row for each value.
    private static func effects(_ rows: EffectRows, byDay: Bool) -> [[ResultTable.Cell]] {
        let compared = rows.compared
        let values = ResultTable.Cell.integer(Int64(rows.values.count))
        let tested = compared.map { $0.effect.comparedTotal.isShown ? $0.effect : Stratified([]) }
        let together = Comparisons.holm(tested.map { $0.association(corrected: false)?.p })
        return zip(compared, zip(tested, together)).map { comparison, test in
            start(comparison, byDay: byDay) + estimates(test.0) + tests(test.0, holm: test.1)
                + checks(comparison, test.0, comparisons: compared.count) + [values]
        }
    }

    private static func start(
        _ comparison: EffectComparison, byDay: Bool
    ) -> [ResultTable.Cell] {
        let effect = comparison.effect
        return [
            .text(comparison.value), .text(comparison.reference),
            .text("platform, campaign" + (byDay ? ", day" : "")), .flag(byDay),
            .integer(Int64(effect.compared.count)), .rate(effect.comparedShare),
            .rate(effect.total.value), .rate(effect.total.reference),
            .rounded(effect.total.isShown ? effect.crudeRatio?.point : nil),
        ]
    }

    private static func estimates(_ effect: Stratified) -> [ResultTable.Cell] {
        [effect.riskRatio, effect.oddsRatio, effect.riskDifference].flatMap(Estimate.reals)
    }

    private static func tests(_ effect: Stratified, holm: Double?) -> [ResultTable.Cell] {
        let association = effect.association(corrected: false)
        let homogeneity = effect.homogeneity
        let p = homogeneity?.tarone.p
        return [
            .rounded(association?.statistic), .rounded(association?.p),
            .rounded(effect.association(corrected: true)?.p),
            .rounded(holm), .flag(holm.map { $0 < 0.05 } ?? false),
            .rounded(homogeneity?.breslowDay.statistic), .rounded(homogeneity?.tarone.statistic),
            .count(homogeneity.map { Int64($0.tarone.degrees) }), .rounded(p),
            .flag(p.map { $0 < 0.05 } ?? false), .flag(effect.contradicts),
        ]
    }

    /// What to look at before one believes the rest.
    private static func checks(
        _ comparison: EffectComparison, _ tested: Stratified, comparisons: Int
    ) -> [ResultTable.Cell] {
        let strata = comparison.split.betweenStrata?.p
        let meant = comparison.intended.flatMap { comparison.split.against(share: $0) }?.p
        return [
            .rounded(tested.detectableDifference(comparisons: comparisons)),
            .rate(comparison.young), .flag(comparison.young.hits > 0), .rounded(strata),
            .rounded(meant),
            // One may be as meant in all and broken on each platform, in opposite ways.
            .flag([meant, strata].compactMap(\.self).contains { $0 < Split.unlikely }),
        ]
    }
}

extension Stratum {
    /// Both arms have what a rate needs, and so does their ratio.
    var isShown: Bool {
        min(value.total, reference.total) >= Proportion.fewestShown
    }
}
