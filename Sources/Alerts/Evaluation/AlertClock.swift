internal import Delivery

/// The last hour that can be judged, and whether records arrive at all.
///
/// An hour is judged when the newest record closes it, and never before it is over. A clock that
/// runs ahead must not close a future hour, so records after `now` are ignored, and hours at the
/// end with almost no records are not complete yet.
struct AlertClock {
    /// A record in the last minute of an hour closes it, ms.
    private static let closing: Int64 = 60_000
    /// An hour with less than this share of the expected events is without data.
    private static let silentShare = 0.05
    /// With this many messages of which only events are known, the send log is missing, not the
    /// sends.
    private static let fewestOrphans: Int64 = 10
    private static let hour: Int64 = 3_600_000

    let now: Int64
    /// Records can arrive this much later than they are made, ms.
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

    /// One after the last hour to read: the hours up to now, two days at most after the newest
    /// record.
    var horizon: Int64? {
        guard let newest = [newestEvent, newestSend].compactMap(\.self).max() else { return nil }
        return min(floorHour(now) + 1, floorHour(newest) + 48)
    }

    /// One after the last hour whose sends can be judged. The newest event shows that sends up to
    /// then should have been logged, unless it belongs to an unlogged send.
    func sendEnd(orphans: Int64) -> Int64? {
        guard let newestSend else { return nil }
        let own = floorHour(newestSend + AlertClock.closing)
        guard orphans < AlertClock.fewestOrphans, let newestEvent else { return own }
        return max(own, floorHour(newestEvent - lag))
    }

    /// The hours up to `end` with almost no events although many were expected.
    static func silentHours(_ outlook: AlertOutlook, end: Int, limit: Double) -> [Int] {
        let all = outlook.all
        return outlook.hours.filter { hour in
            guard hour < end else { return false }
            let expected = outlook.expected(all, hour: hour)
            return expected >= limit && outlook.observed(all, hour: hour) < silentShare * expected
        }
    }

    /// The expected events between two moments, in ms since 1970.
    static func expected(
        from: Int64, to: Int64, hours: Range<Int64>, _ expected: (Int) -> Double
    ) -> Double {
        guard from < to else { return 0 }
        return (floorHour(from)...floorHour(to)).filter(hours.contains).reduce(0) { sum, hour in
            let part = min(to, (hour + 1) * self.hour) - max(from, hour * self.hour)
            return sum + expected(Int(hour - hours.lowerBound)) * Double(part) / Double(self.hour)
        }
    }

    /// The robust standard deviation of observed over expected, in hours with expected events.
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

    /// Whether client events belong to messages whose sends should have been logged by now.
    func isSendLogMissing(orphans: Int64) -> Bool {
        guard let newestSend, let newestEvent else { return false }
        return orphans >= AlertClock.fewestOrphans && newestEvent - newestSend > lag
    }
}
