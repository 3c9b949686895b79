import Foundation

// pushfunnel-alerts [SEEDS [DAYS [TRIALS [regular | teams]]]]
//
// Simulates push traffic, without faults and with, and prints as Markdown how often alerts fire
// for nothing, how soon they fire for a drop, and what that takes: of five regular campaigns
// (`World`), of mailings and small teams (`Team`), or of both.

let words = Array(CommandLine.arguments.dropFirst())
let numbers = words.prefix(3).map { Int($0) }
let parts = words.dropFirst(3).map { Run.Part(rawValue: $0) }
guard numbers.allSatisfy({ ($0 ?? 0) > 0 }), parts.count <= 1, !parts.contains(nil) else {
    FileHandle.standardError.write(
        Data("usage: pushfunnel-alerts [SEEDS [DAYS [TRIALS [regular | teams]]]]\n".utf8))
    exit(64)
}
var sizes = Run.Sizes()
if numbers.count > 0, let seeds = numbers[0] { sizes.seeds = seeds }
if numbers.count > 1, let days = numbers[1] { sizes.days = max(days, 45) }
if numbers.count > 2, let trials = numbers[2] { sizes.trials = trials }
let run = Run(sizes: sizes)
for part in parts.isEmpty ? Run.Part.allCases : parts.compactMap(\.self) { run.measure(part) }
