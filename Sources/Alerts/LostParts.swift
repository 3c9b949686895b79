internal import Glibc

extension AlertReport {
    /// Of many small parts of an alert's slice, none of which stands out: some that lack far more
    /// than the others.
    ///
    /// If the drop were spread evenly, two of a hundred parts would have so few events by chance.
    /// If many more have, the drop is theirs.
    package struct LostParts: Equatable, Sendable {
        private static let chance = 0.02
        private static let fewest = 3.0
        private static let mostExamples = 3

        /// `campaign`.
        package var dimension: String
        package var count: Int
        /// Of so many parts.
        package var all: Int
        package var observed: Double
        package var expected: Double
        /// The values of those that lack most.
        package var examples: [String]

        /// Nil if the parts lack what they would by chance. `drop` is that of all together.
        init?(_ dimension: String, _ parts: [Contributor], drop: Double) {
            let byChance = LostParts.chance * Double(parts.count)
            let lost = parts.filter { LostParts.isLost($0, left: 1 - drop) }
            guard Double(lost.count) > LostParts.fewest * (1 + byChance) else { return nil }
            self.dimension = dimension
            count = lost.count
            all = parts.count
            observed = lost.reduce(0) { $0 + $1.observed }
            expected = lost.reduce(0) { $0 + $1.expected }
            examples = lost.ordered.prefix(LostParts.mostExamples).compactMap(\.slice.last?.text)
        }

        private static func isLost(_ part: Contributor, left: Double) -> Bool {
            let mean = part.expected * left
            guard mean > 0, part.observed < mean else { return false }
            // Poisson counts: with no more variance, it would be the normal distribution.
            let chance = NegativeBinomial.logTail(
                part.observed, mean: mean, variance: mean * 1.001)
            return chance <= log(LostParts.chance)
        }
    }
}
