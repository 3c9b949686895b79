internal import Delivery

/// What an evaluation of the alerts found: all that texts and payloads are made of.
///
/// Times are ms since 1970 UTC.
package struct AlertReport: Equatable, Sendable {
    /// The worst of all rules; decides the exit code: 0 for `ok`, `lowVolume` and
    /// `notEnoughHistory`, 1 for `firing`, 2 for `noData`.
    package enum State: String, Sendable {
        case ok
        case firing
        case noData = "no_data"
        case notEnoughHistory = "not_enough_history"
        case lowVolume = "low_volume"
    }

    package struct Freshness: Equatable, Sendable {
        /// `ok`, `stale` (events are missing), `send_log_stale` (sends are missing, too).
        package var state: String
        package var newestEvent: Int64?
        package var newestSend: Int64?
        /// Events that should have come since the newest one.
        package var expectedSinceNewest: Double?
        /// More than this many missing is stale.
        package var limit: Double?

        package init(
            state: String, newestEvent: Int64? = nil, newestSend: Int64? = nil,
            expectedSinceNewest: Double? = nil, limit: Double? = nil
        ) {
            self.state = state
            self.newestEvent = newestEvent
            self.newestSend = newestSend
            self.expectedSinceNewest = expectedSinceNewest
            self.limit = limit
        }
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

    /// One rule's view of one slice.
    package struct Alert: Equatable, Sendable {
        package enum State: String, Sendable {
            case firing, resolved, silenced
            /// Another alert explains it, or records are missing.
            case inhibited
            /// It fires, but the last that was told of it is its end; told when it is due again.
            case reopened
        }

        /// The same for all tellings of one incident: a hash of rule and root slice.
        package var id: String
        package var rule: String
        package var state: State
        /// `warning`, or `critical` from a drop of a half on and for missing data.
        package var severity: String
        /// `delivered`, `opened`, `sends`, `freshness`, or the name of a rule of the user's own.
        package var metric: String
        /// By dimension; those that are not in it are all.
        package var slice: [Dimension]
        package var windowHours: Int
        package var observed: Double
        package var expected: Double
        package var likelyLow: Double
        package var likelyHigh: Double
        /// Share of what was expected that is missing, 0 to 1.
        package var drop: Double
        /// The same when the drop was most telling; nil where only this moment is known.
        package var worstDrop: Double?
        package var missing: Double
        package var score: Double
        package var threshold: Double
        /// Sends in the window's cohorts, where the rule counts sends.
        package var sent: Int64?
        package var hoursInARow: Int
        package var startsAt: Int64
        package var updatedAt: Int64
        package var endsAt: Int64?
        /// Observed over expected of the rest of the same campaigns; nil without one.
        package var restRatio: Double?
        package var contributors: [Contributor]
        /// What was looked at and is not the cause: late data, audience mix, FCM errors, fewer
        /// sends.
        package var ruledOut: [String]
        /// One sentence for a person who was woken.
        package var summary: String
        /// The command that shows it.
        package var command: String
        /// Whether somebody has to be told now: new, grown, due again, or just resolved.
        package var isNews: Bool

        package init(
            id: String, rule: String, state: State, severity: String, metric: String,
            slice: [Dimension], windowHours: Int, observed: Double, expected: Double,
            likelyLow: Double, likelyHigh: Double, drop: Double, missing: Double, score: Double,
            threshold: Double, sent: Int64? = nil, hoursInARow: Int, startsAt: Int64,
            updatedAt: Int64, endsAt: Int64? = nil, restRatio: Double? = nil,
            contributors: [Contributor], ruledOut: [String], summary: String, command: String,
            isNews: Bool
        ) {
            self.id = id
            self.rule = rule
            self.state = state
            self.severity = severity
            self.metric = metric
            self.slice = slice
            self.windowHours = windowHours
            self.observed = observed
            self.expected = expected
            self.likelyLow = likelyLow
            self.likelyHigh = likelyHigh
            self.drop = drop
            self.missing = missing
            self.score = score
            self.threshold = threshold
            self.sent = sent
            self.hoursInARow = hoursInARow
            self.startsAt = startsAt
            self.updatedAt = updatedAt
            self.endsAt = endsAt
            self.restRatio = restRatio
            self.contributors = contributors
            self.ruledOut = ruledOut
            self.summary = summary
            self.command = command
            self.isNews = isNews
        }
    }

    package struct Contributor: Equatable, Sendable {
        package var slice: [Dimension]
        package var observed: Double
        package var expected: Double
        /// Of all that is missing, 0 to 1.
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

    package var state: State
    /// The last closed hour that was judged, as ms of its end; nil when none could be.
    package var evaluatedUntil: Int64?
    package var timeZone: String
    package var historyDays: Int
    package var segmentsTested: Int
    package var segmentsLowVolume: Int
    package var segmentsNotEnoughHistory: Int
    package var freshness: Freshness
    /// Sorted by metric and slice; firing first.
    package var alerts: [Alert]

    package init(
        state: State, evaluatedUntil: Int64? = nil, timeZone: String, historyDays: Int,
        segmentsTested: Int, segmentsLowVolume: Int, segmentsNotEnoughHistory: Int,
        freshness: Freshness, alerts: [Alert]
    ) {
        self.state = state
        self.evaluatedUntil = evaluatedUntil
        self.timeZone = timeZone
        self.historyDays = historyDays
        self.segmentsTested = segmentsTested
        self.segmentsLowVolume = segmentsLowVolume
        self.segmentsNotEnoughHistory = segmentsNotEnoughHistory
        self.freshness = freshness
        self.alerts = alerts
    }
}
