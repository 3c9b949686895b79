import Alerts
import Delivery

/// Faults in the traffic of a `Team`.
enum TeamTrials {
    private static let history = 30

    /// The episodes of some days, the hour of each counted from the world's start. `isQuiet` is
    /// whether nothing fired on the day before the first fault.
    private static func episodes(
        _ team: Team, day: Int, count: Int, losing losses: [Loss]
    ) -> (all: [Episode], isQuiet: Bool) {
        let cohorts = team.cohorts(days: day - history..<day + count, losing: losses)
        let found = Detection.detector(cohorts, .opened)
            .run(World.start + Int64((day - 1) * 24)..<World.start + Int64((day + count) * 24))
        let begin = World.start + Int64(losses.map(\.hours.lowerBound).min() ?? 0)
        return (found, found.allSatisfy { $0.firedAt >= begin })
    }

    // MARK: Mailings that nobody opens

    struct Mailing {
        /// In the first hour.
        var opens: Double
        /// Hours until an episode of the mailing, or of a slice with it; nil after 48.
        var delay: Int?
        var isExact = false
        var isContradictory = false
    }

    static func mailings(_ team: Team, from first: Int) -> [Mailing] {
        team.mailings.filter { $0.hour / 24 >= first && $0.hour / 24 + 3 <= team.days }
            .compactMap { mailing in
                let slice = Slice([nil, mailing.name, nil])
                let loss = Loss(
                    slice: slice, hours: mailing.hour..<mailing.hour + 48, share: 1, seed: 1)
                let found = episodes(team, day: mailing.hour / 24, count: 3, losing: [loss])
                guard found.isQuiet else { return nil }
                var trial = Mailing(opens: mailing.opens)
                let leaf = ["", mailing.name, "image"]
                let told = found.all.first {
                    $0.slice.values[1] == mailing.name || $0.slice.contains(leaf)
                }
                trial.delay = told.map { Int($0.firedAt - World.start) - mailing.hour + 1 }
                trial.isExact = told?.slice == slice || told?.slice.values[1] == mailing.name
                trial.isContradictory = told.map { $0.first.score.score <= $0.threshold } ?? false
                return trial
            }
    }

    static let mailingHeading = tableHeading([
        "opens in the first hour", "n", "told in 1 h", "2 h", "6 h", "48 h", "named",
        "with a score below the threshold",
    ])

    static func line(_ trials: [Mailing], _ opens: Range<Double>) -> String? {
        let met = trials.filter { opens.contains($0.opens) }
        guard !met.isEmpty else { return nil }
        let found = [1, 2, 6, 48].map { hours in
            share(met) { ($0.delay ?? .max) <= hours }
        }
        let told = met.filter { $0.delay != nil }
        return row(
            ["\(Int(opens.lowerBound)) to \(Int(opens.upperBound))", "\(met.count)"] + found
                + [share(told, \.isExact), "\(met.count(where: \.isContradictory))"])
    }

    static func share<Trial>(_ trials: [Trial], _ isMet: (Trial) -> Bool) -> String {
        trials.isEmpty
            ? "n/a" : text(Double(trials.count(where: isMet)) / Double(trials.count))
    }

    // MARK: Two outages

    struct Outages {
        /// In an hour of the first outage.
        var opens: Double
        var isFound = false
        /// Hours from the end of the outage; nil if it was not over when the second began.
        var resolved: Int?
        var isSecondFound = false
    }

    /// Twelve hours of a slice are lost, and twelve hours more a day later.
    static func outages(_ team: Team, _ slice: Slice, day: Int, share: Double) -> Outages? {
        let losses = [8, 44].map {
            Loss(slice: slice, hours: day * 24 + $0..<day * 24 + $0 + 12, share: share, seed: 1)
        }
        let found = episodes(team, day: day, count: 4, losing: losses)
        guard found.isQuiet else { return nil }
        let places = slice.places(in: team)
        var trial = Outages(opens: 0)
        trial.opens = team.opens(places, hours: losses[0].hours) / 12
        let own = found.all.filter { $0.slice.contains(slice) || slice.contains($0.slice) }
        func isIn(_ loss: Loss, _ hour: Int64) -> Bool {
            loss.hours.contains(Int(hour - World.start))
        }
        let first = own.first { isIn(losses[0], $0.firedAt) }
        trial.isFound = first != nil
        if let first, first.state != .firing {
            let end = Int(first.end - World.start)
            if end <= losses[1].hours.lowerBound + 1 {
                trial.resolved = max(0, end - losses[0].hours.upperBound)
            }
        }
        trial.isSecondFound = own.contains { isIn(losses[1], $0.firedAt) }
        return trial
    }

    static let outageHeading = tableHeading([
        "opens an hour", "drop", "n", "found in 12 h", "of these, over within 24 h",
        "median", "p90", "second outage is a new incident",
    ])

    static func line(_ trials: [Outages], _ opens: Range<Double>, _ drop: Double) -> String? {
        let met = trials.filter { opens.contains($0.opens) }
        guard !met.isEmpty else { return nil }
        let found = met.filter(\.isFound)
        let delays = found.compactMap(\.resolved).sorted()
        func quantile(_ share: Double) -> String {
            delays.isEmpty ? "n/a" : "\(delays[Int(Double(delays.count - 1) * share)]) h"
        }
        return row([
            "\(Int(opens.lowerBound)) to \(Int(opens.upperBound))", "\(Int(drop * 100)) %",
            "\(met.count)", share(met, \.isFound), share(found) { $0.resolved != nil },
            quantile(0.5), quantile(0.9), share(found, \.isSecondFound),
        ])
    }

    // MARK: Slow and permanent changes

    struct Change {
        var notifications: Int
        var episodes: Int
        /// Hours from the first alarm to the last hour that fires.
        var hours: Int
    }

    static func change(_ team: Team, _ loss: Loss, count: Int) -> Change? {
        let found = episodes(team, day: loss.hours.lowerBound / 24, count: count, losing: [loss])
        guard found.isQuiet, let first = found.all.map(\.firedAt).min(),
            let last = found.all.map(\.end).max()
        else { return nil }
        return Change(
            notifications: found.all.reduce(0) { $0 + $1.notified.count },
            episodes: found.all.count, hours: Int(last - first))
    }

    static let changeHeading = tableHeading([
        "change", "found", "episodes", "notifications", "hours, median",
    ])

    static func line(_ name: String, _ changes: [Change?]) -> String {
        let found = changes.compactMap(\.self)
        func mean(_ number: (Change) -> Int) -> String {
            text(Double(found.reduce(0) { $0 + number($1) }) / Double(max(1, found.count)))
        }
        let hours = found.map(\.hours).sorted()
        return row([
            name, "\(found.count) of \(changes.count)", mean(\.episodes), mean(\.notifications),
            hours.isEmpty ? "n/a" : "\(hours[hours.count / 2]) h",
        ])
    }
}

extension Slice {
    fileprivate func places(in team: Team) -> [[String]] { team.leaves.filter(contains) }
}
