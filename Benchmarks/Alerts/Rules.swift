import Alerts
import Delivery

/// Rules that people use, on raw counts by hour.
enum Rule: String, CaseIterable {
    case lastWeek = "-30 % against the same hour last week"
    case zScore = "z < -3 over the last week"

    private static let week = 168
    /// Fewer missing events are no alarm, as ours has it.
    private static let leastMissing = 10.0

    /// Whether it fires at the close of an hour; not in the first week.
    func fires(_ counts: [Double], at hour: Int) -> Bool {
        guard hour >= Rule.week else { return false }
        switch self {
        case .lastWeek:
            let before = counts[hour - Rule.week]
            return counts[hour] < 0.7 * before && before - counts[hour] >= Rule.leastMissing
        case .zScore:
            let past = counts[hour - Rule.week..<hour]
            let mean = past.reduce(0, +) / Double(Rule.week)
            let square = past.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Rule.week)
            return counts[hour] - mean < -3 * square.squareRoot()
                && mean - counts[hour] >= Rule.leastMissing
        }
    }
}

/// Alarms of one series, those less than a day apart taken as one.
struct AlarmCount {
    private static let apart = 24
    private(set) var alarms = 0
    private var last: Int?

    mutating func add(hour: Int) {
        if last.map({ hour - $0 > AlarmCount.apart }) ?? true { alarms += 1 }
        last = hour
    }
}

extension Cohorts {
    /// Events of a segment by hour of arrival.
    func counts(of segment: AlertSegment) -> [Double] {
        var counts = Array(repeating: 0.0, count: hours.count)
        for leaf in segment.leaves {
            for hour in 0..<hours.count { counts[hour] += arrivals[leaf * hours.count + hour] }
        }
        return counts
    }
}
