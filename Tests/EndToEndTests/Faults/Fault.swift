import Foundation
import TestSupport

/// What is to go wrong beneath one run of the program: `Tests/Faults/include/faults.h` tells what
/// each word means.
struct Fault: CustomStringConvertible, Sendable {
    enum How: String, Sendable {
        case none, before, middle, after, power, error, errors, full, short, interrupt, command
    }

    enum Calls: String, Sendable { case changes, reads }

    var how: How
    /// Which call, counted from 1; 0 is the end of the process.
    var at = 1
    var calls = Calls.changes
    /// What `error` and `errors` set.
    var errno = EIO
    var seed: UInt64 = 1
    /// What `command` runs.
    var command = ""

    /// Which kills the process.
    static let kills: [How] = [.before, .middle, .after]

    var description: String {
        let detail = how == .error || how == .errors ? " \(errno)" : ""
        return "\(how.rawValue)\(detail) at \(at) of \(calls.rawValue), seed \(seed)"
    }

    /// Beside the tests, where the build puts it.
    static let library = Bundle.main.bundleURL.appending(path: "libPushfunnelFaults.so").path

    /// For a program whose calls on files in a folder are to be counted and spoilt.
    func environment(root: String, stash: String? = nil, log: String? = nil) -> [String: String] {
        var variables = [
            "LD_PRELOAD": Fault.library, "FAULTS_ROOT": root, "FAULTS_HOW": how.rawValue,
            "FAULTS_AT": String(at), "FAULTS_CALLS": calls.rawValue,
            "FAULTS_ERROR": String(errno), "FAULTS_SEED": String(seed),
            "FAULTS_COMMAND": command,
        ]
        variables["FAULTS_STASH"] = stash
        variables["FAULTS_LOG"] = log
        return variables
    }
}

/// A call on a file, as a run that nothing spoilt made it.
struct FaultCall: Sendable {
    var name: Substring
    var path: Substring

    /// What makes others see or keep what was written, or takes it away.
    var isTurningPoint: Bool {
        ["fsync", "fdatasync", "ftruncate", "rename", "unlink"].contains(name)
    }

    /// The lines `number name path` of a log.
    static func all(in log: String) throws -> [FaultCall] {
        try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            return FaultCall(name: parts[1], path: parts[2])
        }
    }
}

extension [FaultCall] {
    /// Seeded points: one half anywhere, evenly; the other at turning points and beside them.
    func faults(_ hows: [Fault.How], count: Int, seed: UInt64) -> [Fault] {
        var random = SeededRandom(seed: seed)
        let turns = indices.filter { self[$0].isTurningPoint }
        return (0..<count).map { index in
            let place =
                index % 2 == 0 || turns.isEmpty
                ? (index * self.count + random.below(self.count)) / count
                : turns[random.below(turns.count)] + random.below(3) - 1
            return Fault(
                how: hows[random.below(hows.count)],
                at: Swift.min(Swift.max(place + 1, 1), self.count),
                seed: seed &* 1_000_003 &+ UInt64(index))
        }
    }
}
