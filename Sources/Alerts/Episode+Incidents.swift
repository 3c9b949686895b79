/// Which alarms of one slice are one incident, by the pause between them.
///
/// An end is judged a few hours late, so after up to three hours there was hardly a pause. Within a
/// day, a drop that is clearly smaller is an echo: the night after a holiday. One that is not is
/// another outage.
package enum SameIncident {
    /// In hours.
    package static let longestPause: Int64 = 24
    private static let shortPause: Int64 = 3
    private static let echo = 0.75

    /// `pause` in hours, 0 or less if they overlap; drops from 0 to 1.
    package static func holds(pause: Int64, drop: Double, after earlier: Double) -> Bool {
        pause < shortPause || (pause < longestPause && drop <= echo * earlier)
    }
}

extension [Episode] {
    /// Joins episodes of one slice that follow each other closely: from the start of the first to
    /// the end of the last, with the finding of the highest score. Sorted by start.
    package func incidents() -> [Episode] {
        var incidents: [Episode] = []
        var latest: [Slice: Int] = [:]
        for episode in sorted(by: { $0.start < $1.start }) {
            if let place = latest[episode.slice],
                SameIncident.holds(
                    pause: episode.start - incidents[place].end, drop: episode.worst.score.drop,
                    after: incidents[place].worst.score.drop)
            {
                incidents[place].join(episode)
            } else {
                latest[episode.slice] = incidents.count
                incidents.append(episode)
            }
        }
        return incidents
    }

    /// The slices of these episodes that share a leaf with a slice, without those that contain all
    /// of it.
    func slices(beside slice: Slice, in leaves: [[String]]) -> [Slice] {
        map(\.slice).filter { other in
            !other.contains(slice) && leaves.contains { slice.contains($0) && other.contains($0) }
        }
    }
}

extension Episode {
    fileprivate mutating func join(_ later: Episode) {
        end = Swift.max(end, later.end)
        state = later.state
        besides = later.besides
        leaves = later.leaves
        latest = later.latest
        total.add(later.total)
        recent = later.recent
        hoursFiring += later.hoursFiring
        notified += later.notified
        reported = later.reported
        if later.worst.score.score > worst.score.score { worst = later.worst }
    }
}
