internal import Delivery
internal import SQLite

/// The last hour that can be judged, and whether records arrive at all.
///
/// An hour is judged when the newest record closes it, and never before it is over. A clock that
/// runs ahead must not close a future hour, so records after `now` are ignored, and hours at the
/// end with almost no records are not complete yet.
struct AlertClock {
    /// A record in the last minute of an hour closes it, ms.
    private static let closing: Int64 = 60_000
    /// With this many messages of which only events are known, the send log is missing, not the
    /// sends.
    private static let fewestOrphans: Int64 = 10
    private static let hour: Int64 = 3_600_000

    let now: Int64
    /// Records can arrive this much later than they are made, ms.
    let lag: Int64
    /// The beginnings of the newest minutes with sends and with client events before `now`. They
    /// decide which hours to read.
    ///
    /// Minutes, because the store keeps the minutes of every hour: the result for a moment in the
    /// past is the same as it was then. A minute that is not over is ignored.
    let newestSend: Int64?
    let newestEvent: Int64?
    /// Whose hours are judged.
    let hours: HourClock

    init(_ db: Connection, now: Int64, lag: Int64) throws {
        self.now = now
        self.lag = lag
        hours = try HourClock.stored(db)
        newestSend = try AlertClock.minute(of: "sends", at: now, db)
        newestEvent = try AlertClock.minute(of: "events", at: now, db)
    }

    private static func minute(
        of kind: String, at now: Int64, _ db: Connection
    ) throws -> Int64? {
        // The current hour may have no complete minute; the one before it has.
        let sql = """
            select hour, \(kind) as minutes from record_minutes where hour <= ? and \(kind) <> 0
            order by hour desc limit 2
            """
        let running = floorHour(now)
        for row in try Row.fetchAll(db, sql: sql, arguments: [Period.text(running)]) {
            guard let hour = try Period.hour(row["hour"]) else { continue }
            var minutes = UInt64(bitPattern: try row["minutes"])
            if hour == running {
                minutes &= 1 << UInt64((now - hour * self.hour) / 60_000) - 1
            }
            guard minutes != 0 else { continue }
            return hour * self.hour + Int64(63 - minutes.leadingZeroBitCount) * 60_000
        }
        return nil
    }

    /// One after the last hour that the newest event closes.
    var eventEnd: Int64? { newestEvent.map { hours.hour(of: $0 + AlertClock.closing) } }

    /// One after the last hour with anything to judge.
    var end: Int64 { max(eventEnd ?? 0, sendEnd(orphans: 0) ?? 0) }

    /// One after the last hour to read: the hours up to now, two days at most after the newest
    /// record.
    var horizon: Int64? {
        guard let newest = [newestEvent, newestSend].compactMap(\.self).max() else { return nil }
        return min(hours.hour(of: now) + 1, hours.hour(of: newest) + 48)
    }

    /// One after the last hour whose sends can be judged. The newest event shows that sends up to
    /// then should have been logged, unless it belongs to an unlogged send.
    func sendEnd(orphans: Int64) -> Int64? {
        guard let newestSend else { return nil }
        let own = hours.hour(of: newestSend + AlertClock.closing)
        guard orphans < AlertClock.fewestOrphans, let newestEvent else { return own }
        return max(own, hours.hour(of: newestEvent - lag))
    }

    /// One after the last hour whose answers of FCM can be judged: that of the newest send, if it
    /// is over. Shares do not need all sends of an hour.
    var answerEnd: Int64? {
        newestSend.map { min(hours.hour(of: $0) + 1, hours.hour(of: now)) }
    }

    /// The expected events since a moment, in ms since 1970.
    func expected(since: Int64, _ known: Range<Int64>, _ expected: (Int) -> Double) -> Double {
        guard since < now else { return 0 }
        let asked = hours.hour(of: since)...hours.hour(of: now)
        return asked.filter(known.contains).reduce(0) { sum, hour in
            let (start, end) = (hours.beginning(of: hour), hours.beginning(of: hour + 1))
            let part = min(now, end) - max(since, start)
            return sum + expected(Int(hour - known.lowerBound)) * Double(part)
                / Double(end - start)
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
        return RobustScale.madFactor * distances[distances.count / 2]
    }

    /// Whether client events belong to messages whose sends should have been logged by now.
    func isSendLogMissing(orphans: Int64) -> Bool {
        guard let newestSend, let newestEvent else { return false }
        return orphans >= AlertClock.fewestOrphans && newestEvent - newestSend > lag
    }
}
