internal import Delivery

/// What speaks against the numbers of a report: a sentence for each thing that is off.
struct Trust {
    let report: Report

    /// Shares above which something is off.
    private static let limits: [(query: String, part: String, whole: String, most: Double)] = [
        ("platform_conflicts", "conflicts", "received", 0.01),
        ("clock_skew", "early", "received", 0.1),
        ("clock_ahead", "ahead", "arrivals", 0.01),
    ]

    var remarks: [String] {
        Trust.limits.flatMap { limit in
            rows(limit.query).compactMap { row -> String? in
                guard let part = row.count(limit.part), let whole = row.count(limit.whole),
                    whole >= Proportion.fewestShown, Double(part) > limit.most * Double(whole)
                else { return nil }
                return sentence(limit.query, row, Double(part) / Double(whole))
            }
        } + coverage + records
    }

    private func sentence(_ query: String, _ row: NamedCells, _ share: Double) -> String {
        let platform = PlatformName.of(row.text("platform"))
        let percent = NumberWords.percent(share)
        switch query {
        case "platform_conflicts":
            return "\(percent) of \(platform) events name another platform than the send."
        case "clock_skew":
            return "\(percent) of \(platform) events are earlier than their send: clocks are wrong."
        default:
            return "\(percent) of \(platform) events are later than all sends: clocks are ahead."
        }
    }

    /// Of those who open, many have no receipt: more messages arrived than received says.
    private var coverage: [String] {
        rows("reach").compactMap { row in
            guard let opened = row.count("opened"), opened >= Proportion.fewestShown,
                let before = row.count("receipts_before_open"),
                Double(before) < 0.5 * Double(opened)
            else { return nil }
            let share = NumberWords.percent(Double(before) / Double(opened))
            return "Only \(share) of opened \(PlatformName.of(row.text("platform"))) pushes have a "
                + "receipt: more were received than is known."
        }
    }

    private var records: [String] {
        var counts: [String: Int64] = [:]
        for row in rows("store_records") { counts[row.text("what")] = row.count("records") ?? 0 }
        var remarks: [String] = []
        let rejected = counts.filter { $0.key.hasPrefix("rejected") }.reduce(0) { $0 + $1.value }
        let lines = rejected + (counts["new"] ?? 0)
        if lines >= Proportion.fewestShown, Double(rejected) > 0.01 * Double(lines) {
            let share = NumberWords.percent(Double(rejected) / Double(lines))
            remarks.append("\(share) of all lines that were read could not be understood.")
        }
        let (events, orphans) = (counts["events"] ?? 0, counts["orphan"] ?? 0)
        if events >= Proportion.fewestShown, Double(orphans) > 0.1 * Double(events) {
            let share = NumberWords.percent(Double(orphans) / Double(events))
            let topics = DayFacts.TopicSums(rows("topics")).requests > 0
            remarks.append(
                "\(share) of all client events have no known send"
                    + (topics ? "; those of messages to topics never have one." : "."))
        }
        return remarks
    }

    private func rows(_ query: String) -> [NamedCells] {
        report.sections.filter { $0.query == query }.flatMap { NamedCells.rows($0.table) }
    }

    /// `Yes`, `Yes, with 2 remarks`
    static func answer(_ remarks: [String]) -> String {
        remarks.isEmpty
            ? "Yes" : "Yes, with \(NumberWords.count(remarks.count, "remark"))"
    }
}
