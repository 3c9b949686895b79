/// Hours of the largest past incidents, which are excluded from the measurement of noise.
///
/// At most three are removed: more frequent ones are normal for the series.
enum PastIncidents {
    private static let most = 3
    /// Incidents with a gap of at most this many hours are joined.
    private static let gap = 6
    /// The number of window lengths that are searched.
    static let looked = 3
    private static let fewestWindows = 48

    private struct Incident {
        var missing: Double
        var hours: ClosedRange<Int>
    }

    /// For each hour, whether it is in an incident. `windows` are those of the first `looked`
    /// lengths, `missing` is expected minus observed.
    static func hours(
        _ windows: [NoiseWindows], missing: [Double], floor: Double
    ) -> [Bool] {
        var isLow = Array(repeating: false, count: missing.count)
        for windows in windows where windows.count >= fewestWindows {
            for end in windows.lowEnds(floor: floor) {
                for hour in end - windows.width..<end { isLow[hour] = true }
            }
        }
        return largest(isLow, missing)
    }

    /// For each hour, whether it is in one of the largest incidents; `isLow` is whether it may be
    /// in any.
    static func largest(_ isLow: [Bool], _ missing: [Double]) -> [Bool] {
        var flags = Array(repeating: false, count: missing.count)
        let largest = incidents(isLow, missing).sorted {
            ($0.missing, $0.hours.lowerBound) > ($1.missing, $1.hours.lowerBound)
        }
        for incident in largest.prefix(most) {
            for hour in incident.hours { flags[hour] = true }
        }
        return flags
    }

    private static func incidents(_ isLow: [Bool], _ missing: [Double]) -> [Incident] {
        var found: [Incident] = []
        for hour in isLow.indices where isLow[hour] {
            if let last = found.last, hour - last.hours.upperBound <= gap {
                found[found.count - 1].hours = last.hours.lowerBound...hour
            } else {
                found.append(Incident(missing: 0, hours: hour...hour))
            }
        }
        for index in found.indices {
            found[index].missing = found[index].hours.reduce(0) { $0 + missing[$1] }
        }
        return found
    }
}
