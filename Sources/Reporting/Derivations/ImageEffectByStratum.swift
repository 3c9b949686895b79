internal import Delivery

extension Derivation {
    /// How much more images are opened, on each platform and of each campaign.
    static let imageEffectByStratum = Derivation(
        name: "image_effect_by_stratum",
        summary: "How much more sends with an image are opened, of each campaign on each platform "
            + "that has sends with one and without.",
        needs: ImageStrata.needs,
        columns: [
            .init(
                "stratum", .text,
                "platform and campaign; 'all, stratified' compares within these, 'all, crude' "
                    + "does not"),
            .init("image_opened", .integer, "opened, of image_base"),
            .init("image_base", .integer, "sent with an image that can show"),
            .init("no_image_opened", .integer, "opened, of no_image_base"),
            .init("no_image_base", .integer, "sent without an image"),
            .init(
                "image_rate", .share,
                "open rate with an image; null below 100, and for 'all, stratified', whose ratio "
                    + "is not one of two rates"),
            .init("no_image_rate", .share, "open rate without"),
            .init("risk_ratio", .real, "the one rate over the other; null below 100 in an arm"),
            .init(
                "risk_ratio_low", .real,
                "its 95 % interval (Katz, Greenland-Robins); null when all or none were opened"),
            .init("risk_ratio_high", .real, "its end"),
        ],
        rows: { table in
            let strata = ImageStrata(table, by: ImageStrata.campaign)
            let all = strata.stratified
            let stratified =
                [.text("all, stratified")] + counts(all.comparedTotal) + [.null, .null]
                + Estimate.reals(all.comparedTotal.isShown ? all.riskRatio : nil)
            let compared = strata.strata.filter(\.counts.hasBothArms)
            return [stratified, single("all, crude", all.total)]
                + compared.map { single($0.name.joined(separator: ", "), $0.counts) }
        })

    private static func counts(_ stratum: Stratum) -> [ResultTable.Cell] {
        [stratum.image.hits, stratum.image.total, stratum.noImage.hits, stratum.noImage.total]
            .map { .integer($0) }
    }

    private static func single(_ name: String, _ stratum: Stratum) -> [ResultTable.Cell] {
        [.text(name)] + counts(stratum) + [.rate(stratum.image), .rate(stratum.noImage)]
            + Estimate.reals(stratum.isShown ? Stratified([stratum]).riskRatio : nil)
    }
}
