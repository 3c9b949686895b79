import Alerts
import Delivery
import Foundation
import Testing

/// The likelihood that separates one slice from another.
@Suite("Likelihood of a drop")
struct LikelihoodTests {
    /// Two leaves of a campaign with more noise, two of one with less, one of a third.
    private static let grouping = Grouping([0, 0, 1, 1, 2])
    private static let tau = [0.3, 0.1, 0.2]
    private static let expected = [40.0, 25, 60, 8, 30]

    private static func likelihood(
        _ observed: [Double], variance: Double = 1, sigma: Double = 0
    ) -> DropLikelihood {
        let data = LeafHours(
            observed: observed, expected: expected, variance: expected.map { $0 * variance })
        return DropLikelihood(data, grouping: grouping, tau: tau, sigma: sigma)
    }

    /// `ln ∫ Π Poisson(y; E s u) Gamma(u) du` of one campaign, added up.
    private static func logProbability(
        _ observed: [Double], _ group: Int, drop: Double, _ leaves: [Int]
    ) -> Double {
        let shape = 1 / (tau[group] * tau[group])
        let steps = 4000
        let logs = (1...steps).map { step in
            let liking = Double(step) * 4 / Double(steps)
            var log = (shape - 1) * Foundation.log(liking) - shape * liking
            for leaf in grouping.leaves[group] {
                let mean = expected[leaf] * liking * (leaves.contains(leaf) ? 1 - drop : 1)
                log += observed[leaf] * Foundation.log(mean) - mean
            }
            return log
        }
        let most = logs.max() ?? 0
        return most + log(logs.reduce(0) { $0 + exp($1 - most) })
    }

    @Test(
        "is that of adding up over noise and drops",
        arguments: [
            [20, 15, 60, 8, 30], [40, 25, 33, 3, 28], [0, 0, 0, 0, 0], [44, 30, 55, 9, 10],
        ] as [[Double]], [[0, 1], [0, 2], [2, 3], [4], [0, 1, 2, 3, 4]])
    func oracle(observed: [Double], leaves: [Int]) {
        let groups = 0..<3
        let none = groups.reduce(0) { $0 + Self.logProbability(observed, $1, drop: 0, leaves) }
        let ratios = (0..<20).map { (Double($0) + 0.5) / 20 }.map { drop in
            exp(
                groups.reduce(-none) {
                    $0 + Self.logProbability(observed, $1, drop: drop, leaves)
                })
        }
        let known = log(ratios.reduce(0, +) / 20)
        let ours = Self.likelihood(observed).logRatio(of: leaves)
        #expect(abs(ours - known) < 1e-6 * max(1, abs(known)))
    }

    @Test("is largest for the slice that dropped, and below 1 where nothing did")
    func slice() {
        let all = [0, 1, 2, 3, 4]
        let slices = [all, [0, 1], [2, 3], [4], [0, 2, 4], [1, 3]]
        for dropped in slices {
            let observed = all.map { Self.expected[$0] * (dropped.contains($0) ? 0.3 : 1) }
            let likelihood = Self.likelihood(observed)
            #expect(
                slices.max { likelihood.logRatio(of: $0) < likelihood.logRatio(of: $1) } == dropped)
        }
        let usual = Self.likelihood(Self.expected)
        #expect(slices.allSatisfy { usual.logRatio(of: $0) < 0 })
    }

    @Test("one campaign's drop is not everybody's, however much of all it brings")
    func campaign() {
        let grouping = Grouping([0, 1, 2])
        let expected = [4000.0, 300, 300]
        let data = LeafHours(observed: [2000, 290, 305], expected: expected, variance: expected)
        let likelihood = DropLikelihood(data, grouping: grouping, tau: [0.2, 0.1, 0.1], sigma: 0)
        #expect(likelihood.logRatio(of: [0]) > likelihood.logRatio(of: [0, 1, 2]))
    }

    @Test("noise of leaves lowers the information in counts, small variance raises it")
    func noise() {
        let observed = [20.0, 12, 60, 8, 30]
        let plain = Self.likelihood(observed).logRatio(of: [0, 1])
        #expect(Self.likelihood(observed, sigma: 0.3).logRatio(of: [0, 1]) < plain)
        // What a whole campaign lacks may be what people think of it; so a part of one.
        let part = Self.likelihood([20, 25, 60, 8, 30]).logRatio(of: [0])
        let exact = Self.likelihood([20, 25, 60, 8, 30], variance: 0.5)
        #expect(exact.logRatio(of: [0]) > part)
    }
}
