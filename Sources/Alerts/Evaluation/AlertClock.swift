internal import Delivery

/// Up to when alerts may judge, and whether records come in at all.
///
/// Hours are judged when the newest record has closed them, and never before they are over. A
/// clock that runs ahead must not close an hour that is still to come, so what lies after `now` is
/// not looked at, and hours at the end in which next to nothing came in are not there yet.
struct AlertClock {
    /// A record in the last minute of an hour closes it, ms.
    private static let closing: Int64 = 60_000
    /// An hour with less than this share of what is expected is one without data.
    private static let silentShare = 0.05
    /// So many messages of which only events are known: the send log is missing, not the sends.
    private static let tellingOrphans: Int64 = 10
    private static let hour: Int64 = 3_600_000

    let now: Int64
    /// Records may come in so much later than they are made, ms.
    let lag: Int64
    let newestSend: Int64?
    let newestEvent: Int64?

    init(_ newest: AlertHistory.Newest, now: Int64, lag: Int64) {
        self.now = now
        self.lag = lag
        newestSend = newest.send
        newestEvent = newest.event
    }

    /// One after the last hour that the newest event closes.
    var eventEnd: Int64? { newestEvent.map { floorHour($0 + AlertClock.closing) } }

    /// One after the last hour that is looked at: what was to come up to now, two days at most.
    var horizon: Int64? {
        guard let newest = [newestEvent, newestSend].compactMap(\.self).max() else { return nil }
        return min(floorHour(now) + 1, floorHour(newest) + 48)
    }

    /// One after the last hour whose sends can be judged. The newest event tells that time has
    /// passed in which sends should have been logged, unless it knows of some that were not.
    func sendEnd(orphans: Int64) -> Int64? {
        guard let newestSend else { return nil }
        let own = floorHour(newestSend + AlertClock.closing)
        guard orphans < AlertClock.tellingOrphans, let newestEvent else { return own }
        return max(own, floorHour(newestEvent - lag))
    }

    /// The hours, of those up to `end`, in which next to nothing came in although much was
    /// expected.
    static func silentHours(_ outlook: AlertOutlook, end: Int, limit: Double) -> [Int] {
        let all = outlook.all
        return outlook.hours.filter { hour in
            guard hour < end else { return false }
            let expected = outlook.expected(all, hour: hour)
            return expected >= limit && outlook.observed(all, hour: hour) < silentShare * expected
        }
    }

    /// Of what was expected between two moments, in ms since 1970.
    static func expected(
        from: Int64, to: Int64, hours: Range<Int64>, _ expected: (Int) -> Double
    ) -> Double {
        guard from < to else { return 0 }
        return (floorHour(from)...floorHour(to)).filter(hours.contains).reduce(0) { sum, hour in
            let part = min(to, (hour + 1) * self.hour) - max(from, hour * self.hour)
            return sum + expected(Int(hour - hours.lowerBound)) * Double(part) / Double(self.hour)
        }
    }

    /// The robust standard deviation of observed over expected, in hours that expect something.
    static func noise(_ hours: Range<Int>, _ counts: (Int) -> (observed: Double, expected: Double))
        -> Double
    {
        let distances = hours.compactMap { hour -> Double? in
            let count = counts(hour)
            return count.expected >= 20 ? abs(count.observed / count.expected - 1) : nil
        }.sorted()
        guard distances.count >= 48 else { return AlertParameters.unknownNoise }
        return 1.4826 * distances[distances.count / 2]
    }

    /// Whether client events tell of messages whose sends should have been logged by now.
    func isSendLogMissing(orphans: Int64) -> Bool {
        guard let newestSend, let newestEvent else { return false }
        return orphans >= AlertClock.tellingOrphans && newestEvent - newestSend > lag
    }
}
