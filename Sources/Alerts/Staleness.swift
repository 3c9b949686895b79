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

    /// The hours, by index, at whose end silence was no chance any more, until an event arrives.
    /// Both arguments are for events of all kinds, by hour.
    package static func silentHours(
        observed: [Double], expected: [Double], noise: Double
    ) -> [Int] {
        let limit = limit(noise: noise)
        var since = 0.0
        return zip(observed, expected).enumerated().compactMap { hour, counts in
            since = counts.0 > 0 ? 0 : since + counts.1
            return since >= limit ? hour : nil
        }
    }
}
