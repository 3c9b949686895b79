import Foundation

/// Random numbers of several distributions, the same for one seed (SplitMix64).
struct RandomNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x632b_e59b_d9b4_e019 }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Box and Muller.
    mutating func normal() -> Double {
        (-2 * log(1 - unit())).squareRoot() * cos(2 * Double.pi * unit())
    }

    /// Around 1, with mean 1.
    mutating func factor(_ sigma: Double) -> Double { exp(sigma * normal() - sigma * sigma / 2) }

    /// Poisson's distribution: the normal distribution where both are practically equal.
    mutating func poisson(_ mean: Double) -> Int64 {
        guard mean < 60 else {
            return max(0, Int64((mean + mean.squareRoot() * normal()).rounded()))
        }
        let limit = exp(-mean)
        var count: Int64 = 0
        var product = unit()
        while product > limit {
            count += 1
            product *= unit()
        }
        return count
    }

    /// Of so many, each with the same chance.
    mutating func binomial(_ count: Int64, _ chance: Double) -> Int64 {
        guard count > 0, chance > 0 else { return 0 }
        guard chance < 1 else { return count }
        if chance > 0.5 { return count - binomial(count, 1 - chance) }
        let mean = Double(count) * chance
        guard count > 30 else {
            return (0..<count).reduce(0) { sum, _ in sum + (unit() < chance ? 1 : 0) }
        }
        if mean < 30 { return inverted(count, chance) }
        let drawn = (mean + (mean * (1 - chance)).squareRoot() * normal()).rounded()
        return min(count, max(0, Int64(drawn)))
    }

    /// By adding up probabilities.
    private mutating func inverted(_ count: Int64, _ chance: Double) -> Int64 {
        let odds = chance / (1 - chance)
        var term = exp(Double(count) * log1p(-chance))
        var left = unit()
        var drawn: Int64 = 0
        while left > term, drawn < count {
            left -= term
            term *= odds * Double(count - drawn) / Double(drawn + 1)
            drawn += 1
        }
        return drawn
    }
}

/// A number that wanders around 0 from hour to hour and forgets: AR(1).
struct Wander {
    private let memory: Double
    private let sigma: Double
    private var value = 0.0

    init(sigma: Double, memory: Double = 0.8) {
        self.sigma = sigma
        self.memory = memory
    }

    mutating func next(_ random: inout RandomNumbers) -> Double {
        value = memory * value + sigma * (1 - memory * memory).squareRoot() * random.normal()
        return value
    }
}
