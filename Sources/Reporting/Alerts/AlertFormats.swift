package import Alerts

/// The formats of alerts, by their names on the command line.
package enum AlertFormatName: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// All members, for programs: see README.md.
    case json
    /// The body of a `POST /api/v2/alerts`.
    case alertmanager
    /// A file for node_exporter's textfile collector.
    case prometheus
    /// The body of a message to a webhook of Slack; Mattermost and Rocket.Chat read its `text`.
    case slack
    /// The body of a message to a webhook of Mattermost.
    case mattermost
    /// A message with an Adaptive Card, for a workflow of Teams.
    case teams
    /// Events of PagerDuty's Events API v2.
    case pagerduty

    /// The format of a file name's extension, or nil.
    package init?(fileName: String) {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "json": self = .json
        case "prom": self = .prometheus
        case "txt", "text": self = .text
        default: return nil
        }
    }

    package var contentType: String {
        switch self {
        case .text: "text/plain; charset=utf-8"
        case .json, .alertmanager, .slack, .mattermost, .teams, .pagerduty:
            "application/json"
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        }
    }
}

/// The time of a run, and the interval to the next one.
package struct AlertSchedule: Equatable, Sendable {
    /// ms since 1970 UTC.
    package var now: Int64
    package var intervalSeconds: Int64

    package init(now: Int64, intervalSeconds: Int64) {
        self.now = now
        self.intervalSeconds = intervalSeconds
    }
}

package enum AlertFormats {
    /// An evaluation as text; it ends with a line end.
    ///
    /// Names in it can be any text of a log: each format escapes them in its own way. With
    /// `onlyNews`, a text for people has no other alerts.
    package static func text(
        _ report: AlertReport, _ format: AlertFormatName, style: TextStyle = .plain,
        schedule: AlertSchedule, commands: AlertCommands = AlertCommands(), onlyNews: Bool = false
    ) -> String {
        switch format {
        case .text:
            AlertText(style: style, commands: commands, showsOnlyNews: onlyNews).text(of: report)
        case .json: AlertJSON.text(of: report, commands)
        case .alertmanager: AlertmanagerPayload.text(of: report, schedule, commands)
        case .prometheus: PrometheusText.text(of: report, schedule)
        case .slack: SlackMessage.text(of: report, commands)
        case .mattermost: MattermostMessage.text(of: report, commands)
        case .teams: TeamsMessage.text(of: report, commands)
        case .pagerduty: PagerDutyEvents.text(of: report, commands)
        }
    }

    /// The bodies of the posts of an evaluation: one, except for PagerDuty, which takes one event
    /// at a time. `key` is that of an integration of PagerDuty.
    package static func bodies(
        _ report: AlertReport, _ format: AlertFormatName, key: String, schedule: AlertSchedule,
        commands: AlertCommands = AlertCommands()
    ) -> [String] {
        format == .pagerduty
            ? PagerDutyEvents.bodies(of: report, key: key, commands)
            : [text(report, format, schedule: schedule, commands: commands)]
    }

    /// Whether a receiver needs the evaluation.
    ///
    /// People need news only. Alertmanager drops alerts that are not posted again, and Prometheus
    /// reads an old file as if it were new: both need every evaluation with content.
    package static func isDue(_ report: AlertReport, _ format: AlertFormatName) -> Bool {
        switch format {
        case .text, .json, .slack, .mattermost, .teams:
            report.alerts.contains(where: \.isNews)
        case .pagerduty:
            report.alerts.contains { $0.isNews || $0.isQuietlyClosed }
        case .alertmanager:
            report.alerts.contains {
                AlertmanagerPayload.isFiring($0) && $0.partOf == nil || $0.isQuietlyClosed
                    || $0.state == .resolved && $0.isNews
            }
        case .prometheus: true
        }
    }
}
