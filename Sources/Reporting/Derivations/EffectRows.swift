internal import Delivery

/// The rows of `effect_strata`, added up to strata: what both derivations of it begin with.
struct EffectRows {
    /// What makes a stratum, by columns.
    static let campaign = ["platform", "campaign"]
    static let day = campaign + ["send_day"]

    /// Without `attempted`, `open_base` was split; without `young_base`, all opens have come;
    /// `reference` and `split` are what was asked for.
    static let needs = day + ["value_name", "opened", "open_base"]

    /// At most so many values are compared: each further one makes all of them harder to tell from
    /// chance.
    static let mostCompared = 20

    /// Of one value in one stratum.
    struct Counts {
        /// Of sends that can be opened.
        var opened = Proportion(0, of: 0)
        /// Accepted or not: what was split.
        var attempted: Int64 = 0
        /// Of `opened.total`, those whose window had not ended.
        var young: Int64 = 0
    }

    /// In the order in which the rows name them.
    private(set) var strata: [(name: [String], values: [Spelling: Counts])] = []
    /// The value that the rows name as reference; else the one with the most sends.
    private(set) var reference: Spelling?
    /// All others, those with the most sends first.
    private(set) var values: [Spelling] = []
    /// The share that each value was meant to have, relative to the others'.
    private(set) var intended: [Spelling: Double] = [:]

    /// Rows whose counts cannot be (more opened than sent) are left out.
    init(_ table: ResultTable, by columns: [String]) {
        var places: [[Spelling]: Int] = [:]
        var totals: [Spelling: Int64] = [:]
        for row in NamedCells.rows(table) {
            guard let opened = row.share("opened", of: "open_base") else { continue }
            let attempted = row.count("attempted") ?? opened.total
            let name = columns.map(row.text)
            let value = Spelling(row.text("value_name"))
            let place = places[name.map(Spelling.init), default: strata.count]
            if place == strata.count {
                places[name.map(Spelling.init)] = place
                strata.append((name, [:]))
            }
            var counts = strata[place].values[value, default: Counts()]
            counts.opened = counts.opened + opened
            counts.attempted += attempted
            counts.young += row.count("young_base") ?? 0
            strata[place].values[value] = counts
            totals[value, default: 0] += attempted
            reference = row.word("reference").map(Spelling.init) ?? reference
            if intended.isEmpty, let split = row.word("split") {
                intended = EffectSplit.parts(split).map(EffectRows.bySpelling) ?? [:]
            }
        }
        let largest = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        reference = reference ?? largest.first
        values = largest.filter { $0 != reference }
    }

    /// Those with the most sends.
    var compared: [EffectComparison] {
        guard let reference else { return [] }
        return values.prefix(EffectRows.mostCompared).map { value in
            EffectComparison(
                value: value.text, reference: reference.text,
                strata: strata.map { name, values in
                    (name, values[value] ?? Counts(), values[reference] ?? Counts())
                },
                intended: intended[value].flatMap { share in
                    intended[reference].map { share / (share + $0) }
                })
        }
    }
}

extension EffectRows {
    private static func bySpelling(_ parts: [(value: String, part: Double)]) -> [Spelling: Double] {
        Dictionary(
            parts.map { (Spelling($0.value), $0.part) }, uniquingKeysWith: { first, _ in first })
    }
}
