internal import Delivery

/// Hours of the largest incidents of the past, which are no measure of noise.
///
/// At most three are taken out: what comes more often is how the series is.
enum PastIncidents {
    private static let most = 3
    /// Incidents that are not further apart are one.
    private static let gap = 6
    /// Windows of these lengths, the first of all, are looked at.
    private static let looked = 3
    private static let fewestWindows = 48

    private struct Incident {
        var missing: Double
        var hours: ClosedRange<Int>
    }

    /// For each hour, whether it lies in one of them. `missing` is expected less observed.
    static func hours(
        _ windows: [NoiseWindows], missing: [Double], floor: Double
    ) -> [Bool] {
        var isLow = Array(repeating: false, count: missing.count)
        for windows in windows.prefix(looked) where windows.ends.count >= fewestWindows {
            for end in windows.lowEnds(floor: floor) {
                for hour in end - windows.width..<end { isLow[hour] = true }
            }
        }
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
