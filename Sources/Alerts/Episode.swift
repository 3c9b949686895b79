internal import Delivery

/// A drop from its first alarm to its end.
///
/// Hours are since 1970-01-01 00:00 UTC.
package struct Episode: Equatable, Sendable {
    package enum State: String, Sendable {
        case firing
        /// Events came again as expected.
        case resolved
        /// Too little is expected to tell any more: the campaign is over.
        case lapsed
    }

    /// What was found at the close of an hour.
    package struct Finding: Equatable, Sendable {
        package var hour: Int64
        package var score: SegmentScore
    }

    package var slice: Slice
    package var state = State.firing
    /// The first hour of the window that fired first.
    package var start: Int64
    /// The first hour after it: that in which it was resolved, or the last one looked at.
    package var end: Int64
    package var first: Finding
    /// That with the highest score.
    package var worst: Finding
    package var latest: Finding
    package var threshold: Double
    /// Hours at whose close the score was above the threshold.
    package var hoursFiring = 1
    /// Hours at whose close someone is told: the first, and each time the drop has grown.
    package var notified: [Int64]
    /// Hours at whose close it turned out to go on although it had been held to be over. Nobody is
    /// told anew.
    package var reopened: [Int64] = []
    /// What was told last.
    package var told: Finding
    /// Of the first alarm.
    package var contributors: [MissingShare]
    /// Observed over expected outside of the slice, in the same campaigns; nil where that is
    /// nothing.
    package var restRatio: Double?
    /// The drop explains itself by one of an earlier stage of the funnel.
    package var isInhibited = false

    /// The hour at whose close it fired first.
    package var firedAt: Int64 { first.hour }

    package init(
        slice: Slice, finding: Finding, threshold: Double, contributors: [MissingShare],
        restRatio: Double?
    ) {
        self.slice = slice
        start = finding.hour + 1 - Int64(finding.score.window)
        end = finding.hour + 1
        first = finding
        worst = finding
        latest = finding
        self.threshold = threshold
        notified = [finding.hour]
        told = finding
        self.contributors = contributors
        self.restRatio = restRatio
    }
}

extension Episode {
    /// A drop that has grown by so much is told again.
    private static let tellingGrowth = 0.15

    mutating func reopen(_ hour: Int64) {
        state = .firing
        end = hour + 1
        reopened.append(hour)
    }

    mutating func update(_ finding: Finding) {
        hoursFiring += 1
        latest = finding
        if finding.score.score > worst.score.score { worst = finding }
        if finding.score.drop >= told.score.drop + Episode.tellingGrowth {
            notified.append(finding.hour)
            told = finding
        }
    }
}

/// Drops of a later stage that an earlier one explains.
package enum Cascade {
    /// Marks those of `later` whose slice lies within that of an episode of `earlier` at the same
    /// time: what is not delivered cannot be opened.
    package static func inhibit(_ later: [Episode], by earlier: [Episode]) -> [Episode] {
        later.map { episode in
            var episode = episode
            episode.isInhibited = earlier.contains {
                $0.slice.contains(episode.slice) && $0.start < episode.end
                    && episode.start < $0.end
            }
            return episode
        }
    }
}
