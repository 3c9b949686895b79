internal import Delivery

extension Derivation {
    /// What became more or less since earlier periods.
    static let change = Derivation(
        name: "change",
        summary: "How counts and rates of a period differ from those of the periods before it.",
        needs: [
            "period", "attempted", "sent", "received", "opened", "open_base", "failure_base",
            "failures_in_base",
        ] + shownOn.flatMap { [$0.part, $0.whole ?? ""] },
        columns: [
            .init(
                "measure", .text,
                "sent, failure_rate, received_rate, open_rate, android_impression_rate, "
                    + "ios_impression_rate, web_impression_rate"),
            .init(
                "comparison", .text,
                "with what: previous, week_before; with neither where nothing was attempted then"),
            .init("now_count", .integer, "sent, refused, received, opened or shown"),
            .init("before_count", .integer, "the same of the earlier period"),
            .init("relative_change", .share, "sent: more or less, of before_count; else null"),
            .init("now_rate", .share, "the rate; null for sent, and below 100"),
            .init("before_rate", .share, "the same of the earlier period"),
            .init(
                "rate_change", .change,
                "the rate less the earlier one, rounded by itself; null where one of them is"),
            .init("rate_change_low", .change, "its 95 % interval (Newcombe)"),
            .init("rate_change_high", .change, "its end"),
            .init("significant", .text, "yes when that interval does not hold 0"),
        ],
        rows: { table in
            let rows = NamedCells.rows(table)
            guard let now = rows.first(where: { $0.text("period") == "period" }) else { return [] }
            // Before the first logs there is nothing to compare with.
            let earlier = ["previous", "week_before"].compactMap { name in
                rows.first { $0.text("period") == name && $0.count("attempted") ?? 0 > 0 }
            }
            // Of nothing there is no rate.
            let isEmpty = now.count("attempted") == 0
            let told = isEmpty ? [sent] : [sent] + rates + shownOn
            return told.filter { $0.isKnown(in: [now] + earlier) }
                .flatMap { measure in earlier.map { measure.row(now, $0) } }
        })

    private static let sent = ChangeMeasure(name: "sent", part: "sent", whole: nil)

    private static let rates = [
        ChangeMeasure(name: "failure_rate", part: "failures_in_base", whole: "failure_base"),
        ChangeMeasure(name: "received_rate", part: "received", whole: "sent"),
        ChangeMeasure(name: "open_rate", part: "opened", whole: "open_base"),
    ]

    /// Impression rates of several platforms are not one rate: each has its own evidence.
    private static let shownOn = ["android", "ios", "web"].map {
        ChangeMeasure(
            name: $0 + "_impression_rate", part: $0 + "_impressions",
            whole: $0 + "_impression_base")
    }
}

/// A count or a share of two periods.
private struct ChangeMeasure: Sendable {
    var name: String
    var part: String
    /// What it is a share of; nil for a count.
    var whole: String?

    /// False where the measure is null in all periods: no impression is known.
    func isKnown(in periods: [NamedCells]) -> Bool {
        periods.contains { $0.count(part) != nil }
    }

    func row(_ now: NamedCells, _ before: NamedCells) -> [ResultTable.Cell] {
        let counts = (now: now.count(part), before: before.count(part))
        return [
            .text(name), .text(before.text("period")), .count(counts.now), .count(counts.before),
            whole == nil ? relative(counts.now, counts.before) : .null,
            .rate(share(now)), .rate(share(before)),
        ] + ResultTable.Cell.difference(share(now), minus: share(before))
    }

    private func share(_ row: NamedCells) -> Proportion? {
        whole.flatMap { row.share(part, of: $0) }
    }

    private func relative(_ now: Int64?, _ before: Int64?) -> ResultTable.Cell {
        guard let now, let before, before > 0 else { return .null }
        return .rounded(Double(now - before) / Double(before))
    }
}
