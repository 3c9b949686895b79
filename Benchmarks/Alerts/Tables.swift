import Foundation

func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

func tableHeading(_ names: [String]) -> String {
    row(names) + "\n" + row(names.map { _ in "---" })
}

func text(_ number: Double, _ digits: Int = 2) -> String {
    String(format: "%.\(digits)f", number)
}

/// The tables of all trials.
enum PowerTables {
    private static let hours = [1, 2, 3, 6, 12, 24]
    private static let volumes: [Range<Double>] = [
        30..<75, 75..<150, 150..<300, 300..<600, 600..<1200, 1200..<10_000,
    ]
    private static let fewest = 15

    /// The share that fired within some hours, by target, volume and size of the drop.
    static func power(_ trials: [Trial], targets: [Target], shares: [Double]) -> String {
        var lines = [
            tableHeading(
                ["target", "events an hour", "drop", "n"] + hours.map { "\($0) h" }
                    + Rule.allCases.map { "\($0.rawValue), 2 h" })
        ]
        for target in targets {
            for volume in volumes {
                for share in shares {
                    let met = trials.filter {
                        $0.target == target.rawValue && $0.share == share
                            && volume.contains($0.volume)
                    }
                    if met.count >= fewest { lines.append(line(met, volume)) }
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ trials: [Trial], _ volume: Range<Double>) -> String {
        let found = hours.map { limit in
            share(trials) { ($0.delay ?? .max) <= limit }
        }
        let rules = Rule.allCases.map { rule in
            share(trials) { ($0.ruleDelays[rule] ?? .max) <= 2 }
        }
        let name = "\(Int(volume.lowerBound)) to \(Int(volume.upperBound))"
        let drop = "\(Int(trials[0].share * 100)) %"
        return row([trials[0].target, name, drop, "\(trials.count)"] + found + rules)
    }

    private static func share(_ trials: [Trial], _ isMet: (Trial) -> Bool) -> String {
        text(Double(trials.count(where: isMet)) / Double(max(1, trials.count)))
    }

    /// Slices named exactly, notifications and resolves, by size of the drop.
    static func life(_ trials: [Trial], shares: [Double]) -> String {
        var lines = [
            tableHeading(
                [
                    "events an hour", "drop", "told", "slice exact at first alarm",
                    "episodes an incident",
                    "notifications an incident",
                    "resolved after, median", "p90",
                ])
        ]
        for (name, volume) in [("below 150", 0..<150.0), ("from 150", 150..<Double.infinity)] {
            for share in shares {
                let told = trials.filter {
                    $0.share == share && $0.isExact != nil && volume.contains($0.volume)
                }
                if told.count >= fewest { lines.append(lifeLine(told, name)) }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func lifeLine(_ told: [Trial], _ volume: String) -> String {
        let delays = told.compactMap(\.resolveDelay).sorted()
        let episodes = told.reduce(0) { $0 + $1.episodes }
        let notifications = told.reduce(0) { $0 + $1.notifications }
        return row([
            volume, "\(Int(told[0].share * 100)) %", "\(told.count)",
            share(told) { $0.isExact == true },
            text(Double(episodes) / Double(told.count)),
            text(Double(notifications) / Double(told.count)),
            quantile(delays, 0.5), quantile(delays, 0.9),
        ])
    }

    private static func quantile(_ sorted: [Int], _ share: Double) -> String {
        sorted.isEmpty ? "n/a" : "\(sorted[Int(Double(sorted.count - 1) * share)]) h"
    }
}
