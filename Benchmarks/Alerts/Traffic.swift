import Foundation

/// When campaigns are sent, to how many, and how well they are liked.
enum Bursts {
    struct Burst {
        var campaign: Int
        var hour: Int
        var size: Double
        /// Factor on opens.
        var content: Double
    }

    static func all(
        days: Int, scale: Double, noise: Double, _ random: inout RandomNumbers
    ) -> [Burst] {
        var bursts: [Burst] = []
        func add(_ campaign: Int, _ hour: Int, _ size: Double, _ sigma: Double) {
            bursts.append(
                Burst(
                    campaign: campaign, hour: hour, size: size * scale,
                    content: random.factor(sigma * noise)))
        }
        for day in 0..<days {
            let isWeekend = day % 7 >= 5
            let chats = random.factor(0.1)
            for hour in 0..<24 {
                add(0, day * 24 + hour, 900 * chats * awake(hour) * (isWeekend ? 0.9 : 1), 0.05)
            }
            add(1, day * 24 + 8, 15_000 * random.factor(0.1), 0.08)
            for hour in [7, 9, 12, 15, 18, 21] {
                let late = random.below(3) - 1
                add(2, day * 24 + hour + late, 4000 * random.factor(0.3), 0.12)
            }
            if random.unit() < (isWeekend ? 0.3 : 0.5) {
                let hour = 10 + random.below(10)
                add(3, day * 24 + hour, 30_000 * random.factor(0.4), 0.35)
            }
            if day % 7 == 1 { add(4, day * 24 + 11, 40_000 * random.factor(0.1), 0.2) }
        }
        return bursts
    }

    /// How much goes on in an hour of the day: 1 on average.
    static func awake(_ hour: Int) -> Double {
        max(0.15, 1 + 0.85 * sin((Double(hour) - 8.5) * Double.pi / 12))
    }
}

/// How ready people are to open, or devices to receive, in an hour: factors of everything, of
/// platforms, images and leaves.
struct Moods {
    private var factors: [Double] = []
    /// The mean factor of an hour, with the drift that it has: what can be known beforehand.
    private(set) var usual: [Double] = []
    private let leaves = World.leaves.count

    init(hours: Int, _ noise: Double, _ metric: Metric, _ random: inout RandomNumbers) {
        // Deliveries do not depend on the appeal of a message.
        let size = metric == .opened ? noise : noise * 0.15
        var whole = Wander(sigma: 0.05 * size)
        var slow = Wander(sigma: 0.08 * size, memory: 0.998)
        var platforms = Array(repeating: Wander(sigma: 0.04 * size), count: 3)
        var images = Array(repeating: Wander(sigma: 0.02 * size), count: 2)
        var campaigns = Array(repeating: Wander(sigma: 0.04 * size), count: 5)
        var own = Array(repeating: Wander(sigma: 0.05 * size, memory: 0.5), count: leaves)
        var day = 0.0
        var campaignDays = Array(repeating: 0.0, count: 5)
        // Of the exponential of independent normal numbers: half of their variances.
        let mean = (0.05 * 0.05 * 2 + 0.04 * 0.04 * 3 + 0.02 * 0.02 + 0.03 * 0.03) / 2
        for hour in 0..<hours {
            if hour % 24 == 0 {
                day = 0.03 * size * random.normal()
                campaignDays = campaignDays.map { _ in 0.04 * size * random.normal() }
            }
            let short = day + whole.next(&random)
            let known = slow.next(&random) + season(hour, metric)
            let common = short + known
            usual.append(exp(known + mean * size * size))
            let byPlatform = platforms.indices.map { platforms[$0].next(&random) }
            let byImage = images.indices.map { images[$0].next(&random) }
            let byCampaign = campaigns.indices.map {
                campaigns[$0].next(&random) + campaignDays[$0]
            }
            for leaf in 0..<leaves {
                factors.append(
                    exp(
                        common + byPlatform[leaf / 10] + byCampaign[leaf / 2 % 5]
                            + byImage[leaf % 2] + own[leaf].next(&random)))
            }
        }
    }

    /// People sleep.
    private func season(_ hour: Int, _ metric: Metric) -> Double {
        guard metric == .opened else { return 0 }
        let weekend = hour / 24 % 7 >= 5 ? 0.1 : 0
        return 0.35 * sin(Double(hour % 24 - 10) * Double.pi / 12) + weekend
    }

    func factor(_ leaf: Int, _ hour: Int) -> Double { factors[hour * leaves + leaf] }
}
