/// The rules of a store. The name of a rule is also its metric.
package enum AlertRule: String, CaseIterable, Sendable {
    /// Sends with a client event that proves their arrival.
    case delivered
    case opened
    /// Sends that FCM accepted, compared with other weeks.
    case sends
    /// Sends that FCM refused, of those attempted.
    case failed
    /// Whether records arrive.
    case freshness

    /// Whether it is judged hour by hour, not only for the current moment.
    var isDrop: Bool { self != .freshness }
}

/// The settings of alerts.
package struct AlertSettings: Equatable, Sendable {
    package struct Rule: Equatable, Sendable {
        package var isOn = true
        /// Smaller drops are ignored: a share of the expected events, 0 to 1.
        package var minDrop: Double
        /// With fewer missing events, a drop is ignored.
        package var minMissing = 10.0
        /// Series that expect fewer events in 24 hours are not judged.
        package var minVolume = AlertParameters.lowVolume
    }

    /// A custom rule: a query whose rows are problems.
    package struct Check: Equatable, Sendable {
        package var name: String
        package var query: String
        package var parameters: [String: String]
        package var isCritical: Bool

        package init(name: String, query: String, parameters: [String: String], isCritical: Bool) {
            self.name = name
            self.query = query
            self.parameters = parameters
            self.isCritical = isCritical
        }
    }

    package var rules: [AlertRule: Rule] = [
        .delivered: Rule(minDrop: 0.1), .opened: Rule(minDrop: 0.2), .sends: Rule(minDrop: 0.7),
        .failed: Rule(
            minDrop: AlertParameters.refused.minDrop,
            minMissing: AlertParameters.refused.minMissing),
        .freshness: Rule(minDrop: 1),
    ]
    /// Allowed false alarms in a month of 720 hours, for each rule.
    package var budget = 1.0
    /// Days of history to learn from.
    package var historyDays = 28
    /// Window lengths in hours, ascending.
    package var windows = AlertParameters.usualWindows
    /// The dimensions that split sends into series; an empty list means all sends.
    package var series = AlertSettings.usualSeries
    package static let usualSeries = [
        [], ["platform"], ["campaign"], ["image"], ["platform", "campaign"],
    ]
    /// Hours after which the notification of a firing alert is repeated: after its first
    /// notification, its second, and so on; after more of them, the last one.
    package var repeatHours = [4.0, 8, 24]
    /// Records can arrive this many hours late: files have an hour of records, and an hour to
    /// arrive.
    package var lagHours = 2.0
    /// Slices that are ignored.
    package var ignored: [[AlertReport.Dimension]] = []
    package var checks: [Check] = []
    /// The Firebase project whose sends alone are judged; nil for all of them together.
    package var project: String?
    package var holidays = Holidays()
    package var quietHours: [QuietHours] = []
    /// The name of the app or team, in every notification.
    package var name = ""
    /// Templates of addresses with more about an alert.
    package var links: [String] = []

    /// Dimensions of the database that drawings need: incidents have them, whatever series name.
    var drawnDimensions: [String] = []

    package init() {}

    /// The dimensions in which sends are counted: the usual ones, and those of the database that
    /// series, ignored slices or drawings name.
    package var dimensions: [String] {
        let named = Set(
            series.flatMap(\.self) + ignored.flatMap { $0.map(\.name) } + drawnDimensions)
        return AlertHistory.usualDimensions
            + named.subtracting(AlertHistory.usualDimensions).sorted()
    }

    /// The rules, and the custom rules of the file.
    package var ruleNames: [String] { AlertRule.allCases.map(\.rawValue) + checks.map(\.name) }

    /// `all`, or dimensions with commas between them.
    package static func seriesName(_ dimensions: [String]) -> String {
        dimensions.isEmpty ? "all" : dimensions.joined(separator: ",")
    }

    package func isOn(_ rule: AlertRule) -> Bool { rules[rule]?.isOn ?? false }

    /// The pause after so many notifications, hours.
    func pause(after notifications: Int64) -> Double {
        guard let last = repeatHours.indices.last else { return .infinity }
        return repeatHours[max(0, Int(min(notifications - 1, Int64(last))))]
    }

    func parameters(_ rule: AlertRule) -> AlertParameters {
        var parameters = rule == .delivered ? AlertParameters.delivered : .opens
        parameters.budget = budget
        parameters.historyDays = historyDays
        parameters.windows = windows
        parameters.series = series
        if let rule = rules[rule] {
            parameters.minDrop = rule.minDrop
            parameters.minMissing = rule.minMissing
            parameters.minVolume = rule.minVolume
        }
        return parameters
    }

    /// With a value or nil for each of `dimensions`.
    var ignoredSlices: [Slice] {
        let dimensions = dimensions
        return ignored.compactMap { Slice($0, of: dimensions) }
    }
}
