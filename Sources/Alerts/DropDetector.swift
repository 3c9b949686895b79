internal import Delivery

/// Judges every closed hour of a stretch, and follows drops from alarm to end.
///
/// Nothing but the counts decides: the same stretch gives the same episodes however often, and
/// whenever, it is run.
package struct DropDetector: Sendable {
    package let model: any ExpectationModel
    package let segments: [AlertSegment]
    /// Hours, since 1970-01-01 00:00 UTC, in which nothing came in at all although much was
    /// expected: the pipeline's fault, and no drop. See `Staleness`.
    package let silentHours: Set<Int64>
    /// Hours of leaves, by index, of which records are missing: they are not looked at.
    let missing: [LeafSpan]

    package init(
        _ model: any ExpectationModel, segments: [AlertSegment], silentHours: Set<Int64> = [],
        missing: [LeafSpan] = []
    ) {
        self.model = model
        self.segments = segments
        self.silentHours = silentHours
        self.missing = missing
    }

    package init(
        _ model: RateModel, silentHours: Set<Int64> = [], missing: [LeafSpan] = []
    ) {
        self.init(
            model, segments: model.segments, silentHours: silentHours, missing: missing)
    }

    package init(_ model: VolumeModel, silentHours: Set<Int64> = []) {
        self.init(model, segments: model.segments, silentHours: silentHours)
    }

    /// Episodes that fired in `hours` (all, unless said otherwise), in order of their first alarm.
    /// `each` is told of every hour.
    package func run(
        _ hours: Range<Int64>? = nil, each: (HourEvaluation) -> Void = { _ in }
    ) -> [Episode] {
        var replay = DropReplay(self)
        for hour in (hours ?? model.hours).clamped(to: model.hours) {
            each(replay.close(hour))
        }
        return replay.allEpisodes
    }
}

/// What can be said of a segment, or of everything.
package enum AlertState: String, Sendable {
    case ok
    case firing
    case noData = "no_data"
    case notEnoughHistory = "not_enough_history"
    case lowVolume = "low_volume"
}

/// What is said at the close of one hour.
package struct HourEvaluation: Sendable {
    /// Since 1970-01-01 00:00 UTC.
    package var hour: Int64
    package var state: AlertState
    /// Scores above it fire.
    package var threshold = 0.0
    /// In the order of the detector's segments; empty where nothing can be judged.
    package var segments: [SegmentEvaluation] = []

    package var tested: Int { segments.count { $0.state != .lowVolume } }
}

package struct SegmentEvaluation: Sendable {
    package var state: AlertState
    /// The most telling window, where that may be an alarm; else nothing.
    package var score: SegmentScore
}
