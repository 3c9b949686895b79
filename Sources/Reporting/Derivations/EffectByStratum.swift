internal import Delivery

extension Derivation {
    /// How much more one value is opened than another, on each platform and of each campaign.
    static let effectByStratum = Derivation(
        name: "effect_by_stratum",
        summary: "How much more sends of one value of a dimension are opened than those of "
            + "another, of each campaign on each platform that has both.",
        needs: EffectRows.needs,
        columns: [
            .init(
                "stratum", .text,
                "platform and campaign, and the value where several are compared; 'all, "
                    + "stratified' compares within these, 'all, crude' does not"),
            .init("value_name", .text, "what is compared"),
            .init("reference", .text, "what it is compared with"),
            .init("opened", .integer, "opened, of base"),
            .init("base", .integer, "sent with this value"),
            .init("reference_opened", .integer, "opened, of reference_base"),
            .init("reference_base", .integer, "sent with the reference"),
            .init(
                "rate", .share,
                "open rate of value; null below 100, and for 'all, stratified', whose ratio is "
                    + "not one of two rates"),
            .init("reference_rate", .share, "open rate of reference"),
            .init("risk_ratio", .real, "the one rate over the other; null below 100 of one"),
            .init(
                "risk_ratio_low", .real,
                "its 95 % interval (Katz, Greenland-Robins); null when all or none were opened"),
            .init("risk_ratio_high", .real, "its end"),
        ],
        rows: { table in
            let compared = EffectRows(table, by: EffectRows.campaign).compared
            return compared.flatMap { rows($0, alone: compared.count == 1) }
        })

    private static func rows(
        _ comparison: EffectComparison, alone: Bool
    ) -> [[ResultTable.Cell]] {
        let effect = comparison.effect
        let ofValue = alone ? "" : ", \(comparison.value)"
        func row(
            _ name: String, _ counts: Stratum, rates: Bool = true, _ ratio: Estimate?
        ) -> [ResultTable.Cell] {
            let texts = [name, comparison.value, comparison.reference]
            let numbers = [
                counts.value.hits, counts.value.total, counts.reference.hits,
                counts.reference.total,
            ]
            return texts.map { .text($0) } + numbers.map { .integer($0) }
                + (rates ? [.rate(counts.value), .rate(counts.reference)] : [.null, .null])
                + Estimate.reals(counts.isShown ? ratio : nil)
        }
        return [
            row(
                "all, stratified" + ofValue, effect.comparedTotal, rates: false, effect.riskRatio),
            row("all, crude" + ofValue, effect.total, effect.crudeRatio),
        ]
            + comparison.strata.filter(\.opened.hasBothArms).map { name, counts in
                row(
                    name.joined(separator: ", ") + ofValue, counts, Stratified([counts]).riskRatio)
            }
    }
}
