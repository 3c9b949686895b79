internal import NDJSON

/// The result of an evaluation: every text and payload is made from it alone.
///
/// Times are ms since 1970 UTC.
package struct AlertReport: Equatable, Sendable {
    package struct Freshness: Equatable, Sendable {
        /// `ok`, `stale` (events are missing), `send_log_stale` (sends are missing), `partial`
        /// (files of some sources are missing).
        package var state: String
        package var newestEvent: Int64?
        package var newestSend: Int64?
        /// Events that were expected since the newest one.
        package var expectedSinceNewest: Double?
        /// If more events than this are expected since the newest one, the state is `stale`.
        package var limit: Double?

        package init(state: String) { self.state = state }
    }

    /// A value that a slice has in one dimension, such as `platform` and `ios`.
    package struct Dimension: Equatable, Sendable {
        package var name: String
        package var text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// One rule's result for one slice.
    package struct Alert: Equatable, Sendable {
        /// In the order in which reports list them.
        package enum State: String, CaseIterable, Sendable {
            case firing, resolved
            /// It fires again after its end was reported; the next notification waits for `repeat`.
            case reopened
            case silenced
            /// It is normal from its start on: `AlertAcceptance`.
            case accepted
            /// Another alert or a holiday explains it, or records are missing.
            case inhibited
        }

        /// The same in all notifications of one incident: a hash of rule and root slice.
        package var id: String
        /// `delivered`, `opened`, `sends`, `failed`, `freshness`, or the name of a custom rule.
        package var rule: String
        /// By dimension; a dimension that is not in it means all its values.
        package var slice: [Dimension]
        /// Parts of the slice that are not in its counts: they fired before it.
        package var besides: [[Dimension]] = []
        package var facts: Facts
        package var state = State.firing
        /// `warning`, or `critical` from a drop of a half on and for missing records.
        package var severity = "warning"
        package var windowHours = 0
        package var observed = 0.0
        package var expected = 0.0
        /// 99 % of counts without a fault are in it; nil if that is not known.
        package var likely: ClosedRange<Double>?
        /// Missing events as a share of the expected ones, 0 to 1.
        package var drop = 0.0
        /// The drop in the hour with the highest score; nil if only the latest hour is known.
        package var worstDrop: Double?
        package var missing = 0.0
        package var score = 0.0
        package var threshold = 0.0
        /// From the start to the last judged hour; nil for rules without expected events.
        package var total: Counts?
        /// The last hours with enough events to say how it is now. Of an alert that is over: those
        /// in which events came as expected again.
        package var recent: Counts?
        /// Of opens: observed over expected deliveries of the same sends.
        package var deliveredRatio: Double?
        /// Sends in the window's cohorts, if the rule compares with sends.
        package var sent: Int64?
        package var hoursInARow = 0
        package var startsAt: Int64
        package var updatedAt: Int64
        package var endsAt: Int64?
        /// Observed over expected in the rest of the same campaigns; nil without a rest.
        package var restRatio: Double?
        package var contributors: [Contributor] = []
        /// One at most for each dimension; empty if the missing events are spread evenly.
        package var lostParts: [LostParts] = []
        /// Of an alert of opens: for each dimension that clients tell, at most three values.
        package var clientParts: [ClientPart] = []
        package var excluded: [ExcludedCause] = []
        /// Of rules `sends` and `freshness`: where to look first.
        package var lastFile: LastFile?
        /// The slice by which receivers know the incident: that of its first alarm. Nil: `slice`.
        package var firstSlice: [Dimension]?
        /// The first severity of the incident and, if it became critical later, this one, too.
        /// Empty: `severity`.
        package var severities: [String] = []
        /// The id of the incident that this one is a part of: it has the notifications.
        package var partOf: String?
        /// Slices of the same rule that are parts of this incident.
        package var parts: [[Dimension]] = []
        /// The name of the app or team, in every notification; empty without one.
        package var name = ""
        /// Addresses of pages with more about it.
        package var links: [String] = []
        /// What happened in the hours before the start, as its owner noted it.
        package var notes: [String] = []
        /// Whether this run sends a notification: the alert is new, has grown, is due again, or has
        /// just ended.
        package var isNews = false
        /// Whether an earlier notification reported the end of this incident.
        package var wasReportedOver = false
        /// Whether it was accepted since the last run, or ended under a silence, after a
        /// notification that it fires: there is no notification of it, but receivers that keep
        /// incidents open can close it.
        package var isQuietlyClosed = false
        /// Whether it is silenced or inhibited after a notification that it fires. Alertmanager
        /// gets it all the same: what is not posted again is over there.
        package var isKeptOpen = false

        package init(
            rule: String, slice: [Dimension] = [], facts: Facts, startsAt: Int64, updatedAt: Int64
        ) {
            id = Self.id(rule, slice)
            self.rule = rule
            self.slice = slice
            self.facts = facts
            self.startsAt = startsAt
            self.updatedAt = updatedAt
        }

        private static func id(_ rule: String, _ slice: [Dimension]) -> String {
            var hash = SipHash(key: SipHash.Key(0, 0))
            for word in [rule] + slice.words { hash.append(word) }
            return padded(hash.finish(), 16, radix: 16)
        }

        /// The same in a narrower slice: with these dimensions before its own.
        package func within(_ outer: [Dimension]) -> Alert {
            guard !outer.isEmpty else { return self }
            var alert = self
            alert.slice = outer + slice
            alert.id = Self.id(rule, alert.slice)
            return alert
        }
    }

    /// Observed and expected events of some hours.
    package struct Counts: Equatable, Sendable {
        package var hours: Int
        package var observed: Double
        package var expected: Double
        /// 99 % of counts without a fault are in it.
        package var likely: ClosedRange<Double>?

        package init(
            hours: Int, observed: Double, expected: Double, likely: ClosedRange<Double>? = nil
        ) {
            self.hours = hours
            self.observed = observed
            self.expected = expected
            self.likely = likely
        }

        package var drop: Double { expected > 0 ? max(0, 1 - observed / expected) : 0 }
        package var missing: Double { max(0, expected - observed) }
    }

    /// The newest file of a source whose next one is overdue.
    package struct LastFile: Equatable, Sendable {
        package var path: String
        /// The usual time from one file to the next, ms.
        package var pause: Int64
        /// The path, with a `#` for each digit.
        package var source: String { SourcePath(path).pattern }

        package init(path: String, pause: Int64) {
            self.path = path
            self.pause = pause
        }
    }

    package struct Contributor: Equatable, Sendable {
        package var slice: [Dimension]
        package var observed: Double
        package var expected: Double
        /// Its missing events as a share of all missing events, 0 to 1.
        package var shareOfMissing: Double

        package init(
            slice: [Dimension], observed: Double, expected: Double, shareOfMissing: Double
        ) {
            self.slice = slice
            self.observed = observed
            self.expected = expected
            self.shareOfMissing = shareOfMissing
        }
    }

    package var state: AlertState
    /// The end of the last judged hour; nil if none could be judged.
    package var evaluatedUntil: Int64?
    package var timeZone: String
    package var historyDays: Int
    package var segmentsTested = 0
    package var segmentsLowVolume = 0
    package var segmentsNotEnoughHistory = 0
    package var freshness: Freshness
    /// Of one project: refused sends of the history that name no project, and so are not judged.
    package var unnamedRefusals: Int64 = 0
    package var alerts: [Alert]
    /// The smallest drops that series can show; empty if nobody asked.
    package var series: [AlertBacktest.Series] = []
    /// The Firebase project that it is of; nil for all projects together.
    package var project: String?
    /// Of several projects, each judged by itself: the report of each.
    package var projects: [AlertReport] = []

    package init(
        state: AlertState, timeZone: String, historyDays: Int, freshness: Freshness,
        alerts: [Alert]
    ) {
        self.state = state
        self.timeZone = timeZone
        self.historyDays = historyDays
        self.freshness = freshness
        self.alerts = alerts
    }
}

extension [AlertReport.Contributor] {
    /// The largest share first.
    package var ordered: [AlertReport.Contributor] {
        sorted {
            $0.shareOfMissing != $1.shareOfMissing
                ? $0.shareOfMissing > $1.shareOfMissing
                : $0.slice.words.lexicographicallyPrecedes($1.slice.words)
        }
    }
}

extension [AlertReport.Dimension] {
    /// Names and texts, by which slices are sorted.
    package var words: [String] { flatMap { [$0.name, $0.text] } }
}
