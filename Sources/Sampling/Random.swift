import Glibc

/// Spreads the bits of a number over all 64 (the finalizer of SplitMix64).
///
/// Computes texts that are drawn once and must look random (a device's token, its logger, a UUID)
/// from a stored number, so that no text has to be kept.
@inline(__always)
func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
}

/// A stream of random numbers (SplitMix64), the same on every machine for the same seed.
///
/// Every hour has its own stream, derived from the seed and the hour, so the sample is
/// independent of threads.
struct Random {
    private var state: UInt64

    init(seed: UInt64, stream: UInt64) {
        state = mixed(seed ^ mixed(stream &* 0xD134_2543_DE82_EF95))
    }

    @inline(__always)
    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        return mixed(state)
    }

    /// A number in `0 ..< 1`.
    @inline(__always)
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A whole number in `0 ..< bound`; 0 for a bound below 1.
    @inline(__always)
    mutating func below(_ bound: Int) -> Int {
        bound < 1 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    @inline(__always)
    mutating func chance(_ probability: Double) -> Bool {
        probability > 0 && unit() < probability
    }

    /// A draw from the normal distribution with mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - unit())).squareRoot()
        return radius * cos(2 * Double.pi * unit())
    }

    /// A draw from the lognormal distribution: heavy-tailed, like people's reaction times.
    mutating func lognormal(median: Double, sigma: Double) -> Double {
        median * exp(sigma * normal())
    }
}
