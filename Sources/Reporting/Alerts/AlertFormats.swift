package import Alerts
internal import Delivery

/// The forms in which alerts are told, by their names on the command line.
package enum AlertFormatName: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// All that is known, for programs: see README.md.
    case json
    /// The body of a `POST /api/v2/alerts`.
    case alertmanager
    /// A file for node_exporter's textfile collector.
    case prometheus
    /// The body of a message to a webhook of Slack; Mattermost and Rocket.Chat read its `text`.
    case slack

    /// The form that a file name asks for, or nil.
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
        case .json, .alertmanager, .slack: "application/json"
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        }
    }
}

/// The telling itself: what an evaluation cannot know.
package struct AlertTelling: Equatable, Sendable {
    /// When it is told, in ms since 1970 UTC.
    package var now: Int64
    /// Between one evaluation and the next.
    package var intervalSeconds: Int64
    /// Where a reader of the alert finds more, such as a page of reports.
    package var link: String?

    package init(
        now: Int64 = AlertTelling.clock(), intervalSeconds: Int64 = 3600, link: String? = nil
    ) {
        self.now = now
        self.intervalSeconds = intervalSeconds
        self.link = link
    }
}

package enum AlertFormats {
    /// An evaluation as text; it ends with a line end.
    ///
    /// Names in it may be anything that a log holds: each form escapes them in its own way.
    package static func text(
        _ report: AlertReport, _ format: AlertFormatName, style: TextStyle = .plain,
        telling: AlertTelling = AlertTelling()
    ) -> String {
        switch format {
        case .text: AlertText(style: style).text(of: report)
        case .json: AlertJSON.text(of: report)
        case .alertmanager: AlertmanagerPayload.text(of: report, telling)
        case .prometheus: PrometheusText.text(of: report, telling)
        case .slack: SlackMessage.text(of: report, telling)
        }
    }

    /// Whether a receiver has to hear of the evaluation.
    ///
    /// People only of news. Alertmanager forgets what is not told again, and Prometheus takes an
    /// old file for the truth: these want every evaluation with something in it.
    package static func isDue(_ report: AlertReport, _ format: AlertFormatName) -> Bool {
        switch format {
        case .text, .json, .slack: report.alerts.contains(where: \.isNews)
        case .alertmanager:
            report.alerts.contains { $0.state == .firing || $0.state == .resolved && $0.isNews }
        case .prometheus: true
        }
    }
}
