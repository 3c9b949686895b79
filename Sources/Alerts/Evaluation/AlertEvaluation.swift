internal import Delivery
package import SQLite

/// Judges the records of a store: the same records always give the same alarms.
///
/// It writes nothing, and does not depend on earlier notifications: see `AlertLedger`.
package struct AlertEvaluation: Sendable {
    /// Hours are followed from this many days back, so that a new drop has its beginning, and is
    /// not learned from.
    package static let replayDays = 4
    /// A drop that lasts since the first of these days began earlier, so more days are followed, up
    /// to the number of days after which an incident is learned from.
    private static let longestReplayDays = 12
    /// Hours since the last run are followed, too, up to this many days.
    private static let longestAbsenceDays = 28
    /// Counted hours are kept so long: the longest history, and the days that are followed.
    private static let keptDays = 120

    /// Without a time zone. Its alerts fire or are inhibited, or ended in the followed hours: these
    /// have an end.
    private var result: AlertReport
    /// The first followed hour, ms.
    private(set) var followedFrom: Int64?
    /// The judged rules: their incidents without an alert are over.
    private(set) var judged: Set<String>
    /// What the next run need not judge again, and need not count again.
    private var quietDays: QuietDays?
    private var counted: AlertHours.Counted?

    /// The state if no alert fires.
    private var quiet = AlertState.noData
    /// Which hours can be judged; nil without records.
    private var clock: AlertClock?
    /// What every slice has.
    private let outer: [AlertReport.Dimension]

    var alerts: [AlertReport.Alert] { result.alerts }
    /// Whether an alarm that is over began before the followed hours: what was recorded when these
    /// were followed is more exact.
    func isCut(_ alert: AlertReport.Alert) -> Bool {
        alert.endsAt != nil && alert.startsAt <= followedFrom ?? .min
    }

    /// The end of the last judged hour, ms.
    var evaluatedUntil: Int64? { result.evaluatedUntil }

    /// Keeps in the database what the next run can use.
    func keep(project: String?, _ db: Connection) throws {
        try quietDays?.save(project: project, db)
        guard let counted, let end = clock?.end else { return }
        let oldest = AlertEvaluation.replayStart(end) - Int64(AlertEvaluation.keptDays * 24)
        try AlertHours.save(counted, from: oldest, db)
    }

    /// The hours whose files are overdue, in ms; hours in a row are one range. Only sources with
    /// regular files have such hours: see `HourlySources`.
    func hoursWithoutFiles(_ db: Connection) throws -> [Range<Int64>] {
        guard let clock else { return [] }
        let now = clock.hours.shifted(clock.now)
        let hours = try HourlySources(db, clock.hours, end: clock.end).gaps.flatMap { gap in
            gap.lines.keys.filter { gap.due($0, lag: clock.lag) < now }
        }
        return Set(hours).sorted().map(clock.hours.span).joined
    }
}

extension AlertEvaluation {
    /// - Parameters:
    ///   - db: the store.
    ///   - settings: rules and their thresholds.
    ///   - now: ms since 1970; newer records are ignored.
    ///   - previous: the end of the last hour that an earlier run judged, ms.
    ///   - program: name and version, for `QuietDays`; without it, all days are judged.
    ///   - detail: the series whose smallest drops are measured.
    ///   - hourOfWeek: converts a moment, in ms since 1970, to the local hour of the week.
    package init(
        _ db: Connection, _ settings: AlertSettings, now: Int64, previous: Int64? = nil,
        program: String? = nil, detail: AlertDetail = .none,
        hourOfWeek ofMoment: @escaping (Int64) -> Int
    ) throws {
        let clock = try AlertClock(db, now: now, lag: Int64(settings.lagHours * 3_600_000))
        let clockHour = clock.hours.hourOfWeek(ofMoment)
        let hourOfWeek = settings.holidays.hourOfWeek(clockHour)
        guard let horizon = clock.horizon else {
            self.init(
                result: AlertReport(
                    state: .noData, timeZone: "", historyDays: settings.historyDays,
                    freshness: AlertReport.Freshness(state: "stale"), alerts: []),
                judged: [], outer: settings.projectSlice)
            return
        }
        let end = clock.end
        let quietDays = try program.map {
            try QuietDays(program: $0, project: settings.project, db)
        }
        var replay = AlertEvaluation.replayStart(end, previous: previous)
        while true {
            let history = try AlertHistory(
                db, clock, settings, from: replay, until: max(horizon, end)
            ).with(settings.holidays, hourOfWeek: clockHour).accepting(
                try AcceptedChange.all(of: settings.project, clock.hours, db), end: end, settings,
                hourOfWeek: hourOfWeek)
            var judgement = AlertJudgement(
                history, clock, settings, replay: replay, quiet: quietDays, hourOfWeek: hourOfWeek)
            if !judgement.drops.isEmpty || judgement.freshness.isStale {
                let sources = try HourlySources(db, clock.hours, end: end)
                judgement = judgement.withoutMissingFiles(
                    sources, replay: replay, quiet: quietDays, hourOfWeek: hourOfWeek)
                judgement.wait(for: sources)
            }
            let earlier = replay - Int64(AlertEvaluation.replayDays * 24)
            let isCut = judgement.findings.contains {
                max(replay, history.hours.lowerBound) + 24 > $0.episode.start
            }
            guard isCut, earlier >= end - Int64(AlertEvaluation.longestReplayDays * 24) - 24,
                earlier > history.hours.lowerBound
            else {
                self.init(judgement)
                result.series = judgement.sensitivity(end: end, detail)
                try nameOverdueFile(clock, db)
                try nameClients(clock, db)
                followedFrom = clock.hours.beginning(of: replay)
                return
            }
            replay = earlier
        }
    }

    private init(_ judgement: AlertJudgement) {
        var alerts = judgement.alerts
        if judgement.freshness.isStale {
            for place in alerts.indices where alerts[place].state == .firing {
                alerts[place].state = .inhibited
            }
        }
        let missing = judgement.missingRecords
        if let missing { alerts.append(missing) }
        let evaluations =
            judgement.rates.compactMap(\.last) + [judgement.sends?.last].compactMap(\.self)
        let answers = judgement.refusals?.last
        let all = evaluations + [answers].compactMap(\.self)
        quiet = AlertEvaluation.worst([], all, isBlind: missing != nil)
        judged = judgement.judged
        clock = judgement.clock
        quietDays = judgement.quiet
        counted = judgement.history.counted
        outer = judgement.settings.projectSlice
        result = AlertReport(
            state: AlertEvaluation.worst(alerts, all, isBlind: missing != nil),
            timeZone: "", historyDays: judgement.settings.historyDays,
            freshness: judgement.freshnessReport, alerts: alerts)
        result.unnamedRefusals = judgement.history.surroundings.unnamedRefusals
        // Shares of refused sends are judged before the hours of events are complete.
        let newest = evaluations.map(\.hour).max() ?? answers?.hour
        result.evaluatedUntil = newest.map { judgement.clock.hours.beginning(of: $0 + 1) }
        for evaluation in all {
            result.segmentsTested += evaluation.tested
            result.segmentsLowVolume += evaluation.segments.count - evaluation.tested
            if evaluation.state == .notEnoughHistory { result.segmentsNotEnoughHistory += 1 }
        }
    }

    /// If sends or records are missing, the file that is overdue is the first place to look.
    private mutating func nameOverdueFile(_ clock: AlertClock, _ db: Connection) throws {
        let rules = [AlertRule.sends, .freshness].map(\.rawValue)
        let places = result.alerts.indices.filter {
            rules.contains(result.alerts[$0].rule) && result.alerts[$0].endsAt == nil
        }
        guard !places.isEmpty,
            let file = try OverdueFile.find(db, now: clock.now)
        else { return }
        for place in places { result.alerts[place].lastFile = file }
    }

    private mutating func nameClients(_ clock: AlertClock, _ db: Connection) throws {
        for place in result.alerts.indices {
            result.alerts[place].clientParts = try ClientParts.find(
                result.alerts[place], clock.hours, db)
        }
    }

    /// Adds the alert of a custom rule; nil means no problem.
    package mutating func add(check name: String, _ alert: AlertReport.Alert?) {
        judged.insert(name)
        result.segmentsTested += 1
        guard let alert else { return }
        result.alerts.append(alert.within(outer))
        if result.state != .noData { result.state = .firing }
    }

    private static func worst(
        _ alerts: [AlertReport.Alert], _ evaluations: [HourEvaluation], isBlind: Bool
    ) -> AlertState {
        if isBlind { return .noData }
        if alerts.contains(where: { $0.state == .firing }) { return .firing }
        if evaluations.allSatisfy({ $0.state == .notEnoughHistory }) { return .notEnoughHistory }
        return evaluations.allSatisfy({ $0.tested == 0 }) ? .lowVolume : .ok
    }

    /// The first followed hour: the start of a UTC day, because learning runs once a day.
    static func replayStart(_ end: Int64, previous: Int64? = nil) -> Int64 {
        let day = floorDay((end - 1) * 3_600_000)
        // The day before: a drop that began there may not have been visible yet.
        let unseen = previous.map { max(floorDay($0) - 1, day - Int64(longestAbsenceDays)) } ?? day
        return min(day - Int64(replayDays), unseen) * 24
    }

    /// The evaluation, with its alerts as they are reported: silenced alerts fire, too, and
    /// accepted ones do not.
    package func report(_ alerts: [AlertReport.Alert], timeZone: String) -> AlertReport {
        var report = result
        report.alerts = alerts
        let isFiring = alerts.contains {
            [.firing, .reopened, .silenced].contains($0.state)
        }
        if report.state == .firing, !isFiring { report.state = quiet }
        report.timeZone = timeZone
        report.project = outer.project
        return report
    }
}

extension [Range<Int64>] {
    /// Joins ranges that touch. The ranges are sorted.
    fileprivate var joined: [Range<Int64>] {
        reduce(into: []) { joined, next in
            if let last = joined.last, last.upperBound == next.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<next.upperBound
            } else {
                joined.append(next)
            }
        }
    }
}

extension HourClock {
    /// From its first moment to that of the next one, ms.
    fileprivate func span(_ hour: Int64) -> Range<Int64> {
        beginning(of: hour)..<beginning(of: hour + 1)
    }

    /// Of its hours, by a function of their first moments.
    func hourOfWeek(_ ofMoment: @escaping (Int64) -> Int) -> (Int64) -> Int {
        { ofMoment(beginning(of: $0)) }
    }
}
