internal import Delivery

/// Whether records arrive.
struct AlertFreshness {
    var report: AlertReport.Freshness
    /// One after the last hour whose rates can be judged, since 1970.
    var rateEnd: Int64
    var silentHours: Set<Int64>
    /// The newest record, or the end of the last hour with data, ms.
    private(set) var from: Int64?
    var isStale: Bool { report.state == "stale" }
    var isSendLogStale: Bool { report.state == "send_log_stale" }

    /// - Parameters:
    ///   - outlook: of deliveries; nil with too little history.
    ///   - usual: the events of other weeks in each hour.
    init(
        _ clock: AlertClock, _ history: AlertHistory, _ outlook: AlertOutlook?, usual: Expectation?
    ) {
        report = AlertReport.Freshness(state: "ok")
        report.newestEvent = clock.newestEvent
        report.newestSend = clock.newestSend
        rateEnd = clock.eventEnd ?? history.hours.lowerBound
        silentHours = []
        if clock.isSendLogMissing(orphans: history.orphansSinceNewestSend) {
            report.state = "send_log_stale"
        }
        guard let outlook, let newestEvent = clock.newestEvent else { return }
        let all = outlook.all
        let limit = outlook.silenceLimit
        let last = takeSilence(outlook, history, limit: limit)
        let from = last.map { min(newestEvent, clock.hours.beginning(of: $0)) } ?? newestEvent
        self.from = from
        var expected = clock.expected(since: from, history.hours) {
            outlook.expected(all, hour: $0)
        }
        var bound = limit
        // Without sends, no events are expected of them: other weeks are the only comparison.
        let isSendLogBehind = (clock.newestSend ?? 0) < clock.now - clock.lag
        if isSendLogBehind, let usual {
            let count = { (hour: Int) -> (observed: Double, expected: Double) in
                guard usual.hours.contains(hour) else { return (0, 0) }
                return (
                    outlook.observed(all, hour: hour),
                    usual.expected[hour - usual.hours.lowerBound]
                )
            }
            let usualLimit = Staleness.limit(noise: AlertClock.noise(outlook.training, count))
            let since = clock.expected(since: from, history.hours) { count($0).expected }
            if since / usualLimit > expected / bound { (expected, bound) = (since, usualLimit) }
        }
        report.expectedSinceNewest = expected
        report.limit = bound
        if clock.now - from > clock.lag, expected >= bound { report.state = "stale" }
    }

    /// Clocks of devices are ahead by so much at most, ms.
    private static let leeway: Int64 = 600_000

    /// No record is missing if all came up to about the hour `end`, the first whose files may come
    /// later. Newer records show that they do not come with such files.
    mutating func excuse(from end: Int64, _ clock: AlertClock) {
        let end = clock.hours.beginning(of: end)
        guard let from, isStale, end - clock.lag...end + AlertFreshness.leeway ~= from else {
            return
        }
        report.state = "ok"
        report.expectedSinceNewest = 0
    }

    /// Hours without data, and the hours next to them, which may be cut short, are not judged.
    /// Returns one after the last hour with data if hours without data follow it.
    private mutating func takeSilence(
        _ outlook: AlertOutlook, _ history: AlertHistory, limit: Double
    ) -> Int64? {
        let first = history.hours.lowerBound
        let silent = Set(
            outlook.silentHours(end: Int(rateEnd - first), limit: limit).map { first + Int64($0) }
                .filter(history.surroundings.mayLackData))
        var last = rateEnd
        while silent.contains(last - 1) { last -= 1 }
        silentHours = Set(silent.flatMap { [$0 - 1, $0, $0 + 1] })
        guard last < rateEnd else { return nil }
        rateEnd = last - 1
        return last
    }
}
