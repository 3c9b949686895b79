import Delivery
import Foundation
import TestSupport
import Testing

/// Days of a known truth, projected from what could be seen of them.
@Suite("Simulated days")
struct SimulatedProjectionTests {
    /// How days of a simulation differ from each other.
    struct World: CustomTestStringConvertible {
        var name: String
        /// Minutes in which half of the opens come, on a usual day.
        var median = 45.0
        /// The spread of the median over days, as a logarithm.
        var spread = 0.0
        /// The spread of hours' open rates, as a share of the rate.
        var rates = 0.0

        var testDescription: String { name }
    }

    private static let worlds = [
        World(name: "days alike"),
        World(name: "days fast and slow", spread: 0.3),
        World(name: "hours of different rates", rates: 0.2),
    ]

    private static let days = 300
    private static let window = 72.0 * 3600

    @Test("lie in their 95 % intervals", arguments: worlds, [0, 6, 24])
    func coverage(world: World, hoursAfter: Int64) throws {
        var random = SeededRandom(seed: 42)
        let first: Int64 = 20_000
        let days = (0..<SimulatedProjectionTests.days).map { _ in Day(world, &random) }
        let delays = days.map(\.delays)
        var inside = 0
        var tried = 0
        var errors = 0.0
        for number in 14..<days.count {
            let history = Dictionary(
                uniqueKeysWithValues: (number - 14..<number).map {
                    (first + Int64($0), delays[$0])
                })
            let asOf = (first + Int64(number) + 1) * 86_400_000 + hoursAfter * 3_600_000
            let projection = OpenProjection(
                days[number].cohorts(day: first + Int64(number), asOf: asOf), history: history,
                asOf: asOf, windowSeconds: SimulatedProjectionTests.window)
            let interval = try #require(projection.interval)
            let final = Double(days[number].opened)
            tried += 1
            if interval.contains(final) { inside += 1 }
            errors += try #require(projection.projected) / final - 1
        }
        let share = Double(inside) / Double(tried)
        #expect((0.9...0.99).contains(share), "\(share)")
        #expect(abs(errors / Double(tried)) < 0.01, "\(errors / Double(tried))")
    }

    /// One day: for each open, when it was sent and after how many seconds it came.
    private struct Day {
        private var bases: [Int64] = []
        private var opens: [(sentAt: Double, delay: Double)] = []

        init(_ world: World, _ random: inout SeededRandom) {
            let median = world.median * 60 * exp(world.spread * random.normal())
            for hour in 0..<24 {
                let base = 100 + 300 * Int64(hour % 12)
                bases.append(base)
                let rate = 0.08 * max(0.1, 1 + world.rates * random.normal())
                for _ in 0..<base where random.fraction() < rate {
                    let delay = median * exp(1.6 * random.normal())
                    guard delay <= SimulatedProjectionTests.window else { continue }
                    opens.append((Double(hour) * 3600 + 3600 * random.fraction(), delay))
                }
            }
        }

        private static let classes = DelayBucket.all.reduce(into: [Int32: DelayClass]()) {
            $0[$1.bucket] = DelayClass(
                from: $1.from, to: $1.to, windowSeconds: SimulatedProjectionTests.window)
        }

        var opened: Int { opens.count }

        var delays: OpenDelays {
            var delays: OpenDelays = [:]
            for open in opens {
                let index = DelayBucket.index(milliseconds: Int64(open.delay * 1000))
                if let kind = Day.classes[index] { delays[kind, default: 0] += 1 }
            }
            return delays
        }

        func cohorts(day: Int64, asOf: Int64) -> [OpenCohort] {
            let known = Double(asOf - day * 86_400_000) / 1000
            var counts = bases.map { _ in Int64(0) }
            for open in opens where open.sentAt + open.delay <= known {
                counts[Int(open.sentAt / 3600)] += 1
            }
            return bases.indices.map {
                OpenCohort(hour: day * 24 + Int64($0), base: bases[$0], opened: counts[$0])
            }
        }
    }
}

extension SeededRandom {
    fileprivate mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// By Box and Muller.
    fileprivate mutating func normal() -> Double {
        (-2 * log(1 - fraction())).squareRoot() * cos(2 * .pi * fraction())
    }
}
