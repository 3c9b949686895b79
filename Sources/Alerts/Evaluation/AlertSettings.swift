internal import Delivery

/// What the alerts of a store watch. A rule's name is also its metric.
package enum AlertRule: String, CaseIterable, Sendable {
    /// Of sends, those that a client event proves to have arrived.
    case delivered
    case opened
    /// Sends that FCM accepted, against the hours of other weeks.
    case sends
    /// Whether records come in at all.
    case freshness

    /// Whether it is judged hour by hour, rather than of this moment alone.
    var isDrop: Bool { self != .freshness }
}

/// What a user may set of alerts.
package struct AlertSettings: Equatable, Sendable {
    package struct Rule: Equatable, Sendable {
        package var isOn = true
        /// Smaller drops are no alarm: a share of what was expected, 0 to 1.
        package var minDrop: Double
        /// Fewer missing events are no alarm.
        package var minMissing = 10.0
        /// Series that expect fewer events in 24 hours are not judged.
        package var minVolume = AlertParameters.lowVolume

        package init(minDrop: Double) { self.minDrop = minDrop }
    }

    /// A rule of the user's own: a query whose rows are what is wrong.
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
        .freshness: Rule(minDrop: 1),
    ]
    /// False alarms allowed in a month of 720 hours, for each rule.
    package var budget = 1.0
    /// Days that are learned from.
    package var historyDays = 28
    /// Lengths of the windows in which drops are looked for, in hours, ascending.
    package var windows = AlertParameters.usualWindows
    /// By which dimensions sends are split into series; an empty list is everything.
    package var series = AlertSettings.usualSeries
    package static let usualSeries = [
        [], ["platform"], ["campaign"], ["image"], ["platform", "campaign"],
    ]
    /// What still fires is told again after so many hours.
    package var repeatHours = 4.0
    /// Records may come in so many hours later than they are made: files by the hour, and an hour
    /// to bring them.
    package var lagHours = 2.0
    /// Slices that are not watched, and count nowhere.
    package var ignored: [[AlertReport.Dimension]] = []
    package var checks: [Check] = []

    package init() {}

    /// The rules, and the checks of the file.
    package var ruleNames: [String] { AlertRule.allCases.map(\.rawValue) + checks.map(\.name) }

    /// `all`, or dimensions with commas between them.
    package static func seriesName(_ dimensions: [String]) -> String {
        dimensions.isEmpty ? "all" : dimensions.joined(separator: ",")
    }

    package func isOn(_ rule: AlertRule) -> Bool { rules[rule]?.isOn ?? false }

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

    func ignores(_ leaf: [String]) -> Bool {
        ignored.contains { slice in
            slice.allSatisfy { wanted in
                zip(AlertHistory.dimensions, leaf).contains {
                    $0 == wanted.name && $1 == wanted.text
                }
            }
        }
    }
}
