internal import Delivery

/// One pass of all rules over the hours of a store.
struct AlertJudgement {
    let settings: AlertSettings
    let history: AlertHistory
    let clock: AlertClock
    let freshness: AlertFreshness
    /// What is not looked at, as files are missing.
    let partial: PartialData
    private(set) var rates: [RateAlerts] = []
    private(set) var sends: SendAlerts?
    /// Hours without data.
    let silentHours: Set<Int64>
    /// What the day of the newest hour expects.
    private let outlooks: [AlertRule: AlertOutlook]

    /// `replay` is the first hour that is followed; `each` is told of every hour of every rate.
    /// With `looksForSilence`, each day is looked at for hours without data by what was known
    /// then; else by what is known at the end, which does for some days.
    init(
        _ history: AlertHistory, _ clock: AlertClock, _ settings: AlertSettings, replay: Int64,
        without partial: PartialData = .none, hourOfWeek: (Int64) -> Int,
        looksForSilence: Bool = false,
        each: (AlertRule, HourEvaluation) -> Void = { _, _ in }
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
                ? AlertJudgement.silentHours(delivered, from: from, end: freshness.rateEnd) : [])
        for (rule, model) in [(AlertRule.delivered, delivered), (.opened, opened)]
        where settings.isOn(rule) {
            var rate = RateAlerts(rule, model)
            rate.judge(hours, silent: silentHours, missing: partial.spans) { each(rule, $0) }
            if let earlier = rates.first { rate.inhibit(by: earlier) }
            rates.append(rate)
            if rule == .opened, !rate.findings.isEmpty {
                outlooks[.opened] = AlertOutlook(opened, day: day)
            }
        }
        self.outlooks = outlooks
        if settings.isOn(.sends),
            let end = clock.sendEnd(orphans: history.orphansSinceNewestSend)
        {
            sends = SendAlerts(
                history.sends, judged: from..<max(from, end), unknown: partial.unknownSends,
                parameters: settings.parameters(.sends), hourOfWeek: hourOfWeek)
        }
    }

    /// Of days before that of the newest hour: what it expects reaches back some weeks alone.
    private static func silentHours(
        _ delivered: RateModel, from: Int64, end: Int64
    ) -> Set<Int64> {
        let first = delivered.hours.lowerBound
        let days = stride(
            from: floorDay(from * 3_600_000) * 24, to: floorDay((end - 1) * 3_600_000) * 24, by: 24)
        return days.reduce(into: []) { silent, start in
            let day = Int(start - first)
            guard let outlook = AlertOutlook(delivered, day: day, end: day + 24) else { return }
            let limit = AlertFreshness.limit(outlook)
            silent.formUnion(
                AlertClock.silentHours(outlook, end: day + 24, limit: limit)
                    .filter { $0 >= day - 1 }
                    .flatMap { hour in (-1...1).map { first + Int64(hour + $0) } })
        }
    }

    /// What other weeks had, of all events that tell of an arrival.
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

    /// Rules that what is stored allows to judge.
    var judged: Set<String> {
        var judged: Set<String> = [AlertRule.freshness.rawValue]
        guard !freshness.isStale else { return judged }
        judged.formUnion(
            rates.filter { $0.last.map { $0.state != .notEnoughHistory } ?? false }.map {
                $0.rule.rawValue
            })
        if !freshness.isSendLogStale { judged.insert(AlertRule.sends.rawValue) }
        return judged
    }

    var findings: [AlertFinding] { rates.flatMap(\.findings) + (sends?.findings ?? []) }

    var alerts: [AlertReport.Alert] { findings.map(explained) }

    func explained(_ finding: AlertFinding) -> AlertReport.Alert {
        let explanation = AlertExplanation(
            history: history, clock: clock, delivered: outlooks[.delivered],
            opened: outlooks[.opened])
        return finding.isFiring ? explanation.explain(finding) : explanation.lookBack(finding)
    }

    /// The judgement without the drops that missing files explain.
    func withoutMissingFiles(
        _ sources: HourlySources, replay: Int64, hourOfWeek: (Int64) -> Int
    ) -> AlertJudgement {
        var judgement = self
        var partial = PartialData(sources)
        for _ in 0..<AlertJudgement.mostLooks {
            let isFound = partial.explain(
                judgement.findings, leaves: history.sends.leaves, first: history.hours.lowerBound)
            guard isFound else { break }
            judgement = AlertJudgement(
                history, clock, settings, replay: replay, without: partial,
                hourOfWeek: hourOfWeek)
        }
        return judgement
    }

    /// What is left may be told of another slice, and is explained there, too.
    private static let mostLooks = 4

    /// What is said of the flow of records.
    var freshnessReport: AlertReport.Freshness {
        var report = freshness.report
        if report.state == "ok", !partial.telling.isEmpty { report.state = "partial" }
        return report
    }

    /// That records are missing, as an alert.
    var missingRecords: AlertReport.Alert? { staleness ?? missingFiles }

    private var missingFiles: AlertReport.Alert? {
        let late = partial.late(end: freshness.rateEnd, now: clock.now, lag: clock.lag)
        guard settings.isOn(.freshness), let gap = late.first,
            let start = late.compactMap({ $0.lines.keys.min() }).min()
        else { return nil }
        let lines = late.reduce(0) { $0 + $1.lines.values.reduce(0, +) }
        let more = late.count > 1 ? ", and of \(late.count - 1) more sources" : ""
        let summary =
            "files are missing since \(Period.text(start)):00Z: \(gap.pattern)\(more), "
            + "\(gap.usualFiles) an hour usual, \(AlertPhrases.count(lines)) lines in all; drops "
            + "that they explain are not told"
        return freshnessAlert(since: start * 3_600_000, expected: lines, summary)
    }

    /// That no records come in, as an alert.
    private var staleness: AlertReport.Alert? {
        let isStale = freshness.isStale
        guard settings.isOn(.freshness), isStale || freshness.isSendLogStale,
            let newest = isStale ? clock.newestEvent : clock.newestSend
        else { return nil }
        let report = freshness.report
        let expected = isStale ? report.expectedSinceNewest ?? 0 : 0
        let since = AlertPhrases.duration(clock.now - newest)
        // How many messages is known by their sends alone, and not of a moment of the past.
        let summary =
            isStale
            ? "no client events for \(since): \(AlertPhrases.count(expected)) expected since the "
                + "newest record; drops cannot be told until they come in"
            : "no sends in the logs for \(since), although client events tell of messages sent "
                + "since"
        return freshnessAlert(since: newest, expected: expected, summary)
    }

    private func freshnessAlert(
        since: Int64, expected: Double, _ summary: String
    ) -> AlertReport.Alert {
        let hours = Int((clock.now - since) / 3_600_000)
        return AlertReport.Alert(
            id: AlertIdentity.id(rule: AlertRule.freshness.rawValue, slice: []),
            rule: AlertRule.freshness.rawValue, state: .firing, severity: "critical",
            metric: AlertRule.freshness.rawValue, slice: [], windowHours: hours, observed: 0,
            expected: expected, likelyLow: 0, likelyHigh: 0, drop: 1, missing: expected, score: 0,
            threshold: 0, hoursInARow: hours, startsAt: since, updatedAt: clock.now,
            contributors: [], ruledOut: [], summary: summary,
            command: "pushfunnel sql \"select path, state, problem from files\"", isNews: false)
    }
}
