/// The volume of sends and the factor on open rates of each hour.
///
/// Both follow the hour of the week with a little noise, so that a detector can learn them within
/// two or three weeks.
struct Traffic: Sendable {
    /// A one-off campaign and the volume that it adds to some hours.
    struct Burst: Sendable {
        let campaign: Int
        /// First hour, counted from the start of the sample.
        let hour: Int
        /// Volume of each hour from the first on, in average always-on hours.
        let volume: [Double]
    }

    /// Share of an average day's sends, by hour of day in UTC: quiet nights, busy evenings.
    private static let daily: [Double] = [
        0.35, 0.25, 0.2, 0.18, 0.2, 0.3, 0.55, 0.85, 1.05, 1.15, 1.2, 1.25,
        1.3, 1.2, 1.15, 1.15, 1.25, 1.45, 1.7, 1.85, 1.8, 1.5, 1.0, 0.6,
    ]

    /// The factor on open rates, by hour of day in UTC.
    private static let attention: [Double] = [
        0.8, 0.75, 0.72, 0.72, 0.75, 0.82, 0.95, 1.05, 1.05, 1.0, 0.98, 1.0,
        1.04, 1.0, 0.98, 0.98, 1.0, 1.04, 1.1, 1.15, 1.15, 1.1, 1.0, 0.9,
    ]

    /// Sends of each hour; they add up to the sends of the options.
    let counts: [Int]
    let bursts: [Burst]
    private let baseVolume: [Double]

    init(options: SampleOptions, burstCampaignsFrom firstBurst: Int) {
        let startHour = options.start.daysSinceEpoch * 24
        bursts = Self.bursts(options, firstBurst)
        baseVolume = (0..<options.days * 24).map {
            Self.volume(hourSinceEpoch: startHour + $0, seed: options.seed)
        }
        var volume = baseVolume
        for burst in bursts {
            for (offset, extra) in burst.volume.enumerated()
            where burst.hour + offset < volume.count {
                volume[burst.hour + offset] += extra
            }
        }
        counts = Self.shares(of: options.sends, by: volume)
    }

    /// The volume that each campaign has in an hour, in the order of the campaigns.
    func campaignVolumes(hour: Int, campaigns: [Campaign]) -> [Double] {
        var volumes = campaigns.map { $0.weight * baseVolume[hour] }
        for burst in bursts where (burst.hour..<burst.hour + burst.volume.count).contains(hour) {
            volumes[burst.campaign] += burst.volume[hour - burst.hour]
        }
        return volumes
    }

    /// Factor on open rates for messages sent in an hour.
    static func attention(hourSinceEpoch: Int) -> Double {
        attention[hourSinceEpoch % 24] * (isWeekend(hourSinceEpoch) ? 1.06 : 1)
    }

    private static func volume(hourSinceEpoch: Int, seed: UInt64) -> Double {
        var random = Random(seed: seed ^ 0x70_6C61_6E, stream: UInt64(hourSinceEpoch))
        let noise = max(0.8, 1 + 0.03 * random.normal())
        return daily[hourSinceEpoch % 24] * (isWeekend(hourSinceEpoch) ? 0.78 : 1) * noise
    }

    /// 1970-01-01 was a Thursday.
    private static func isWeekend(_ hourSinceEpoch: Int) -> Bool {
        (hourSinceEpoch / 24 + 4) % 7 == 0 || (hourSinceEpoch / 24 + 4) % 7 == 6
    }

    /// One burst on the first day, later ones on two days of five.
    private static func bursts(_ options: SampleOptions, _ firstBurst: Int) -> [Burst] {
        var random = Random(seed: options.seed, stream: 0x6275_7273_7473)
        var bursts: [Burst] = []
        for day in 0..<options.days {
            let happens = random.chance(0.4)
            let hour = day * 24 + 9 + random.below(10)
            let size = 1.2 + 1.6 * random.unit()
            guard happens || day == 0 else { continue }
            let volume = [0.62, 0.26, 0.07, 0.03, 0.02].map { $0 * size }
            bursts.append(Burst(campaign: firstBurst + bursts.count, hour: hour, volume: volume))
        }
        return bursts
    }

    /// Divides a whole number by weights; the parts add up to it.
    private static func shares(of total: Int, by weights: [Double]) -> [Int] {
        let sum = weights.reduce(0, +)
        var seen = 0.0
        var given = 0
        return weights.map { weight in
            seen += weight
            let due = min(total, Int((Double(total) * seen / sum).rounded()))
            defer { given = due }
            return due - given
        }
    }
}
