internal import Glibc

/// How much likelier counts are if a slice has dropped than if none has.
///
/// Leaves of campaign `g` have `Y ~ Poisson(E u(g))` events, and `u(g) ~ Gamma(1, variance τ(g)²)`
/// is the appeal of the campaign; in a slice that has dropped, `Y ~ Poisson((1 − δ) E u(g))`. The
/// ratio of the probabilities of a campaign's counts is, with `κ = 1 / τ²`,
///
///     (1 − δ)^Y(S) · (1 − δ E(S) / (κ + E(g)))^−(κ + Y(g))
///
/// where `S` are its leaves in the slice. The sum of its logarithm over `g` is averaged over `δ`,
/// with a uniform prior.
///
/// Additional noise of a leaf, `σ`, reduces the information in its counts: expected and observed
/// are scaled to the Poisson count with the same relative noise, by `E / (V + σ² E²)`.
package struct DropLikelihood: Sendable {
    /// The tested drops: the middles of this many equal parts.
    private static let drops = (0..<20).map { (Double($0) + 0.5) / 20 }

    private typealias Count = LeafHours.Count

    private let grouping: Grouping
    /// Of each leaf, scaled.
    private let counts: [Count]
    /// Of each campaign, `κ` added to both.
    private let campaigns: [Count]

    /// `data` has one hour. `tau` is the noise of each campaign, `sigma` of each leaf; relative.
    package init(_ data: LeafHours, grouping: Grouping, tau: [Double], sigma: Double) {
        let counts = data.counts.map { count in
            guard count.expected > 0 else { return Count() }
            let own = sigma * count.expected
            let scale = count.expected / (count.variance + own * own)
            return Count(observed: count.observed * scale, expected: count.expected * scale)
        }
        self.grouping = grouping
        self.counts = counts
        campaigns = zip(grouping.leaves, tau).map { leaves, tau in
            let shape = 1 / (tau * tau)
            return leaves.reduce(into: Count(observed: shape, expected: shape)) {
                $0 += counts[$1]
            }
        }
    }

    /// The logarithm of the ratio; negative if "no drop" is likelier.
    package func logRatio(of leaves: [Int]) -> Double {
        var slice = Count()
        var inside: [Int: Double] = [:]
        for leaf in leaves {
            slice += counts[leaf]
            inside[grouping.groups[leaf], default: 0] += counts[leaf].expected
        }
        // Sums of floating-point numbers depend on their order.
        let parts = inside.sorted { $0.key < $1.key }
        let ratios = Self.drops.map { drop in
            parts.reduce(slice.observed * log1p(-drop)) { sum, part in
                let campaign = campaigns[part.key]
                return sum - campaign.observed * log1p(-drop * part.value / campaign.expected)
            }
        }
        let most = ratios.max() ?? 0
        let mean = ratios.reduce(0) { $0 + exp($1 - most) } / Double(ratios.count)
        return most + log(mean)
    }
}
