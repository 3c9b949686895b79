/// Judges every closed hour of a range, and follows drops from alarm to end.
///
/// Only the counts matter: the same range always gives the same episodes.
package struct DropDetector: Sendable {
    package let model: any ExpectationModel
    package let segments: [AlertSegment]
    /// Hours since 1970-01-01 00:00 UTC without any event although many were expected: a fault of
    /// the pipeline, not a drop. See `Staleness`.
    package let silentHours: Set<Int64>
    /// Hours of leaves, by index, with missing records: they are not judged.
    let missing: [LeafSpan]

    package init(
        _ model: any ExpectationModel, silentHours: Set<Int64> = [], missing: [LeafSpan] = []
    ) {
        self.model = model
        segments = model.segments
        self.silentHours = silentHours
        self.missing = missing
    }

    /// Episodes that fired in `hours` (default: all), in order of their first alarm. `each` is
    /// called for every hour.
    package func run(
        _ hours: Range<Int64>? = nil, each: (HourEvaluation) -> Void = { _ in }
    ) -> [Episode] {
        var replay = DropReplay(self)
        for hour in (hours ?? model.hours).clamped(to: model.hours) { each(replay.close(hour)) }
        return replay.episodes
    }
}

/// The state of a segment, or of an evaluation: the worst of all rules. It decides the exit code: 0
/// for `ok`, `lowVolume` and `notEnoughHistory`, 1 for `firing`, 2 for `noData`.
package enum AlertState: String, CaseIterable, Sendable {
    case ok
    case firing
    case noData = "no_data"
    case notEnoughHistory = "not_enough_history"
    case lowVolume = "low_volume"
}

/// The result at the end of one hour.
package struct HourEvaluation: Sendable {
    /// Since 1970-01-01 00:00 UTC.
    package var hour: Int64
    package var state: AlertState
    /// In the order of the detector's segments; empty if nothing can be judged.
    package var segments: [SegmentEvaluation] = []

    package var tested: Int { segments.count { $0.state != .lowVolume } }
}

package struct SegmentEvaluation: Equatable, Sendable {
    package var state = AlertState.lowVolume
    /// The most significant window if it can be an alarm; otherwise empty.
    package var score = SegmentScore()
    /// Scores above it fire.
    package var threshold = 0.0
}
