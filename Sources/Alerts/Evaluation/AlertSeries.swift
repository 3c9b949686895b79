/// Observed and expected counts by hour, with the drops: the data of a drawing.
package struct AlertSeries: Equatable, Sendable {
    package struct Hour: Equatable, Sendable {
        /// Since 1970-01-01 00:00 UTC.
        package var hour: Int64
        /// Nil without data.
        package var observed: Double?
        package var expected: Double
        /// The range in which 99 % of counts fall.
        package var likelyLow: Double
        package var likelyHigh: Double

        package init(
            hour: Int64, observed: Double?, expected: Double, likelyLow: Double, likelyHigh: Double
        ) {
            self.hour = hour
            self.observed = observed
            self.expected = expected
            self.likelyLow = likelyLow
            self.likelyHigh = likelyHigh
        }
    }

    /// From the first hour of a drop to the hour after its last; nil while it fires.
    package struct Episode: Equatable, Sendable {
        package var start: Int64
        package var end: Int64?

        package init(start: Int64, end: Int64?) {
            self.start = start
            self.end = end
        }
    }

    /// The counted event, such as `opened`.
    package var metric: String
    /// The sends; empty means all.
    package var slice: [AlertReport.Dimension]
    package var hours: [Hour]
    package var episodes: [Episode]

    package init(
        metric: String, slice: [AlertReport.Dimension] = [], hours: [Hour], episodes: [Episode]
    ) {
        self.metric = metric
        self.slice = slice
        self.hours = hours
        self.episodes = episodes
    }
}
