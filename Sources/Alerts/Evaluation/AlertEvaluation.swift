internal import Delivery
package import SQLite

/// Judges what a store holds: the same records give the same alarms, whoever asks and when.
///
/// Nothing is written, and nothing that was told before decides: see `AlertLedger`.
package struct AlertEvaluation: Sendable {
    /// Hours are followed from so many days back, so that what has begun since has its beginning,
    /// and is not learned from.
    package static let replayDays = 4
    /// What goes on since the first of these days has begun before: so much further back, up to
    /// the days after which hours of an incident are learned from.
    private static let longestReplayDays = 12
    /// Hours that nobody has looked at since the last run are followed, too, up to so many days.
    private static let longestAbsenceDays = 28

    package var state: AlertReport.State
    /// Those that fire or are inhibited, and those that ended in the hours that were followed:
    /// these have an end.
    package var alerts: [AlertReport.Alert]
    /// The first of these hours, ms.
    package var followedFrom: Int64?
    /// Rules that could be judged: what does not fire by them is over.
    package var judged: Set<String>
    package var freshness: AlertReport.Freshness
    /// One after the last hour that was judged, ms.
    package var evaluatedUntil: Int64?
    package var historyDays: Int
    package var tested = 0
    package var lowVolume = 0
    package var notEnoughHistory = 0
}

extension AlertEvaluation {
    /// - Parameters:
    ///   - db: of the store, whose counts are judged.
    ///   - settings: rules and their thresholds.
    ///   - now: ms since 1970; what is newer is not looked at.
    ///   - previous: the end of the last hour that an earlier run has judged, ms.
    ///   - hourOfWeek: see `RateModel`.
    package init(
        _ db: Connection, _ settings: AlertSettings, now: Int64, previous: Int64? = nil,
        hourOfWeek: (Int64) -> Int
    ) throws {
        let clock = AlertClock(
            try AlertHistory.Newest(db, at: now), now: now,
            lag: Int64(settings.lagHours * 3_600_000))
        guard let horizon = clock.horizon else {
            self.init(nothing: settings, clock)
            return
        }
        let end = max(clock.eventEnd ?? 0, clock.sendEnd(orphans: 0) ?? 0)
        var replay = AlertEvaluation.replayStart(end, previous: previous)
        while true {
            let history = try AlertHistory(
                db, clock,
                hours: AlertEvaluation.historyStart(replay, settings)..<max(horizon, end),
                ignoring: settings.ignores)
            var judgement = AlertJudgement(
                history, clock, settings, replay: replay, hourOfWeek: hourOfWeek)
            if !judgement.findings.isEmpty {
                judgement = judgement.withoutMissingFiles(
                    try HourlySources(db, end: end), replay: replay, hourOfWeek: hourOfWeek)
            }
            let earlier = replay - Int64(AlertEvaluation.replayDays * 24)
            let isCut = judgement.findings.contains {
                max(replay, history.hours.lowerBound) + 24 > $0.episode.start
            }
            guard isCut, earlier >= end - Int64(AlertEvaluation.longestReplayDays * 24) - 24,
                earlier > history.hours.lowerBound
            else {
                self.init(judgement)
                followedFrom = replay * 3_600_000
                return
            }
            replay = earlier
        }
    }

    private init(nothing settings: AlertSettings, _ clock: AlertClock) {
        self.init(
            state: .notEnoughHistory, alerts: [], judged: [],
            freshness: AlertReport.Freshness(state: "ok"), evaluatedUntil: nil,
            historyDays: settings.historyDays)
    }

    private init(_ judgement: AlertJudgement) {
        var alerts = judgement.alerts
        let isBlind = judgement.freshness.isStale
        if isBlind {
            for place in alerts.indices where alerts[place].state == .firing {
                alerts[place].state = .inhibited
            }
        }
        let missing = judgement.missingRecords
        if let missing { alerts.append(missing) }
        let evaluations =
            judgement.rates.compactMap(\.last) + [judgement.sends?.last].compactMap(\.self)
        self.init(
            state: .ok, alerts: alerts, judged: judgement.judged,
            freshness: judgement.freshnessReport,
            evaluatedUntil: evaluations.map(\.hour).max().map { ($0 + 1) * 3_600_000 },
            historyDays: judgement.settings.historyDays)
        for evaluation in evaluations {
            tested += evaluation.tested
            lowVolume += evaluation.segments.count - evaluation.tested
            if evaluation.state == .notEnoughHistory { notEnoughHistory += 1 }
        }
        state = AlertEvaluation.worst(alerts, evaluations, isBlind: missing != nil)
    }

    /// Adds what a rule of the user's own says; nil is that nothing is wrong.
    package mutating func add(check name: String, _ alert: AlertReport.Alert?) {
        judged.insert(name)
        tested += 1
        guard let alert else { return }
        alerts.append(alert)
        if state != .noData { state = .firing }
    }

    private static func worst(
        _ alerts: [AlertReport.Alert], _ evaluations: [HourEvaluation], isBlind: Bool
    ) -> AlertReport.State {
        if isBlind { return .noData }
        if alerts.contains(where: { $0.state == .firing }) { return .firing }
        if evaluations.allSatisfy({ $0.state == .notEnoughHistory }) { return .notEnoughHistory }
        return evaluations.allSatisfy({ $0.tested == 0 }) ? .lowVolume : .ok
    }

    /// The first hour that is followed: of a day of UTC, as learning is done once a day.
    static func replayStart(_ end: Int64, previous: Int64? = nil) -> Int64 {
        let day = floorDay((end - 1) * 3_600_000)
        // The day before: what began there may not have been seen yet.
        let unseen = previous.map { max(floorDay($0) - 1, day - Int64(longestAbsenceDays)) } ?? day
        return min(day - Int64(replayDays), unseen) * 24
    }

    /// The first hour that is read: what the first day learns from, and the sends before it.
    static func historyStart(_ replay: Int64, _ settings: AlertSettings) -> Int64 {
        replay - Int64(AlertParameters.lag + settings.historyDays * 24 + Cohorts.ages - 1)
    }
}

extension AlertEvaluation {
    /// The evaluation with the alerts as they are to be told.
    package func report(_ alerts: [AlertReport.Alert], timeZone: String) -> AlertReport {
        // What is silenced still fires.
        AlertReport(
            state: state, evaluatedUntil: evaluatedUntil, timeZone: timeZone,
            historyDays: historyDays, segmentsTested: tested, segmentsLowVolume: lowVolume,
            segmentsNotEnoughHistory: notEnoughHistory, freshness: freshness, alerts: alerts)
    }
}
