internal import Delivery

/// One pass of all rules over the hours of a store.
struct AlertJudgement {
    let settings: AlertSettings
    let history: AlertHistory
    let clock: AlertClock
    private(set) var freshness: AlertFreshness
    /// Hours that are not judged, because files are missing.
    let partial: PartialData
    private(set) var rates: [RateAlerts] = []
    private(set) var sends: SendAlerts?
    private(set) var refusals: RefusalAlerts?
    /// Hours without data.
    let silentHours: Set<Int64>
    /// With the marks of the rules that found nothing before the newest day. Nil: all days are
    /// judged.
    private(set) var quiet: QuietDays?
    /// The expectation of the day of the newest hour.
    private let outlooks: [AlertRule: AlertOutlook]

    /// `replay` is the first hour to follow; days that `quiet` knows are left out. With
    /// `looksForSilence`, hours without data are found day by day, with the data up to that day;
    /// without it, with the data at the end, which is enough for a few days.
    init(
        _ history: AlertHistory, _ clock: AlertClock, _ settings: AlertSettings, replay: Int64,
        without partial: PartialData = .none, quiet: QuietDays? = nil, hourOfWeek: (Int64) -> Int,
        looksForSilence: Bool = false
    ) {
        self.settings = settings
        self.history = history
        self.clock = clock
        self.partial = partial
        let delivered = RateModel(
            history.delivered, parameters: settings.parameters(.delivered), hourOfWeek: hourOfWeek)
        let opened = RateModel(
            history.opened, parameters: settings.parameters(.opened), hourOfWeek: hourOfWeek)
        let end = clock.eventEnd ?? history.hours.lowerBound
        let day = Int(floorDay((end - 1) * 3_600_000) * 24 - history.hours.lowerBound)
        let outlook = AlertOutlook(delivered, day: day)
        freshness = AlertFreshness(
            clock, history, outlook,
            usual: AlertJudgement.usual(outlook, history, settings, hourOfWeek: hourOfWeek))
        var outlooks: [AlertRule: AlertOutlook] = [.delivered: outlook].compactMapValues(\.self)
        let from = max(replay, history.hours.lowerBound)
        let hours = from..<max(from, freshness.rateEnd)
        silentHours = freshness.silentHours.union(
            looksForSilence
                ? AlertJudgement.silentHours(
                    delivered, from: from, end: freshness.rateEnd, history.surroundings) : [])
        self.quiet = quiet.map { QuietDays(program: $0.program) }
        for (rule, model) in [(AlertRule.delivered, delivered), (.opened, opened)]
        where settings.isOn(rule) {
            var rate = RateAlerts(
                rule, model, hours, silent: silentHours, missing: partial.spans, quiet: quiet)
            self.quiet?[rule] = rate.quietMark
            if let earlier = rates.first {
                rate.follow(earlier, hours, silent: silentHours, missing: partial.spans)
            }
            rate.inhibit(on: history.holidayHours)
            rates.append(rate)
            if rule == .opened, !rate.findings.isEmpty {
                outlooks[.opened] = AlertOutlook(opened, day: day)
            }
        }
        self.outlooks = outlooks
        if settings.isOn(.sends),
            let end = clock.sendEnd(orphans: history.orphansSinceNewestSend)
        {
            // However many more days a run follows. A back-test may begin later.
            let usual = max(from, AlertEvaluation.replayStart(clock.end))
            sends = SendAlerts(
                history.sends, known: history.hours(before: usual, days: settings.historyDays),
                judged: from..<max(from, end),
                unknown: partial.unknownSends.union(history.holidayHours),
                parameters: settings.parameters(.sends), hourOfWeek: hourOfWeek)
        }
        if settings.isOn(.failed), let end = clock.answerEnd {
            let refusals = RefusalAlerts(
                history.refusals, judged: from..<max(from, end),
                parameters: settings.parameters(.failed), hourOfWeek: hourOfWeek)
            sends?.inhibit(where: refusals.explains)
            self.refusals = refusals
        }
    }

    /// For the days before that of the newest hour, whose expectation reaches back only some weeks.
    private static func silentHours(
        _ delivered: RateModel, from: Int64, end: Int64, _ surroundings: ProjectSurroundings
    ) -> Set<Int64> {
        let first = delivered.hours.lowerBound
        let days = stride(
            from: floorDay(from * 3_600_000) * 24, to: floorDay((end - 1) * 3_600_000) * 24, by: 24)
        return days.reduce(into: []) { silent, start in
            let day = Int(start - first)
            guard let outlook = AlertOutlook(delivered, day: day, end: day + 24) else { return }
            silent.formUnion(
                outlook.silentHours(end: day + 24, limit: outlook.silenceLimit)
                    .filter { $0 >= day - 1 && surroundings.mayLackData(first + Int64($0)) }
                    .flatMap { hour in (-1...1).map { first + Int64(hour + $0) } })
        }
    }

    /// The expectation from other weeks, of all events that prove an arrival.
    private static func usual(
        _ outlook: AlertOutlook?, _ history: AlertHistory, _ settings: AlertSettings,
        hourOfWeek: (Int64) -> Int
    ) -> Expectation? {
        guard let outlook else { return nil }
        let all = outlook.all
        let counts = (0..<history.hours.count).map { outlook.observed(all, hour: $0) }
        return VolumeModel(
            counts: counts, start: history.hours.lowerBound,
            parameters: settings.parameters(.freshness), hourOfWeek: hourOfWeek
        ).expectation(training: outlook.training, end: history.hours.count, excluded: [])
    }

    /// The rules that the stored records are enough for.
    var judged: Set<String> {
        var judged: Set<String> = [AlertRule.freshness.rawValue]
        guard !freshness.isStale else { return judged }
        judged.formUnion(
            rates.filter { $0.last.map { $0.state != .notEnoughHistory } ?? false }.map {
                $0.rule.rawValue
            })
        if !freshness.isSendLogStale { judged.insert(AlertRule.sends.rawValue) }
        if refusals?.last.map({ $0.state != .notEnoughHistory }) ?? false {
            judged.insert(AlertRule.failed.rawValue)
        }
        return judged
    }

    var findings: [AlertFinding] { drops + (refusals?.findings ?? []) }

    /// Findings that missing records can cause; a share of refused sends does not depend on them.
    var drops: [AlertFinding] { rates.flatMap(\.findings) + (sends?.findings ?? []) }

    var alerts: [AlertReport.Alert] {
        let refused = refusals.map { rule in rule.findings.map { rule.alert($0, clock.hours) } }
        let explanation = AlertExplanation(history: history, clock: clock, outlooks: outlooks)
        return (drops.map(explanation.explain) + (refused ?? []))
            .map { $0.within(settings.projectSlice) }
    }

    /// The alert with the numbers of its worst hour, without explanations.
    func recorded(_ finding: AlertFinding) -> AlertReport.Alert {
        let worst = finding.atWorst
        let alert = finding.rule == .failed ? refusals?.alert(worst, clock.hours) : nil
        return (alert ?? worst.alert(clock.hours)).within(settings.projectSlice)
    }

    /// Files of whole days come after their day: until then, their records are not missing.
    mutating func wait(for sources: HourlySources) {
        guard let end = sources.end(by: clock.hours.shifted(clock.now), lag: clock.lag) else {
            return
        }
        freshness.excuse(from: end, clock)
    }

    /// The judgement without the drops that missing files explain.
    func withoutMissingFiles(
        _ sources: HourlySources, replay: Int64, quiet: QuietDays?, hourOfWeek: (Int64) -> Int
    ) -> AlertJudgement {
        var judgement = self
        var partial = PartialData(sources)
        for _ in 0..<AlertJudgement.mostLooks {
            let isFound = partial.explain(
                judgement.drops, leaves: history.sends.leaves, first: history.hours.lowerBound)
            guard isFound else { break }
            judgement = AlertJudgement(
                history, clock, settings, replay: replay, without: partial, quiet: quiet,
                hourOfWeek: hourOfWeek)
        }
        return judgement
    }

    /// Without the explained hours, an alarm may move to another slice, which is checked again.
    private static let mostLooks = 4

    /// The freshness as reports have it.
    var freshnessReport: AlertReport.Freshness {
        var report = freshness.report
        if report.state == "ok", !partial.reported.isEmpty { report.state = "partial" }
        return report
    }

    /// An alert that records are missing.
    var missingRecords: AlertReport.Alert? { staleness ?? missingFiles }

    private var missingFiles: AlertReport.Alert? {
        let late = partial.late(
            end: freshness.rateEnd, now: clock.hours.shifted(clock.now), lag: clock.lag,
            accepted: history.accepted)
        guard settings.isOn(.freshness), let gap = late.first,
            let start = late.compactMap({ $0.lines.keys.min() }).min()
        else { return nil }
        let since = clock.hours.beginning(of: start)
        return freshnessAlert(
            .missingFiles(
                since: since, pattern: gap.pattern, sources: late.count,
                files: gap.usualFiles, isDaily: gap.isDaily),
            since: since, expected: late.reduce(0) { $0 + $1.lines.values.reduce(0, +) })
    }

    /// An alert that no events, or no sends, arrive.
    private var staleness: AlertReport.Alert? {
        let isStale = freshness.isStale
        guard settings.isOn(.freshness), isStale || freshness.isSendLogStale,
            let newest = isStale ? clock.newestEvent : clock.newestSend,
            let since = isStale ? freshness.from : newest
        else { return nil }
        let age = clock.now - since
        // The number of missing sends is unknown: events name only the messages that they are of.
        return freshnessAlert(
            isStale
                ? .noEvents(milliseconds: age, butNewest: since < newest)
                : .noSends(milliseconds: age), since: since,
            expected: isStale ? freshness.report.expectedSinceNewest ?? 0 : 0)
    }

    private func freshnessAlert(
        _ facts: AlertReport.Facts, since: Int64, expected: Double
    ) -> AlertReport.Alert {
        let hours = Int((clock.now - since) / 3_600_000)
        var alert = AlertReport.Alert(
            rule: AlertRule.freshness.rawValue, slice: settings.projectSlice, facts: facts,
            startsAt: since, updatedAt: clock.now)
        alert.severity = "critical"
        alert.windowHours = hours
        alert.expected = expected
        alert.drop = 1
        alert.missing = expected
        alert.hoursInARow = hours
        return alert
    }
}
