import Alerts
import Delivery

/// What `Run` measures of `Team`.
extension Run {
    private static let scales = [0.1, 1, 6, 30]

    func teams() {
        print("\n## Mailings with names of their own, platforms with levels of their own\n")
        print(TeamAlarms.heading)
        for kind in Team.Kind.allCases {
            for scale in Run.scales { print(alarms(kind, scale)) }
        }
        print("\n## A mailing that nobody opens\n\n" + TeamTrials.mailingHeading)
        deadMailings().forEach { print($0) }
        print("\n## Twelve hours are lost, and twelve more a day later\n")
        print(TeamTrials.outageHeading)
        for drop in [1, 0.6] { outages(drop).forEach { print($0) } }
        print("\n## Slow and permanent changes\n\n" + TeamTrials.changeHeading)
        changes().forEach { print($0) }
    }

    private func alarms(_ kind: Team.Kind, _ scale: Double) -> String {
        let parts = parallel(sizes.seeds) {
            TeamAlarms(kind, seed: UInt64(5000 + $0), days: sizes.days, scale: scale)
        }
        return parts.dropFirst().reduce(parts[0], +).line(kind, scale)
    }

    private func deadMailings() -> [String] {
        let scales = [0.15, 0.4, 1, 3]
        let kinds = [Team.Kind.often, .twice]
        let trials = parallel(scales.count * kinds.count) { number in
            let team = Team(
                kinds[number % kinds.count], seed: UInt64(6000 + number),
                days: 31 + 2 * sizes.trials, scale: scales[number / kinds.count])
            return TeamTrials.mailings(team, from: 31)
        }.flatMap { $0 }
        return [10..<30, 30..<100, 100..<300, 300..<1000, 1000..<10_000].compactMap {
            TeamTrials.line(trials, $0)
        }
    }

    private func outages(_ drop: Double) -> [String] {
        let scales = [0.05, 0.1, 0.2, 0.4, 1]
        let slices = [
            Slice(["ios", nil, nil]), Slice(["android", nil, nil]), Slice([nil, "orders", nil]),
        ]
        let trials = parallel(scales.count) { number in
            let team = Team(
                .regular, seed: UInt64(7000 + number), days: 35 + 4 * sizes.trials,
                scale: scales[number])
            return (0..<sizes.trials).compactMap { index in
                TeamTrials.outages(
                    team, slices[index % slices.count], day: 31 + 4 * index, share: drop)
            }
        }.flatMap { $0 }
        return [1..<5, 5..<10, 10..<30, 30..<100].compactMap {
            TeamTrials.line(trials, $0, drop)
        }
    }

    private func changes() -> [String] {
        let count = max(4, sizes.trials / 2)
        func all(_ slice: Slice, _ share: Double, hours: Int, ramp: Int, days: Int)
            -> [TeamTrials.Change?]
        {
            parallel(count) { number in
                let begin = 31 * 24 + 10
                let team = Team(
                    .often, seed: UInt64(8000 + number), days: 32 + days, scale: 6)
                let loss = Loss(
                    slice: slice, hours: begin..<begin + hours, share: share, seed: 1,
                    rampHours: ramp)
                return TeamTrials.change(team, loss, count: days)
            }
        }
        let ios = Slice(["ios", nil, nil])
        let whole = Slice([nil, nil, nil])
        return [
            TeamTrials.line(
                "iOS -60 % within 12 hours, for 36",
                all(ios, 0.6, hours: 36, ramp: 12, days: 4)),
            TeamTrials.line(
                "all -35 % for good", all(whole, 0.35, hours: 21 * 24, ramp: 0, days: 21)),
            TeamTrials.line(
                "iOS -35 % for good", all(ios, 0.35, hours: 21 * 24, ramp: 0, days: 21)),
            TeamTrials.line(
                "all -25 % for four days, as on holidays",
                all(whole, 0.25, hours: 96, ramp: 0, days: 7)),
        ]
    }
}
