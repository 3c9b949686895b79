internal import Delivery

extension Derivation {
    /// Whether images are opened more, like compared with like.
    static let imageEffect = Derivation(
        name: "image_effect",
        summary: "Whether sends with an image are opened more than those without on the same "
            + "platform, of the same campaign and day.",
        needs: ImageStrata.needs,
        columns: [
            .init("stratification", .text, "what is alike within a stratum"),
            .init("strata", .integer, "strata with both arms"),
            .init(
                "both_arms_share", .share,
                "of all messages, those in such strata; null below 100"),
            .init(
                "image_rate", .share, "open rate with an image, all strata; null below 100"),
            .init("no_image_rate", .share, "open rate without; null below 100"),
            .init(
                "crude_ratio", .real,
                "the one rate over the other; all ratios are null below 100 in an arm"),
            .init("risk_ratio", .real, "the same within strata (Mantel-Haenszel)"),
            .init("risk_ratio_low", .real, "its 95 % interval (Greenland-Robins)"),
            .init("risk_ratio_high", .real, "its end"),
            .init("odds_ratio", .real, "the ratio of odds within strata (Mantel-Haenszel)"),
            .init("odds_ratio_low", .real, "its 95 % interval (Robins-Breslow-Greenland)"),
            .init("odds_ratio_high", .real, "its end"),
            .init(
                "difference_change", .change,
                "the rate with an image less that without, within strata (Mantel-Haenszel)"),
            .init("difference_change_low", .change, "its 95 % interval (Sato)"),
            .init("difference_change_high", .change, "its end"),
            .init("cmh", .real, "Cochran-Mantel-Haenszel chi-square, one degree of freedom"),
            .init("cmh_p", .real, "its p value: how likely chance alone gives as much"),
            .init("cmh_corrected_p", .real, "the same with a correction for continuity"),
            .init("breslow_day", .real, "Breslow-Day: do odds ratios differ between strata"),
            .init("tarone", .real, "the same with Tarone's correction"),
            .init("degrees", .integer, "degrees of freedom of both"),
            .init("tarone_p", .real, "p value of Tarone's"),
            .init("differs_by_stratum", .text, "yes when tarone_p is below 0.05"),
            .init(
                "contradicts", .text,
                "yes when crude_ratio and risk_ratio lie on different sides of 1"),
        ],
        rows: { table in
            [ImageStrata.campaign, ImageStrata.day].map { columns in
                imageEffect(ImageStrata(table, by: columns).stratified, by: columns)
            }
        })

    private static func imageEffect(
        _ effect: Stratified, by columns: [String]
    ) -> [ResultTable.Cell] {
        let isShown = effect.comparedTotal.isShown
        let start: [ResultTable.Cell] = [
            .text(columns.map { $0 == "send_day" ? "day" : $0 }.joined(separator: ", ")),
            .integer(Int64(effect.compared.count)),
            .rate(effect.comparedShare),
            .rate(effect.total.image), .rate(effect.total.noImage),
            .rounded(effect.total.isShown ? effect.crudeRatio?.point : nil),
        ]
        let ratios =
            Estimate.reals(isShown ? effect.riskRatio : nil)
            + Estimate.reals(isShown ? effect.oddsRatio : nil)
            + Estimate.reals(isShown ? effect.riskDifference : nil)
        return start + ratios + tests(isShown ? effect : Stratified([]))
    }

    private static func tests(_ effect: Stratified) -> [ResultTable.Cell] {
        let association = effect.association(corrected: false)
        let homogeneity = effect.homogeneity
        let p = homogeneity?.tarone.p
        return [
            .rounded(association?.statistic), .rounded(association?.p),
            .rounded(effect.association(corrected: true)?.p),
            .rounded(homogeneity?.breslowDay.statistic), .rounded(homogeneity?.tarone.statistic),
            .count(homogeneity.map { Int64($0.tarone.degrees) }), .rounded(p),
            .flag(p.map { $0 < 0.05 } ?? false), .flag(effect.contradicts),
        ]
    }
}
