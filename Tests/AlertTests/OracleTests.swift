import Alerts
import Delivery
import Foundation
import TestSupport
import Testing

/// Every number of the method against an implementation that shares nothing with it.
@Suite("Alert oracle", .enabled(if: Oracle.isThere, "needs python3"))
struct OracleTests {
    @Test("expects, calibrates and scores the same", arguments: [1, 2, 3] as [UInt64])
    func all(seed: UInt64) throws {
        var random = RandomCohorts()
        // Enough mailings with names of their own to measure how differently people like them.
        random.campaigns += (1...6).map { ("mailing \($0)", $0 % 3 + 1) }
        random.kept = { platform, campaign, hour in
            // Two past incidents, and a drop on the day that is judged.
            if platform == "ios", 200..<215 ~= hour { return 0.2 }
            if campaign == "digest", 330..<336 ~= hour { return 0.4 }
            return platform == "android" && hour >= 22 * 24 + 10 ? 0.5 : 1
        }
        let question = try Question(random.rows(seed: seed), days: random.days)
        let answer = try Oracle.ask(question.json)
        let baseline = question.baseline

        #expect(answer.dropped > 0, "the second fit is tested, too")
        #expect(answer.one_offs >= 5, "so is the noise of mailings with names of their own")
        #expect(answer.completed > 0, "so is the noise of segments with too few windows")
        expectSame(baseline.expectation.expected, answer.E.flatMap { $0 }, "expected")
        expectSame(baseline.expectation.variance, answer.VP.flatMap { $0 }, "variance")
        let taus = baseline.noise.widths.indices.map { baseline.noise.tau(window: $0) }
        expectSame(
            question.model.grouping.leaves.indices.flatMap { group in taus.map { $0[group] } },
            answer.tau.flatMap { $0 }, "tau")
        let sigmas = question.segments.map { baseline.noise.sigma(of: $0.leaves) }
        expectSame(sigmas.flatMap { $0 }, answer.sigma.flatMap { $0 }, "sigma")
        // As the method has it, with one factor on all noise; then as drops are judged.
        let whole = AlertParameters.inflation(days: Double(baseline.training.count) / 24)
        expectSameScores(question, answer.scores) {
            ScoreNoise.all(of: $0.leaves, baseline.noise, inflation: whole)
        }
        #expect(answer.compared > 0, "and whole campaigns that their peers correct")
        expectSameScores(question, answer.judged) {
            baseline.scoreNoise(of: $0.leaves)
        }
    }

    private func expectSameScores(
        _ question: Question, _ known: [[[Double]]], noise: (AlertSegment) -> [ScoreNoise]
    ) {
        let baseline = question.baseline
        let end = baseline.training.upperBound
        let data = LeafHours(
            baseline.expectation, arrivals: question.model.arrivals,
            total: question.model.hours.count, span: end..<end + 48)
        var fired = 0
        for (number, segment) in question.segments.enumerated() {
            let sums = baseline.sums(
                data, of: segment.leaves, grouping: question.model.grouping)
            let noise = noise(segment)
            for (place, end) in question.ends.enumerated() {
                let score = sums.score(
                    end: end, noise: noise, parameters: question.model.parameters)
                let known = known[place][number]
                #expect(Double(score.window) == known[1])
                #expect(score.observed == known[2])
                expectSame([score.expected, score.variance], Array(known[3...4]), "window")
                #expect(abs(score.score - known[0]) <= 1e-6 * max(1, known[0]))
                if score.score > 11 { fired += 1 }
            }
        }
        #expect(fired > 0, "a drop is tested, too")
    }

    private func expectSame(_ ours: [Double], _ known: [Double], _ name: Comment) {
        #expect(ours.count == known.count, name)
        let worst = zip(ours, known).map { abs($0 - $1) / max(abs($1), 1e-6) }.max() ?? 1
        #expect(worst < 1e-9, name)
    }
}

/// What the oracle is asked, and what the program says of it.
private struct Question {
    let model: RateModel
    let baseline: Baseline
    let segments: [AlertSegment]
    let ends = [35, 36, 40, 48]
    let json: Data

    init(_ rows: [RandomCohorts.Row], days: Int) throws {
        model = RandomCohorts.model(RandomCohorts.cohorts(rows, days: days))
        baseline = try #require(Baseline(model, day: (days - 1) * 24))
        segments = model.segments
        var object = Question.object(model, baseline, segments, ends, rows)
        var sent = Array(
            repeating: Array(repeating: Int64(0), count: model.hours.count),
            count: model.leaves.count)
        var events = Array(
            repeating: Array(
                repeating: Array(repeating: Int64(0), count: 25), count: model.hours.count),
            count: model.leaves.count)
        for row in rows {
            let leaf = try #require(model.leaves.firstIndex(of: row.leaf))
            sent[leaf][row.hour] += row.sent
            for (age, count) in row.events.enumerated() { events[leaf][row.hour][age] += count }
        }
        object["n"] = sent
        object["y"] = events
        json = try JSONSerialization.data(withJSONObject: object)
    }

    private static func object(
        _ model: RateModel, _ baseline: Baseline, _ segments: [AlertSegment], _ ends: [Int],
        _ rows: [RandomCohorts.Row]
    ) -> [String: Any] {
        let count = model.hours.count
        let training = baseline.training
        var days = Array(repeating: Set<Int>(), count: model.grouping.count)
        for row in rows where training.contains(row.hour) && row.sent > 0 {
            guard let leaf = model.leaves.firstIndex(of: row.leaf) else { continue }
            days[model.grouping.groups[leaf]].insert(row.hour / 24)
        }
        let oneOffs = days.map { $0.count < 7 }
        let fitted = model.grouping.groups.map { oneOffs[$0] ? days.count : $0 }
        let noise = model.parameters.oneOffNoise
        let kin = model.leaves.enumerated().map { leaf, values in
            [values[0], oneOffs[model.grouping.groups[leaf]] ? "one-off" : "regular", values[2]]
        }
        let kinds = Array(Set(kin)).sorted { $0.lexicographicallyPrecedes($1) }
        let platforms = Array(Set(model.leaves.map { $0[0] })).sorted()
        return [
            "ev": model.leaves.indices.map {
                Array(model.arrivals[$0 * count..<($0 + 1) * count])
            },
            "kinds": model.hours.map {
                let hour = RandomCohorts.hourOfWeek($0)
                return hour % 24 + 24 * (hour / 24 >= 5 ? 1 : 0)
            },
            "platforms": model.leaves.map { platforms.firstIndex(of: $0[0]) ?? 0 },
            "campaigns": model.grouping.groups, "fitted": fitted,
            "kin": kin.map { kinds.firstIndex(of: $0) ?? 0 }, "one_offs": oneOffs,
            "floor": model.parameters.tauFloor,
            "one_off_noise": [
                "usual": noise.usual, "least": noise.least, "usual_mix": noise.usualMix,
                "least_mix": noise.leastMix, "unknown": noise.unknown,
            ],
            "t0": training.lowerBound, "t1": training.upperBound,
            "t2": training.upperBound + 48,
            "segments": segments.map { segment in
                model.leaves.indices.map { segment.leaves.contains($0) ? 1 : 0 }
            },
            "days": Double(training.count) / 24, "min_drop": model.parameters.minDrop,
            "ends": ends,
        ]
    }
}

private enum Oracle {
    struct Answer: Decodable {
        var E: [[Double]]
        var VP: [[Double]]
        var dropped: Int
        var one_offs: Int
        var completed: Int
        var compared: Int
        var tau: [[Double]]
        var sigma: [[Double]]
        /// By end and segment: score, window, observed, expected, variance.
        var scores: [[[Double]]]
        var judged: [[[Double]]]
    }

    static let isThere = (try? run(["--version"], Data())) != nil

    static func ask(_ question: Data) throws -> Answer {
        let script = Fixture.folder.appending(path: "oracle.py").path
        return try JSONDecoder().decode(Answer.self, from: run(["-B", script], question))
    }

    private struct Failed: Error {
        var code: Int32
    }

    private static func run(_ arguments: [String], _ input: Data) throws -> Data {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.file("question"))
        try input.write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(code: process.terminationStatus)
        }
        return data
    }
}
