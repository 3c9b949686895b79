extension [Episode] {
    /// An alarm of the same slice within this many hours after the end of another belongs to it:
    /// an end is judged a few hours late, so there was hardly a pause. Later, it is another outage.
    package static var sameIncidentHours: Int64 { 3 }

    /// Joins episodes of one slice that follow each other closely: from the start of the first to
    /// the end of the last, with the finding of the highest score. Sorted by start.
    package func incidents() -> [Episode] {
        var incidents: [Episode] = []
        var latest: [Slice: Int] = [:]
        for episode in sorted(by: { $0.start < $1.start }) {
            if let place = latest[episode.slice],
                episode.start - incidents[place].end < Self.sameIncidentHours
            {
                incidents[place].join(episode)
            } else {
                latest[episode.slice] = incidents.count
                incidents.append(episode)
            }
        }
        return incidents
    }
}

extension Episode {
    fileprivate mutating func join(_ later: Episode) {
        end = Swift.max(end, later.end)
        state = later.state
        latest = later.latest
        hoursFiring += later.hoursFiring
        notified += later.notified
        reported = later.reported
        if later.worst.score.score > worst.score.score { worst = later.worst }
    }
}
