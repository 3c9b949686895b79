import Alerts
import Foundation

/// Sends of some weeks, and those that FCM refuses: made up, the same for one seed.
///
/// A share of each class is usual; faults of FCM come in bursts, quota is short in the hour of the
/// daily mailing, and each week has a mailing with a name of its own to tokens of which more are
/// dead.
struct RandomRefusals {
    static let start = RandomCohorts.start

    var days = 42
    /// Attempts in a mean hour, by platform.
    var platforms = [("android", 60.0), ("ios", 40.0), ("web", 10.0)]
    var campaigns = [("orders", 0.6), ("chat", 0.4)]
    var mailing = 800.0
    /// What is refused beyond the usual, by platform, campaign and hour.
    var fault: (String, String, Int) -> (kind: RefusalClass, code: String, share: Double)? = {
        _, _, _ in nil
    }

    func hours(seed: UInt64) -> RefusalHours {
        var random = RandomNumbers(seed: seed)
        let weekly = (0..<days / 7).map { "week \($0)" }
        let names = campaigns.map(\.0) + ["deals"] + weekly
        let leaves = platforms.flatMap { platform in names.map { [platform.0, $0, ""] } }
            .sorted { $0.lexicographicallyPrecedes($1) }
        let count = days * 24
        var attempts = Array(repeating: 0.0, count: leaves.count * count)
        var refusals: [RefusalHours.Refusal] = []
        for hour in 0..<count {
            let burst = random.unit() < 0.02 ? 10.0 : exp(0.8 * random.normal() - 0.32)
            for (leaf, words) in leaves.enumerated() {
                let sends = random.count(mean(words, hour))
                attempts[leaf * count + hour] = Double(sends)
                refusals += self.refusals(leaf, words, hour, sends, burst, &random)
            }
        }
        return RefusalHours(
            leaves: leaves, hours: Self.start..<Self.start + Int64(count), attempts: attempts,
            refusals: refusals)
    }

    /// The expected attempts.
    private func mean(_ words: [String], _ hour: Int) -> Double {
        let share = platforms.first { $0.0 == words[0] }?.1 ?? 0
        let all = platforms.reduce(0) { $0 + $1.1 }
        switch words[1] {
        case "deals": return hour % 24 == 18 ? mailing / 4 * share / all : 0
        case let name where name.hasPrefix("week "):
            return "week \(hour / 168)" == name && hour % 168 == 58 ? mailing * share / all : 0
        default:
            let curve = 1 + 0.7 * sin(Double(hour % 24 - 9) / 24 * 2 * .pi)
            return share * curve * (campaigns.first { $0.0 == words[1] }?.1 ?? 0)
        }
    }

    private func refusals(
        _ leaf: Int, _ words: [String], _ hour: Int, _ sends: Int64, _ burst: Double,
        _ random: inout RandomNumbers
    ) -> [RefusalHours.Refusal] {
        let isMailing = words[1] == "deals"
        let isOld = words[1].hasPrefix("week ")
        var shares: [(RefusalClass, String, Double)] = [
            (.token, "UNREGISTERED", isOld ? 0.08 : isMailing ? 0.03 : 0.012),
            (.request, "INVALID_ARGUMENT", 0.002), (.fcm, "UNAVAILABLE", 0.001 * burst),
            (.quota, "QUOTA_EXCEEDED", isMailing ? 0.02 : 0.0002),
            (.configuration, "SENDER_ID_MISMATCH", 0.0005),
        ]
        if let fault = fault(words[0], words[1], hour) {
            shares.insert((fault.kind, fault.code, fault.share), at: 0)
        }
        var left = sends
        return shares.compactMap { kind, code, share in
            let count = min(left, random.count(Double(sends) * share))
            left -= count
            guard count > 0 else { return nil }
            return RefusalHours.Refusal(
                leaf: leaf, hour: hour, code: code, kind: kind, count: Double(count))
        }
    }

    /// The alarms of some classes from an hour on.
    static func alarms(
        _ hours: RefusalHours, from first: Int = 0,
        of classes: [RefusalClass] = RefusalClass.allCases
    ) -> [(kind: RefusalClass, episode: Episode)] {
        let kinds = hours.hours.map { hour in
            let week = RandomCohorts.hourOfWeek(hour)
            return week % 24 + (week >= 120 ? 24 : 0)
        }
        return classes.flatMap { kind in
            var detector = RefusalDetector(kind, hours, kinds: kinds, parameters: .refused)
            for hour in hours.hours.dropFirst(first) { _ = detector.close(hour) }
            return detector.episodes.incidents().map { (kind, $0) }
        }
    }
}
