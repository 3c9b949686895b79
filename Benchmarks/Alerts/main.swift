import Foundation

// pushfunnel-alerts [SEEDS [DAYS [TRIALS]]]
//
// Simulates push traffic, without faults and with, and prints as Markdown how often alerts fire
// for nothing, how soon they fire for a drop, and what that takes.

let numbers = CommandLine.arguments.dropFirst().map { Int($0) }
guard numbers.count <= 3, numbers.allSatisfy({ ($0 ?? 0) > 0 }) else {
    FileHandle.standardError.write(
        Data("usage: pushfunnel-alerts [SEEDS [DAYS [TRIALS]]]\n".utf8))
    exit(64)
}
var sizes = Run.Sizes()
if numbers.count > 0, let seeds = numbers[0] { sizes.seeds = seeds }
if numbers.count > 1, let days = numbers[1] { sizes.days = max(days, 45) }
if numbers.count > 2, let trials = numbers[2] { sizes.trials = trials }
Run(sizes: sizes).all()
