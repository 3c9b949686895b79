import Alerts
import Delivery
import Foundation

/// Simulated opens of a team that sends more than regular campaigns: mailings with names of their
/// own, platforms with their own levels, or few sends.
///
/// Two campaigns go out every hour, a digest every morning, and mailings on some days. People like
/// each mailing to another degree (log-normal, sigma 0.3), on each platform a little differently
/// (sigma 0.05). Noise of hours and days is that of `World`.
struct Team {
    enum Kind: String, CaseIterable {
        /// Two mailings of three days.
        case often = "mailings on two of three days"
        case twice = "two mailings a week"
        case regular = "no mailings"

        /// The chance of a mailing on a day; nil for Tuesdays and Fridays.
        fileprivate var chance: Double? {
            switch self {
            case .often: 0.67
            case .twice: nil
            case .regular: 0
            }
        }
    }

    /// How many of its messages each platform opens, compared with Android.
    private static let levels = [1, 0.7, 0.35]
    private static let shares = [0.5, 0.35, 0.15]
    private static let platforms = World.platforms

    struct Mailing {
        var name: String
        var hour: Int
        /// Opens in the first hour at an average liking.
        var opens: Double
    }

    let days: Int
    private(set) var mailings: [Mailing] = []
    private(set) var leaves: [[String]] = []
    private var rows: [World.Row] = []

    /// At scale 1, all campaigns together have about 4,000 opens a day.
    init(_ kind: Kind, seed: UInt64, days: Int, scale: Double) {
        self.days = days
        var random = RandomNumbers(seed: seed)
        let moods = TeamMoods(hours: days * 24 + World.ages, &random)
        for day in 0..<days {
            for hour in day * 24..<day * 24 + 24 {
                let awake = Bursts.awake(hour % 24)
                send("chat", hour, 1300 * scale * awake, 0.1, 0.05, moods, &random)
                send("orders", hour, 400 * scale * awake, 0.08, 0.05, moods, &random)
            }
            send("digest", day * 24 + 8, 8000 * scale, 0.07, 0.08, moods, &random)
            let isDay = kind.chance.map { random.unit() < $0 } ?? [1, 4].contains(day % 7)
            guard isDay else { continue }
            let hour = day * 24 + 9 + random.below(10)
            let name = "mailing \(1000 + day)"
            let size = 16_000 * scale * random.factor(0.3)
            send(name, hour, size, 0.06, 0.3, moods, &random)
            let mean = zip(Team.levels, Team.shares).reduce(0) { $0 + $1.0 * $1.1 } * 0.06 * size
            mailings.append(
                Mailing(name: name, hour: hour, opens: mean * Delays.opens[0] * moods.usual[hour]))
        }
    }

    private mutating func send(
        _ campaign: String, _ hour: Int, _ size: Double, _ rate: Double, _ sigma: Double,
        _ moods: TeamMoods, _ random: inout RandomNumbers
    ) {
        let content = random.factor(sigma)
        let image = campaign.hasPrefix("mailing") || campaign == "digest" ? "image" : "no_image"
        for (place, platform) in Team.platforms.enumerated() {
            let sent = random.poisson(size * Team.shares[place] * random.factor(0.05))
            guard sent > 0 else { continue }
            let own = rate * content * Team.levels[place] * random.factor(sigma / 6)
            let events = (0..<World.ages).map { age in
                random.poisson(
                    Double(sent) * own * Delays.opens[age]
                        * moods.factor(place, campaign, hour + age))
            }
            rows.append(
                World.Row(
                    leaf: leaf([platform, campaign, image]), hour: hour, sent: sent,
                    events: events))
        }
    }

    private var numbers: [[String]: Int] = [:]

    private mutating func leaf(_ values: [String]) -> Int {
        if let number = numbers[values] { return number }
        numbers[values] = leaves.count
        leaves.append(values)
        return leaves.count - 1
    }

    /// Opens of some leaves in some hours, without a fault.
    func opens(_ chosen: [[String]], hours: Range<Int>) -> Double {
        let chosen = Set(chosen)
        return rows.filter { chosen.contains(leaves[$0.leaf]) }.reduce(0) { sum, row in
            sum
                + row.events.enumerated().reduce(0.0) {
                    $0 + (hours.contains(row.hour + $1.offset) ? Double($1.element) : 0)
                }
        }
    }

    /// The cohorts of some days, with shares of events lost.
    func cohorts(days: Range<Int>, losing losses: [Loss] = []) -> Cohorts {
        var builder = CohortBuilder(dimensions: World.dimensions)
        var random = RandomNumbers(seed: losses.first?.seed ?? 0)
        for row in rows where days.contains(row.hour / 24) {
            let hour = World.start + Int64(row.hour)
            let leaf = builder.leaf(leaves[row.leaf])
            builder.addSends(row.sent, leaf: leaf, hour: hour)
            let met = losses.filter { $0.slice.contains(leaves[row.leaf]) }
            for (age, count) in row.events.enumerated() where count > 0 {
                let kept = met.reduce(1.0) { $0 * $1.kept(row.hour + age) }
                let left = kept < 1 ? random.binomial(count, kept) : count
                builder.addEvents(left, age: age, leaf: leaf, hour: hour)
            }
        }
        return builder.cohorts(
            hours: World.start + Int64(days.lowerBound * 24)..<World.start
                + Int64(days.upperBound * 24))
    }
}

extension Loss {
    /// The share of events that it leaves in an hour. It grows linearly over `rampHours`.
    func kept(_ hour: Int) -> Double {
        guard hours.contains(hour) else { return 1 }
        let grown = Double(hour - hours.lowerBound + 1) / Double(max(1, rampHours))
        return 1 - share * min(1, grown)
    }
}

/// As `Moods`, for platforms and any campaigns.
private struct TeamMoods {
    private var common: [Double] = []
    private var platforms: [[Double]] = []
    private let seed: UInt64
    /// The season of each hour, as a factor.
    private(set) var usual: [Double] = []

    init(hours: Int, _ random: inout RandomNumbers) {
        seed = random.next()
        var whole = Wander(sigma: 0.05)
        var slow = Wander(sigma: 0.08, memory: 0.998)
        var byPlatform = Array(repeating: Wander(sigma: 0.05), count: 3)
        var day = 0.0
        for hour in 0..<hours {
            if hour % 24 == 0 { day = 0.03 * random.normal() }
            let weekend = hour / 24 % 7 >= 5 ? 0.1 : 0
            let season = 0.35 * sin(Double(hour % 24 - 10) * Double.pi / 12) + weekend
            usual.append(exp(season))
            common.append(season + day + whole.next(&random) + slow.next(&random))
            platforms.append(byPlatform.indices.map { byPlatform[$0].next(&random) })
        }
    }

    /// With a mood of each campaign that lasts four hours.
    func factor(_ platform: Int, _ campaign: String, _ hour: Int) -> Double {
        let number = campaign.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
        var own = RandomNumbers(seed: number &+ UInt64(hour / 4))
        return exp(common[hour] + platforms[hour][platform] + 0.05 * own.normal())
    }
}
