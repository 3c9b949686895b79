internal import Glibc

/// Points of distributions, in deviations; unless others are asked for those of 97.5 %, half of
/// what 95 % intervals are wide.
package enum Quantile {
    package static let normal = 1.959963984540054

    /// Of Student's distribution, by the expansion of Fisher and Cornish (1960): off by less than
    /// 0.5 % from 4 degrees of freedom on.
    package static func student(_ freedom: Double, normal z: Double = normal) -> Double {
        guard freedom.isFinite else { return z }
        let second = (z * z * z + z) / 4
        let third = (5 * z * z * z * z * z + 16 * z * z * z + 3 * z) / 96
        let fourth = (3 * power(z, 7) + 19 * power(z, 5) + 17 * power(z, 3) - 15 * z) / 384
        return z + second / freedom + third / (freedom * freedom)
            + fourth / (freedom * freedom * freedom)
    }

    /// The point of the normal distribution beyond which lies a share below a half, on one side.
    package static func normal(beyond share: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if erfc(middle / 2.0.squareRoot()) / 2 > share { low = middle } else { high = middle }
        }
        return low
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }
}
