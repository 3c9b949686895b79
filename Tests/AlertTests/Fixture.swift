import Alerts
import Delivery
import Foundation
import TestSupport

/// Files that alerts are tested against.
enum Fixture {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Alerts")

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}

/// Random sends and events, the same for one seed.
struct RandomCohorts {
    /// A Monday, 00 UTC, in hours since 1970.
    static let start: Int64 = 96 + 168 * 2900

    var days = 23
    var platforms = ["android", "ios", "web"]
    /// Campaigns, and on how many days each is sent.
    var campaigns: [(name: String, days: Int)] = [
        ("digest", 23), ("promo", 11), ("recall", 4), ("survey", 2),
    ]
    var sendsAtOnce = 4000
    /// The share of events that is kept, by platform, campaign and arrival hour.
    var kept: (String, String, Int) -> Double = { _, _, _ in 1 }
    var openRate = 0.1
    var dayNoise = 0.1

    struct Row {
        var leaf: [String]
        var hour: Int
        var sent: Int64
        var events: [Int64]
    }

    /// The share of events that come at each age.
    private static let curve: [Double] = (0..<25).map { (age: Int) -> Double in
        age == 0 ? 0.55 : 0.3 / Double(age * age + 1)
    }

    func rows(seed: UInt64) -> [Row] {
        var random = RandomNumbers(seed: seed)
        var rows: [Row] = []
        for campaign in campaigns {
            for day in 0..<days where (day * campaign.days) % days < campaign.days {
                let content = exp(dayNoise * random.normal())
                let hours = campaign.days == days ? Array(6..<22) : [9 + day % 8]
                for hour in hours {
                    let size = Double(sendsAtOnce) / Double(hours.count).squareRoot()
                    rows += self.rows(campaign.name, day * 24 + hour, size, content, &random)
                }
            }
        }
        return rows
    }

    private func rows(
        _ campaign: String, _ hour: Int, _ size: Double, _ content: Double,
        _ random: inout RandomNumbers
    ) -> [Row] {
        var rows: [Row] = []
        for (index, platform) in platforms.enumerated() {
            for image in ["image", "no_image"] {
                let sent = (size / Double(index + 1) * (0.8 + 0.4 * random.unit())).rounded()
                let events = RandomCohorts.curve.enumerated().map { (age, share) -> Int64 in
                    let season: Double = 1 + 0.3 * sin(Double(hour + age) * .pi / 12)
                    let rate: Double = openRate * share * content * season
                    return random.count(sent * rate * kept(platform, campaign, hour + age))
                }
                rows.append(
                    Row(
                        leaf: [platform, campaign, image], hour: hour, sent: Int64(sent),
                        events: events))
            }
        }
        return rows
    }

    static func cohorts(_ rows: [Row], days: Int) -> Cohorts {
        var builder = CohortBuilder(dimensions: ["platform", "campaign", "image"])
        for row in rows {
            let leaf = builder.leaf(row.leaf)
            let hour = start + Int64(row.hour)
            builder.addSends(row.sent, leaf: leaf, hour: hour)
            for (age, count) in row.events.enumerated() {
                builder.addEvents(count, age: age, leaf: leaf, hour: hour)
            }
        }
        return builder.cohorts(hours: start..<start + Int64(days * 24))
    }

    func cohorts(seed: UInt64) -> Cohorts {
        RandomCohorts.cohorts(rows(seed: seed), days: days)
    }

    /// Weeks begin with the first hour.
    static func hourOfWeek(_ hour: Int64) -> Int { Int((hour - start) % 168) }

    static func model(_ cohorts: Cohorts, _ parameters: AlertParameters = .opens) -> RateModel {
        RateModel(cohorts, parameters: parameters, hourOfWeek: hourOfWeek)
    }
}

/// Numbers around a mean.
struct RandomNumbers {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func unit() -> Double { Double(random.next() >> 11) * 0x1p-53 }

    /// Box and Muller.
    mutating func normal() -> Double {
        (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
    }

    /// Poisson's distribution: counted where it is small, normal where it is not.
    mutating func count(_ mean: Double) -> Int64 {
        guard mean < 30 else {
            return max(0, Int64((mean + mean.squareRoot() * normal()).rounded()))
        }
        var count: Int64 = 0
        var product = unit()
        let limit = exp(-mean)
        while product > limit {
            count += 1
            product *= unit()
        }
        return count
    }
}
