import Foundation
import Locked

/// All that is measured, in order.
struct Run {
    enum Part: String, CaseIterable { case regular, teams }

    struct Sizes {
        /// Worlds without faults, for each metric.
        var seeds = 16
        /// Days of each; the first 31 are not judged.
        var days = 152
        /// Faults for each world with faults, target and size.
        var trials = 24
    }

    /// Worlds with faults: their first seed, and how large each is.
    private struct Worlds {
        var seed: UInt64
        var scales: [Double]
        /// Faults for each target and size, for each one that was asked for.
        var density = 1
    }

    private static let mixed = Worlds(
        seed: 2000, scales: [0.5, 2, 8, 0.5, 2, 8, 0.5, 2, 8])
    /// Of these, iOS has 150 to 300 opens in many hours.
    private static let middling = Worlds(seed: 3000, scales: [1, 1.5, 1, 1.5, 1, 1.5], density: 2)

    let sizes: Sizes

    func measure(_ part: Part) {
        switch part {
        case .regular: regular()
        case .teams: teams()
        }
    }

    private func regular() {
        print("## False alarms\n\n" + FalseAlarms.heading)
        let falseAlarms = Metric.allCases.map(falseAlarms)
        for alarms in falseAlarms { print(alarms.line) }
        let shares = [0.2, 0.3, 0.5, 1]
        let opens = trials(.opened, Target.allCases, shares)
        let platform = trials(.opened, [.platform], [0.3, 0.5, 1], in: Run.middling)
        print("\n## Opened: share of drops that fire within\n")
        print(PowerTables.power(opens + platform, targets: Target.allCases, shares: shares))
        print("\n## Opened: delay, compared with known rates and known noise\n")
        print(PowerTables.delays(opens + platform, targets: Target.allCases, shares: [0.3, 0.5]))
        print("\n## Opened: slice, notifications, resolves\n")
        print(PowerTables.life(opens, shares: [0.3, 0.5, 1]))
        print("\n## Opened, half of the noise\n")
        let calm = trials(.opened, [.platform], [0.3], noise: 0.5)
        print(PowerTables.power(calm, targets: [.platform], shares: [0.3]))
        print("\n## Delivered\n")
        let delivered = trials(.delivered, [.platform, .cell], [0.1, 0.2, 0.3])
        print(
            PowerTables.power(
                delivered, targets: [.platform, .cell], shares: [0.1, 0.2, 0.3]))
        print("\n## Speed\n\n" + Speed.line())
        let aims = Aims(
            opens: opens + platform, calm: calm, delivered: delivered, falseAlarms: falseAlarms)
        print("\n## Aims\n\n" + aims.table)
    }

    private func falseAlarms(_ metric: Metric) -> FalseAlarms {
        let parts = parallel(sizes.seeds) { number in
            FalseAlarms(metric: metric, seed: UInt64(1000 + number), days: sizes.days, noise: 1)
        }
        return parts.dropFirst().reduce(parts[0], +)
    }

    private func trials(
        _ metric: Metric, _ targets: [Target], _ shares: [Double], in worlds: Worlds = Run.mixed,
        noise: Double = 1
    ) -> [Trial] {
        let count = sizes.trials * worlds.density
        return parallel(worlds.scales.count) { number in
            let seed = worlds.seed + UInt64(number)
            let world = World(
                seed: seed, days: 31 + 4 * count, scale: worlds.scales[number], noise: noise,
                metric: metric)
            let trials = Trials(world: world, metric: metric)
            return targets.enumerated().flatMap { place, target in
                // The same hours for every size of a drop.
                var random = RandomNumbers(seed: seed &* 100 &+ UInt64(place))
                return (0..<count).flatMap { index in
                    let hour = random.below(24)
                    let seed = random.next()
                    return shares.compactMap {
                        trials.trial(
                            target, share: $0, day: 31 + index * 4, hour: hour, seed: seed)
                    }
                }
            }
        }.flatMap { $0 }
    }

    /// In the order of their numbers, on all cores.
    func parallel<Result: Sendable>(
        _ count: Int, _ body: @Sendable (Int) -> Result
    ) -> [Result] {
        let results = Locked<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let result = body(number)
            results.withLock { $0[number] = result }
        }
        return results.withLock { found in (0..<count).compactMap { found[$0] } }
    }
}
