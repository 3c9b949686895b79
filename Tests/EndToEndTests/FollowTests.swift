import Foundation
import TestSupport
import Testing

/// Logs that are rotated in every way while they are written and followed.
///
/// `make follow-soak` lets it go on for longer: `FOLLOW_SECONDS` is how long, and `FOLLOW_SEED`
/// what its seeds begin from.
@Suite("Following under load", .serialized)
struct FollowTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let firstSeed = number("FOLLOW_SEED") ?? 1

    private func sample(seed: Int) throws -> PlainLines {
        let sample = try Sample([
            "--sends", "6000", "--days", "2", "--dirty", "0.01", "--duplicates", "0.03",
            "--seed", "\(seed)",
        ])
        return try PlainLines(sample)
    }

    /// Runs a body with other seeds for as long as is asked for, once at least.
    private func soak(_ body: (_ seed: Int) throws -> Int) throws {
        let start = ProcessInfo.processInfo.systemUptime
        var (rounds, lines) = (0, 0)
        repeat {
            lines += try body(Self.firstSeed + rounds)
            rounds += 1
        } while ProcessInfo.processInfo.systemUptime - start
            < Double(
                Self.number("FOLLOW_SECONDS") ?? 0)
        if Self.number("FOLLOW_SECONDS") != nil {
            print("\(rounds) rounds, \(lines) lines written: 0 lost, 0 counted twice")
        }
    }

    @Test("two logs that are rotated in every way are read once, line by line")
    func rotation() throws {
        try soak { seed in
            let all = try sample(seed: seed)
            let followed = try FollowedFolder()
            let logs = followed.logs
            let half = all.lines.count / 2
            let parts = [all.lines[..<half], all.lines[half...]]
            DispatchQueue.concurrentPerform(iterations: 2) { part in
                let log = try? RotatingLog(
                    logs + "/\(part)", seed: UInt64(2 * seed + part))
                try? log?.write(Array(parts[part]))
            }
            #expect(followed.reaches(all.lines.count))
            let finished = try followed.end()
            #expect(finished == Finished(output: "", errors: "", code: 143), "seed \(seed)")
            try all.expect(in: followed.database, "seed \(seed)")
            return all.lines.count
        }
    }

    @Test("a follower that is killed again and again reads every line once")
    func killed() throws {
        try soak { seed in
            let all = try sample(seed: 1000 + seed)
            let followed = try FollowedFolder()
            var random = SeededRandom(seed: UInt64(seed))
            let writer = DispatchGroup()
            let logs = followed.logs
            DispatchQueue.global().async(group: writer) {
                try? RotatingLog(logs, seed: UInt64(seed)).write(all.lines)
            }
            while writer.wait(timeout: .now() + .milliseconds(random.below(900))) == .timedOut {
                followed.program.send(SIGKILL)
                #expect(try followed.program.finish().code == 128 + SIGKILL)
                usleep(UInt32(random.below(300)) * 1000)
                try followed.restart()
            }
            #expect(followed.reaches(all.lines.count))
            let finished = try followed.end()
            #expect(finished == Finished(output: "", errors: "", code: 143), "seed \(seed)")
            try all.expect(in: followed.database, "seed \(seed)")
            return all.lines.count
        }
    }
}
