import Alerts
import Delivery
import Foundation

/// Which events are looked at.
enum Metric: String, CaseIterable {
    case opened, delivered

    var parameters: AlertParameters { self == .opened ? .opens : .delivered }
}

/// Simulated push traffic without any fault: five campaigns on three platforms, with and without
/// image, and what comes of them.
///
/// Noise on opens: each hour of arrival, of everything, platform, image and leaf; each day, of
/// everything and campaign; a slow drift; and what people think of the content of each burst
/// (35 % of promotions). Opens come after a log-normal delay (median 20 minutes, sigma 1.8).
struct World {
    static let platforms = ["android", "ios", "web"]
    static let images = ["image", "no_image"]
    static let campaigns = ["chat", "digest", "news", "promo", "weekly"]
    static let dimensions = ["platform", "campaign", "image"]
    /// Monday, 2025-01-06 00 UTC, in hours since 1970.
    static let start: Int64 = 482_376
    static let ages = 25

    struct Row {
        var leaf: Int
        var hour: Int
        var sent: Int64
        /// By age.
        var events: [Int64]
    }

    let days: Int
    let metric: Metric
    private(set) var rows: [Row] = []
    /// Opens that what was sent brings on average: `leaf × hours + hour`. Noise and content are not
    /// in it.
    private(set) var usual: [Double]

    static let leaves: [[String]] = platforms.flatMap { platform in
        campaigns.flatMap { campaign in images.map { [platform, campaign, $0] } }
    }

    static func hourOfWeek(_ hour: Int64) -> Int { Int((hour - start) % 168) }

    /// `noise` is a factor on all of it.
    init(seed: UInt64, days: Int, scale: Double, noise: Double, metric: Metric) {
        self.days = days
        self.metric = metric
        usual = Array(repeating: 0, count: metric == .opened ? World.leaves.count * days * 24 : 0)
        var random = RandomNumbers(seed: seed)
        let moods = Moods(hours: days * 24 + World.ages, noise, metric, &random)
        for burst in Bursts.all(days: days, scale: scale, noise: noise, &random) {
            for leaf in World.leaves.indices
            where World.leaves[leaf][1] == World.campaigns[burst.campaign] {
                let sent = random.poisson(burst.size * World.share(leaf))
                guard sent > 0 else { continue }
                let events =
                    metric == .opened
                    ? opens(leaf, burst, sent, moods, &random)
                    : deliveries(leaf, burst, sent, moods, &random)
                if metric == .opened { addUsual(leaf, burst, sent, moods) }
                rows.append(Row(leaf: leaf, hour: burst.hour, sent: sent, events: events))
            }
        }
    }

    /// Of the audience.
    private static func share(_ leaf: Int) -> Double {
        let platform = [0.5, 0.35, 0.15][leaf / 10]
        return platform * (leaf % 2 == 0 ? 0.4 : 0.6)
    }

    private static let openRates = [0.16, 0.07, 0.1, 0.05, 0.06]

    private func openRate(_ leaf: Int, _ burst: Bursts.Burst) -> Double {
        World.openRates[burst.campaign] * [1, 0.8, 0.5][leaf / 10] * (leaf % 2 == 0 ? 1.1 : 0.95)
    }

    private mutating func addUsual(
        _ leaf: Int, _ burst: Bursts.Burst, _ sent: Int64, _ moods: Moods
    ) {
        let rate = openRate(leaf, burst)
        for hour in burst.hour..<min(burst.hour + World.ages, days * 24) {
            usual[leaf * days * 24 + hour] +=
                Double(sent) * rate * Delays.opens[hour - burst.hour] * moods.usual[hour]
        }
    }

    private func opens(
        _ leaf: Int, _ burst: Bursts.Burst, _ sent: Int64, _ moods: Moods,
        _ random: inout RandomNumbers
    ) -> [Int64] {
        let rate = openRate(leaf, burst) * burst.content
        return (0..<World.ages).map { age in
            let hour = burst.hour + age
            let mean = Double(sent) * rate * Delays.opens[age]
            return random.poisson(mean * moods.factor(leaf, hour))
        }
    }

    private func deliveries(
        _ leaf: Int, _ burst: Bursts.Burst, _ sent: Int64, _ moods: Moods,
        _ random: inout RandomNumbers
    ) -> [Int64] {
        let rate = [0.92, 0.88, 0.8][leaf / 10]
        var left = sent
        var chanceLeft = 1.0
        return (0..<World.ages).map { age in
            let mood = moods.factor(leaf, burst.hour + age)
            let chance = min(chanceLeft, rate * Delays.deliveries[age] * mood)
            let drawn = random.binomial(left, chanceLeft > 1e-9 ? chance / chanceLeft : 0)
            left -= drawn
            chanceLeft -= chance
            return drawn
        }
    }

    /// The cohorts of some days, with a share of events lost.
    func cohorts(days: Range<Int>, losing loss: Loss?) -> Cohorts {
        var builder = CohortBuilder(dimensions: World.dimensions)
        let numbers = World.leaves.map { builder.leaf($0) }
        var random = RandomNumbers(seed: loss?.seed ?? 0)
        for row in rows where days.contains(row.hour / 24) {
            let hour = World.start + Int64(row.hour)
            builder.addSends(row.sent, leaf: numbers[row.leaf], hour: hour)
            let isMet = loss?.slice.contains(World.leaves[row.leaf]) ?? false
            for (age, count) in row.events.enumerated() where count > 0 {
                var kept = count
                if isMet, let loss, loss.hours.contains(row.hour + age) {
                    kept = random.binomial(count, 1 - loss.share)
                }
                builder.addEvents(kept, age: age, leaf: numbers[row.leaf], hour: hour)
            }
        }
        return builder.cohorts(
            hours: World.start + Int64(days.lowerBound * 24)..<World.start
                + Int64(days.upperBound * 24))
    }
}

/// A fault: of a slice, a share of the events that arrive in some hours is lost.
struct Loss {
    var slice: Slice
    /// Since the world's start.
    var hours: Range<Int>
    var share: Double
    var seed: UInt64
    /// The share grows from 0 over this many hours.
    var rampHours = 0
}

/// Shares of events by age in hours, of sends that are spread over their hour.
enum Delays {
    /// Median 20 minutes, sigma 1.8.
    static let opens = byAge(median: 1.0 / 3, sigma: 1.8)
    /// Median 20 seconds, sigma 2.2.
    static let deliveries = byAge(median: 20.0 / 3600, sigma: 2.2)

    private static func byAge(median: Double, sigma: Double) -> [Double] {
        let steps = 60
        return (0..<World.ages).map { age in
            (0..<steps).reduce(0.0) { sum, step in
                let sent = (Double(step) + 0.5) / Double(steps)
                return sum + share(Double(age + 1) - sent, median, sigma)
                    - share(Double(age) - sent, median, sigma)
            } / Double(steps)
        }
    }

    private static func share(_ hours: Double, _ median: Double, _ sigma: Double) -> Double {
        hours > 0 ? 0.5 * erfc(-log(hours / median) / sigma / 2.0.squareRoot()) : 0
    }
}
