package import GRDB

/// Judges what a store holds: the same records give the same alarms, whoever asks and when.
///
/// Nothing is written, and nothing that was told before decides: see `AlertLedger`.
package struct AlertEvaluation: Sendable {
    /// Hours are followed from so many days back, so that what has begun since has its beginning,
    /// and is not learned from.
    package static let replayDays = 4

    package var state: AlertReport.State
    /// Those that fire or are inhibited, and those that ended in the hours that were followed.
    package var alerts: [AlertReport.Alert]
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
    ///   - now: ms since 1970; what is newer is not looked at.
    ///   - hourOfWeek: see `RateModel`.
    package init(
        _ db: Database, _ settings: AlertSettings, now: Int64, hourOfWeek: (Int64) -> Int
    ) throws {
        let clock = AlertClock(
            try AlertHistory.Newest(db, at: now), now: now,
            lag: Int64(settings.lagHours * 3_600_000))
        guard let horizon = clock.horizon else {
            self.init(nothing: settings, clock)
            return
        }
        let end = max(clock.eventEnd ?? 0, clock.sendEnd(orphans: 0) ?? 0)
        let replay = AlertEvaluation.replayStart(end)
        let history = try AlertHistory(
            db, clock, hours: AlertEvaluation.historyStart(replay, settings)..<max(horizon, end),
            ignoring: settings.ignores)
        self.init(
            AlertJudgement(history, clock, settings, replay: replay, hourOfWeek: hourOfWeek))
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
        if let stale = judgement.staleness { alerts.append(stale) }
        let evaluations =
            judgement.rates.compactMap(\.last) + [judgement.sends?.last].compactMap(\.self)
        self.init(
            state: .ok, alerts: alerts, judged: judgement.judged,
            freshness: judgement.freshness.report,
            evaluatedUntil: evaluations.map(\.hour).max().map { ($0 + 1) * 3_600_000 },
            historyDays: judgement.settings.historyDays)
        for evaluation in evaluations {
            tested += evaluation.tested
            lowVolume += evaluation.segments.count - evaluation.tested
            if evaluation.state == .notEnoughHistory { notEnoughHistory += 1 }
        }
        state = AlertEvaluation.worst(alerts, evaluations, isBlind: judgement.staleness != nil)
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
    static func replayStart(_ end: Int64) -> Int64 {
        floorDay((end - 1) * 3_600_000) * 24 - Int64(replayDays * 24)
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
