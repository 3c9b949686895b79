/// One pass of all rules over the hours of a store.
struct AlertJudgement {
    let settings: AlertSettings
    let history: AlertHistory
    let clock: AlertClock
    let freshness: AlertFreshness
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
        hourOfWeek: (Int64) -> Int, looksForSilence: Bool = false,
        each: (AlertRule, HourEvaluation) -> Void = { _, _ in }
    ) {
        self.settings = settings
        self.history = history
        self.clock = clock
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
            rate.judge(hours, silent: silentHours) { each(rule, $0) }
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
                history.sends, judged: from..<max(from, end),
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

    var alerts: [AlertReport.Alert] {
        findings.map { $0.isFiring ? explained($0) : $0.alert() }
    }

    func explained(_ finding: AlertFinding) -> AlertReport.Alert {
        AlertExplanation(
            history: history, clock: clock, delivered: outlooks[.delivered],
            opened: outlooks[.opened]
        ).explain(finding)
    }

    /// That no records come in, as an alert.
    var staleness: AlertReport.Alert? {
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
        return AlertReport.Alert(
            id: AlertIdentity.id(rule: AlertRule.freshness.rawValue, slice: []),
            rule: AlertRule.freshness.rawValue, state: .firing, severity: "critical",
            metric: AlertRule.freshness.rawValue, slice: [],
            windowHours: Int((clock.now - newest) / 3_600_000), observed: 0, expected: expected,
            likelyLow: 0, likelyHigh: 0, drop: 1, missing: expected, score: 0, threshold: 0,
            hoursInARow: Int((clock.now - newest) / 3_600_000), startsAt: newest,
            updatedAt: clock.now, contributors: [], ruledOut: [], summary: summary,
            command: "pushfunnel sql \"select path, state, problem from files\"", isNews: false)
    }
}
