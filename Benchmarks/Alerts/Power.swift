import Alerts
import Delivery
import Foundation

/// One fault of 24 hours, and its notifications.
struct Trial {
    var target: String
    var share: Double
    /// Events an hour that would have come in the first three hours, without the fault.
    var volume: Double
    /// Hours from its begin to the close of the hour in which the target's own series fired; nil
    /// after 24.
    var delay: Int?
    /// The same of one who knows what is usual and how noisy it is.
    var oracleDelay: Int?
    var hasOracle = false
    /// The same of rules, where they did not fire before.
    var ruleDelays: [Rule: Int] = [:]
    /// Of the first episode: whether it names the target and nothing else.
    var isExact: Bool?
    /// Episodes that fired, and messages that something is wrong, from the fault's begin until 12
    /// hours after its end: the first alarm of each episode, and each that it is far worse.
    var episodes = 0
    var notifications = 0
    /// How often an episode was held to be over too early, and went on.
    var reopened = 0
    /// Whether one of them came before the fault's end.
    var isTold = false
    /// Hours from the fault's end to the resolve.
    var resolveDelay: Int?
}

enum Target: String, CaseIterable {
    case platform = "ios"
    case image = "image"
    case cell = "ios x chat"
    case campaign = "chat"
    case all = "all"

    var slice: Slice {
        switch self {
        case .platform: Slice(["ios", nil, nil])
        case .image: Slice([nil, nil, "image"])
        case .cell: Slice(["ios", "chat", nil])
        case .campaign: Slice([nil, "chat", nil])
        case .all: Slice([nil, nil, nil])
        }
    }
}

struct Trials {
    private static let history = 30
    private static let length = 24
    /// A drop is reported at most this many hours after its end.
    private static let after = 12

    let world: World
    let metric: Metric
    private let oracle: Oracle?

    init(world: World, metric: Metric) {
        self.world = world
        self.metric = metric
        oracle = metric == .opened ? Oracle(world) : nil
    }

    /// Nil when something fired before.
    func trial(
        _ target: Target, share: Double, day: Int, hour: Int, seed: UInt64
    ) -> Trial? {
        let days = day - Trials.history..<day + 3
        let begin = day * 24 + hour
        let loss = Loss(
            slice: target.slice, hours: begin..<begin + Trials.length, share: share, seed: seed)
        let cohorts = world.cohorts(days: days, losing: loss)
        let detector = Detection.detector(cohorts, metric)
        guard let own = detector.segments.firstIndex(where: { $0.slice == target.slice }) else {
            return nil
        }
        var trial = Trial(target: target.rawValue, share: share, volume: 0)
        let first = World.start + Int64(begin)
        let replayed = World.start + Int64(day * 24)..<first + Int64(Trials.length + Trials.after)
        var isEarly = false
        var threshold = Double.infinity
        let episodes = detector.run(replayed) { hour in
            let judged = hour.segments.isEmpty ? nil : hour.segments[own]
            let isFiring = judged?.state == .firing
            if hour.hour == first, let judged { threshold = judged.threshold }
            if hour.hour < first {
                isEarly = isEarly || hour.state == .firing
            } else if isFiring, trial.delay == nil, hour.hour < first + Int64(Trials.length) {
                trial.delay = Int(hour.hour - first) + 1
            }
        }
        guard !isEarly else { return nil }
        trial.hasOracle = oracle != nil
        trial.oracleDelay = oracle?.delay(
            detector.segments[own], loss, cohorts, days: days, threshold: threshold)
        addEpisodes(episodes, loss, &trial)
        addCounts(cohorts, detector.segments[own], days, begin, &trial)
        return trial
    }

    private func addEpisodes(_ episodes: [Episode], _ loss: Loss, _ trial: inout Trial) {
        let end = World.start + Int64(loss.hours.upperBound)
        trial.isExact = episodes.first.map { $0.slice == loss.slice }
        trial.isTold = episodes.contains { $0.firedAt < end }
        trial.episodes = episodes.count
        trial.notifications = episodes.reduce(0) { $0 + $1.notified.count }
        trial.reopened = episodes.reduce(0) { $0 + $1.reopened.count }
        guard !episodes.isEmpty, episodes.allSatisfy({ $0.state != .firing }) else { return }
        trial.resolveDelay = episodes.map { Int($0.end - end) }.max()
    }

    private func addCounts(
        _ cohorts: Cohorts, _ segment: AlertSegment, _ days: Range<Int>, _ begin: Int,
        _ trial: inout Trial
    ) {
        let usual = world.cohorts(days: days, losing: nil).counts(of: segment)
        let start = begin - days.lowerBound * 24
        trial.volume = usual[start..<start + 3].reduce(0, +) / 3
        let counts = cohorts.counts(of: segment)
        for rule in Rule.allCases where !rule.fires(usual, at: start) {
            let fired = (start..<start + Trials.length).first { rule.fires(counts, at: $0) }
            if let fired { trial.ruleDelays[rule] = fired - start + 1 }
        }
    }
}
