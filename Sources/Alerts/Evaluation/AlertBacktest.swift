package import Delivery
package import SQLite

/// The alarms that the rules would have raised in stored hours, and the smallest drops that they
/// can find.
package struct AlertBacktest: Sendable {
    /// In order of their first alarm.
    package private(set) var alarms: [Alarm] = []
    package private(set) var rules: [Rule] = []
    package private(set) var series: [Series] = []
    /// The series with alarms, and the largest ones; empty if they are not to be drawn.
    package private(set) var drawn: [AlertSeries] = []
    /// The judged hours, since 1970.
    package let hours: Range<Int64>
    /// Whose hours they are.
    package let hourClock: HourClock
    package let historyDays: Int
    /// Allowed false alarms a month, for each rule.
    package let budget: Double
    /// The Firebase project whose sends alone were judged; nil for all of them.
    package let project: String?

    /// A drop from its first alarm to its end, with the numbers of its worst hour.
    package struct Alarm: Equatable, Sendable {
        package var alert: AlertReport.Alert
        /// The time of the first notification: the end of the hour of the alarm, ms since 1970.
        package var firedAt: Int64
    }

    /// One rule over all of the hours.
    package struct Rule: Equatable, Sendable {
        package var rule: String
        /// Alarms that no earlier stage explains.
        package var alarms: Int
        /// Series that could fire, times the months of 720 hours in which they could.
        package var seriesMonths: Double
        /// Months of 720 hours that were judged.
        package var months: Double
        /// Hours before there was enough history, or without data.
        package var unjudged: Int

        fileprivate init(_ rule: AlertRule, _ findings: [AlertFinding], _ hours: HourCounts) {
            self.rule = rule.rawValue
            alarms = findings.count { !$0.episode.isInhibited }
            seriesMonths = Double(hours.tested) / 720
            months = Double(hours.judged - hours.unjudged) / 720
            unjudged = hours.unjudged
        }
    }

    /// One series of a rule on the last day.
    package struct Series: Equatable, Sendable {
        package var rule: String
        package var slice: [AlertReport.Dimension]
        /// Events expected in 24 hours.
        package var expected: Double
        /// Relative noise of an hour that its rest does not explain.
        package var noise: Double
        /// The smallest drop that is found nearly always within 1, 3, 6 and 24 hours; nil if not
        /// even a total one is found. Empty if it was not asked for.
        package var smallest: [Double?]

        /// Whether it is all events, or all of a platform.
        package var isMain: Bool {
            slice.allSatisfy { ["project", "platform"].contains($0.name) }
        }

        package init(
            rule: String, slice: [AlertReport.Dimension], expected: Double, noise: Double,
            smallest: [Double?]
        ) {
            self.rule = rule
            self.slice = slice
            self.expected = expected
            self.noise = noise
            self.smallest = smallest
        }
    }

    /// False if no rule could judge an hour: too few hours, or no data.
    package var isJudged: Bool { rules.contains { $0.months > 0 } }

    package static let withinHours = [1, 3, 6, 24]

    /// If the bounds of `hours` are nil, all stored hours are judged. Later records are ignored.
    package init(
        _ db: Connection, _ settings: AlertSettings, hours asked: Period, now: Int64,
        isDrawn: Bool = false, hourOfWeek ofMoment: @escaping (Int64) -> Int
    ) throws {
        let ofStore = try HourClock.stored(db)
        let clockHour = ofStore.hourOfWeek(ofMoment)
        let hourOfWeek = settings.holidays.hourOfWeek(clockHour)
        let moment = min(now, ofStore.beginning(of: asked.until ?? ofStore.hour(of: now) + 1))
        let clock = try AlertClock(db, now: moment, lag: Int64(settings.lagHours * 3_600_000))
        let end = clock.end
        let oldest = try AlertHistory.firstHour(of: settings.project, db) ?? end
        let since = min(max(asked.since ?? oldest, oldest), end)
        let history = try AlertHistory(
            db, clock, settings, from: since, until: max(end, since)
        ).with(settings.holidays, hourOfWeek: clockHour)
        hours = since..<max(end, since)
        hourClock = ofStore
        historyDays = settings.historyDays
        budget = settings.budget
        project = settings.project
        let judgement = AlertJudgement(
            history, clock, settings, replay: since, hourOfWeek: hourOfWeek, looksForSilence: true)
        alarms = judgement.findings.sorted {
            ($0.episode.firedAt, $0.rule.rawValue) < ($1.episode.firedAt, $1.rule.rawValue)
        }.map { finding in
            Alarm(
                alert: judgement.recorded(finding),
                firedAt: ofStore.beginning(of: finding.episode.firedAt + 1))
        }
        for rate in judgement.rates {
            rules.append(Rule(rate.rule, rate.findings, rate.counts))
        }
        if let sends = judgement.sends {
            rules.append(Rule(.sends, sends.findings, sends.counts))
        }
        if isJudged { series = judgement.sensitivity(end: end) }
        if let refusals = judgement.refusals {
            rules.append(Rule(.failed, refusals.findings, refusals.hours))
        }
        guard isDrawn else { return }
        drawn = AlertBacktest.drawn(judgement, hours: hours)
        if let refusals = judgement.refusals {
            drawn += refusals.drawn(
                hours, most: AlertBacktest.mostAlarmed, parameters: settings.parameters(.failed),
                hourOfWeek: hourOfWeek)
        }
        for place in drawn.indices {
            drawn[place].slice = settings.projectSlice + drawn[place].slice
        }
    }
}

extension AlertBacktest.Series {
    /// Standard deviations between the expected count and a drop that is found in 95 of 100 cases:
    /// 4.1 to the threshold, 1.7 beyond it.
    private static let deviations = 5.8

    /// The slices that expect enough events to fire. `learned` gives what is normal on the day
    /// whose first hour has an index.
    static func all(
        _ rule: AlertRule, _ model: some ExpectationModel, _ segments: [AlertSegment],
        of names: [String], end: Int64, _ detail: AlertDetail = .all, learned: (Int) -> Baseline?
    ) -> [AlertBacktest.Series] {
        let last = Int(end - model.hours.lowerBound)
        let day = Int(floorDay((end - 1) * 3_600_000) * 24 - model.hours.lowerBound)
        guard last >= 48, let baseline = learned(day) else { return [] }
        let data = model.counts(baseline.expectation, last - 48..<last)
        let all = baseline.sums(data, ofEach: segments.map(\.leaves), grouping: model.grouping)
        return zip(segments, all).compactMap { segment, sums in
            let expected = sums.plain(end: data.hours.count, width: 24)
            guard expected >= model.parameters.minVolume else { return nil }
            var one = AlertBacktest.Series(
                rule: rule.rawValue, slice: segment.slice.dimensions(names), expected: expected,
                noise: 0, smallest: [])
            guard detail == .all || one.isMain else { return one }
            let noise = baseline.scoreNoise(of: segment.leaves)
            one.noise = noise[0].sigma
            one.smallest = AlertBacktest.withinHours.map { within in
                model.parameters.windows.filter { $0 <= within }.compactMap {
                    smallest(
                        sums, noise[baseline.noise.widths.window(of: $0)], model.parameters,
                        hours: data.hours.count)
                }.min()
            }
            return one
        }
    }

    static func smallestDrop(
        expected: Double, variance: Double, _ parameters: AlertParameters
    ) -> Double {
        guard expected > 0 else { return .infinity }
        return max(
            parameters.minDrop, parameters.minMissing / expected,
            deviations * variance.squareRoot() / expected)
    }

    /// The smallest drop of one window: the median over the windows of the last day.
    private static func smallest(
        _ sums: WindowSums, _ noise: ScoreNoise, _ parameters: AlertParameters, hours: Int
    ) -> Double? {
        let drops = (hours - 23...hours).map { end -> Double in
            let score = sums.score(end: end, noise: noise)
            return smallestDrop(expected: score.expected, variance: score.variance, parameters)
        }.sorted()
        let median = drops[drops.count / 2]
        return median <= 1 ? median : nil
    }
}
