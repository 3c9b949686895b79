internal import Glibc

/// Decides whether missing events are a fault of the pipeline, not of pushes.
package enum Staleness {
    /// Silence is no chance (p = 1e-6) if this many events were expected since the last one:
    /// `(exp(13.8 cv²) − 1) / cv²`, with the noise `cv` of all events in an hour.
    package static func limit(noise: Double) -> Double {
        let square = noise * noise
        guard square > 1e-9 else { return exponent }
        return expm1(exponent * square) / square
    }

    private static let exponent = 13.8
}
