/// A drop from its first alarm to its end.
///
/// Hours are since 1970-01-01 00:00 UTC.
package struct Episode: Equatable, Sendable {
    package enum State: String, Sendable {
        case firing
        /// Events arrive as expected again.
        case resolved
        /// Too few events are expected for a judgement: the campaign is over.
        case lapsed
    }

    /// The result at the end of an hour.
    package struct Finding: Equatable, Sendable {
        package var hour: Int64
        package var score: SegmentScore
        /// Observed over expected in the same hours outside the slice, in the same campaigns; nil
        /// if nothing is outside.
        package var restRatio: Double?
    }

    package var slice: Slice
    /// Parts of the slice that fired already when this one began: its counts are without them.
    package internal(set) var besides: [Slice]
    /// Indices of the leaves of the slice, without those parts.
    var leaves: [Int]
    package var state = State.firing
    /// Of the hours in the window that fired first, the first one of the drop: the window can begin
    /// before it, and a campaign begins with its first send.
    package var start: Int64
    /// The hour in which it was resolved, or one after the last judged hour.
    package var end: Int64
    package var first: Finding
    /// The finding with the highest score.
    package var worst: Finding
    package var latest: Finding
    package var threshold: Double
    /// From the start to the last judged hour.
    package internal(set) var total: EpisodeCounts
    /// The last hours with enough expected events, as of the last judged hour; nil if a day has too
    /// few.
    package internal(set) var recent: SegmentScore?
    /// Hours at whose end the score was above the threshold.
    package var hoursFiring = 1
    /// Hours at whose end a notification is sent: the first, and each time the drop has grown.
    package var notified: [Int64]
    /// Hours at whose end the drop continued after it was resolved. They send no notification.
    package var reopened: [Int64] = []
    /// The finding of the last notification.
    package var reported: Finding
    /// A drop of an earlier stage of the funnel explains it.
    package var isInhibited = false

    /// The hour at whose end it fired first.
    package var firedAt: Int64 { first.hour }

    /// `hours` are those of the drop, up to the finding's; nil: its window.
    init(
        _ segment: AlertSegment, besides: [Slice], finding: Finding, hours: SegmentScore? = nil,
        quietHours: Int = 0, threshold: Double
    ) {
        let hours = hours ?? finding.score
        slice = segment.slice
        leaves = segment.leaves
        self.besides = besides
        start = finding.hour + 1 - Int64(hours.window - quietHours)
        end = finding.hour + 1
        first = finding
        worst = finding
        latest = finding
        self.threshold = threshold
        total = EpisodeCounts(hours)
        recent = nil
        notified = [finding.hour]
        reported = finding
    }
}

extension Episode {
    /// Whether a drop is so much worse that it causes another notification: at most half as much
    /// arrives as at the last one, and the drop is larger by at least 15 points. Without the second
    /// condition, a total drop would cause one every hour.
    static func isFarWorse(_ drop: Double, than last: Double) -> Bool {
        1 - drop <= (1 - last) / 2 && drop >= last + 0.15
    }

    mutating func reopen(_ hour: Int64) {
        state = .firing
        end = hour + 1
        reopened.append(hour)
    }

    mutating func update(_ finding: Finding) {
        hoursFiring += 1
        latest = finding
        if finding.score.score > worst.score.score { worst = finding }
        if Episode.isFarWorse(finding.score.drop, than: reported.score.drop) {
            notified.append(finding.hour)
            reported = finding
        }
    }

    func overlaps(_ other: Episode) -> Bool { start < other.end && other.start < end }

    /// Whether a drop of an earlier stage of the funnel explains it: its slice is part of the slice
    /// of the other at the same time. A message that is not delivered cannot be opened.
    package func isExplained(by earlier: Episode) -> Bool {
        earlier.slice.contains(slice) && overlaps(earlier)
    }
}
