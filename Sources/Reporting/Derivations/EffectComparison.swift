internal import Delivery

/// One value compared with the reference.
struct EffectComparison {
    var value: String
    var reference: String
    /// Strata that have one of the two.
    var strata: [(name: [String], opened: Stratum)]
    var effect: Stratified
    var split: Split
    /// The share of the value of both that was meant; nil where nothing says it.
    var intended: Double?
    /// Of the messages that are compared, those whose opens still arrive.
    var young: Proportion

    init(
        value: String, reference: String,
        strata: [(name: [String], value: EffectRows.Counts, reference: EffectRows.Counts)],
        intended: Double?
    ) {
        self.value = value
        self.reference = reference
        self.intended = intended
        let opened = strata.map { name, value, reference in
            // Rows have been looked at: no arm is more opened than sent.
            (name, Stratum(value: value.opened, reference: reference.opened) ?? .empty)
        }
        self.strata = opened.filter { $0.1.messages > 0 }
        effect = Stratified(opened.map(\.1))
        split = Split(
            strata.filter { min($0.value.attempted, $0.reference.attempted) > 0 }
                .map { ($0.value.attempted, $0.reference.attempted) })
        let young = zip(strata, opened).reduce(into: Int64(0)) { sum, stratum in
            guard stratum.1.1.hasBothArms else { return }
            sum += stratum.0.value.young + stratum.0.reference.young
        }
        self.young = Proportion(young, of: effect.comparedTotal.messages)
    }
}
