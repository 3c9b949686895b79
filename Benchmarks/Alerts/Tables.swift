import Foundation

func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

func tableHeading(_ names: [String]) -> String {
    row(names) + "\n" + row(names.map { _ in "---" })
}

func text(_ number: Double, _ digits: Int = 2) -> String {
    String(format: "%.\(digits)f", number)
}

extension [Trial] {
    /// Those of a target, a size of the drop, and some events an hour.
    func of(_ target: Target, _ share: Double, _ volume: Range<Double>) -> [Trial] {
        filter {
            $0.target == target.rawValue && $0.share == share && volume.contains($0.volume)
        }
    }

    func part(_ isMet: (Trial) -> Bool) -> Double {
        Double(count(where: isMet)) / Double(Swift.max(1, count))
    }

    var notificationsAnIncident: Double {
        Double(reduce(0) { $0 + $1.notifications }) / Double(Swift.max(1, count))
    }
}

extension [Int] {
    /// Of sorted numbers; nil without any.
    func quantile(_ share: Double) -> Int? {
        isEmpty ? nil : self[Int(Double(count - 1) * share)]
    }
}

/// The tables of all trials.
enum PowerTables {
    private static let hours = [1, 2, 3, 6, 12, 24]
    private static let oracleHours = [2, 6, 12]
    private static let volumes: [Range<Double>] = [
        30..<75, 75..<150, 150..<300, 300..<600, 600..<1200, 1200..<10_000,
    ]
    private static let fewest = 15

    /// The share that fired within some hours, by target, volume and size of the drop; the same of
    /// the oracle, where there is one.
    static func power(_ trials: [Trial], targets: [Target], shares: [Double]) -> String {
        var lines = [
            tableHeading(
                ["target", "events an hour", "drop", "n"] + hours.map { "\($0) h" }
                    + oracleHours.map { "oracle, \($0) h" }
                    + Rule.allCases.map { "\($0.rawValue), 2 h" })
        ]
        for target in targets {
            for volume in volumes {
                for share in shares {
                    let met = trials.of(target, share, volume)
                    if met.count >= fewest { lines.append(line(met, volume)) }
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ trials: [Trial], _ volume: Range<Double>) -> String {
        let found = hours.map { limit in
            interval(trials) { ($0.delay ?? .max) <= limit }
        }
        let oracle = oracleHours.map { limit in
            trials[0].hasOracle ? share(trials) { ($0.oracleDelay ?? .max) <= limit } : "n/a"
        }
        let rules = Rule.allCases.map { rule in
            share(trials) { ($0.ruleDelays[rule] ?? .max) <= 2 }
        }
        let name = "\(Int(volume.lowerBound)) to \(Int(volume.upperBound))"
        let drop = "\(Int(trials[0].share * 100)) %"
        return row([trials[0].target, name, drop, "\(trials.count)"] + found + oracle + rules)
    }

    private static func share(_ trials: [Trial], _ isMet: (Trial) -> Bool) -> String {
        text(trials.part(isMet))
    }

    /// With Wilson's interval of 95 %.
    private static func interval(_ trials: [Trial], _ isMet: (Trial) -> Bool) -> String {
        let count = Double(max(1, trials.count))
        let share = Double(trials.count(where: isMet)) / count
        let square = 1.959964 * 1.959964 / count
        let centre = (share + square / 2) / (1 + square)
        let half = (square * share * (1 - share) + square * square / 4).squareRoot() / (1 + square)
        return "\(text(share)) (\(text(max(0, centre - half)))..\(text(min(1, centre + half))))"
    }

    /// Mean delays, ours and the oracle's, by target, volume and size of the drop. What does not
    /// fire within 24 hours counts as 25.
    static func delays(_ trials: [Trial], targets: [Target], shares: [Double]) -> String {
        var lines = [
            tableHeading(
                ["target", "events an hour", "drop", "n", "mean delay", "of the oracle", "ratio"])
        ]
        for target in targets {
            for (name, volume) in delayVolumes {
                for share in shares {
                    let met = trials.of(target, share, volume)
                    guard met.count >= fewest else { continue }
                    let own = meanDelay(met.map(\.delay))
                    let oracle = meanDelay(met.map(\.oracleDelay))
                    lines.append(
                        row([
                            target.rawValue, name, "\(Int(share * 100)) %", "\(met.count)",
                            "\(text(own)) h", "\(text(oracle)) h", text(own / oracle),
                        ]))
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let delayVolumes: [(String, Range<Double>)] = [
        ("30 to 150", 30..<150), ("150 to 600", 150..<600), ("from 600", 600..<Double.infinity),
        ("from 30", 30..<Double.infinity),
    ]

    static func meanDelay(_ delays: [Int?]) -> Double {
        delays.reduce(0) { $0 + Double($1 ?? 25) } / Double(max(1, delays.count))
    }

    /// Slices named exactly, notifications and resolves, by size of the drop.
    static func life(_ trials: [Trial], shares: [Double]) -> String {
        var lines = [
            tableHeading(
                [
                    "events an hour", "drop", "found", "slice exact at first alarm",
                    "episodes an incident",
                    "notifications an incident", "reopened an incident",
                    "resolved after, median", "p90",
                ])
        ]
        for (name, volume) in [("below 150", 0..<150.0), ("from 150", 150..<Double.infinity)] {
            for share in shares {
                let found = trials.filter {
                    $0.share == share && $0.isTold && volume.contains($0.volume)
                }
                if found.count >= fewest { lines.append(lifeLine(found, name)) }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func lifeLine(_ found: [Trial], _ volume: String) -> String {
        let delays = found.compactMap(\.resolveDelay).sorted()
        let episodes = found.reduce(0) { $0 + $1.episodes }
        return row([
            volume, "\(Int(found[0].share * 100)) %", "\(found.count)",
            share(found) { $0.isExact == true },
            text(Double(episodes) / Double(found.count)),
            text(found.notificationsAnIncident),
            text(Double(found.reduce(0) { $0 + $1.reopened }) / Double(found.count)),
            quantile(delays, 0.5), quantile(delays, 0.9),
        ])
    }

    private static func quantile(_ sorted: [Int], _ share: Double) -> String {
        sorted.quantile(share).map { "\($0) h" } ?? "n/a"
    }
}
