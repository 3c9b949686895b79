internal import Alerts
internal import Delivery

/// The body of a `POST /api/v2/alerts` to Alertmanager: what fires, and what has just been
/// resolved, under the same labels.
///
/// Alertmanager takes an alert for resolved at its `endsAt`. One that fires ends after two and a
/// half intervals: a telling may fail without the alert going, and one that is never told again
/// goes by itself. Silenced and inhibited alerts are left out, and end that way.
/// https://prometheus.io/docs/alerting/latest/alerts_api/
enum AlertmanagerPayload {
    static func text(of report: AlertReport, _ telling: AlertTelling) -> String {
        let alerts = report.ordered.filter { $0.state == .firing || $0.state == .resolved }
        return JSONTree.list(alerts.map { tree($0, telling) }).document
    }

    private static func tree(_ alert: AlertReport.Alert, _ telling: AlertTelling) -> JSONTree {
        let ends = alert.state == .firing ? telling.intervalSeconds * 2500 : 0
        let labels = [(name: "alertname", text: AlertLabels.alertName(alert))]
        let link = telling.link.map { [(name: "generatorURL", value: JSONTree.text($0))] } ?? []
        return .object(
            [
                ("labels", object(labels + AlertLabels.of(alert))),
                ("annotations", object(annotations(alert))),
                // A clock behind that of the logs must not make it end before it starts.
                ("startsAt", .text(AlertWords.rfc3339(min(alert.startsAt, telling.now)))),
                ("endsAt", .text(AlertWords.rfc3339(telling.now + ends))),
            ] + link)
    }

    private static func annotations(_ alert: AlertReport.Alert) -> [AlertLabels.Label] {
        [
            ("summary", SafeText.visible(alert.summary)),
            ("description", description(alert)),
            ("observed", AlertWords.count(alert.observed)),
            ("expected", AlertWords.count(alert.expected)),
            ("likely_range", AlertWords.likely(alert)),
            ("drop", ChartNumber.percent(alert.drop)),
            ("missing", AlertWords.count(alert.missing)),
            ("window", AlertWords.window(alert) ?? ""),
            ("score", ChartNumber.decimal(alert.score, places: 1)),
            ("command", SafeText.visible(alert.command)),
            ("id", SafeText.visible(alert.id)),
        ]
    }

    private static func description(_ alert: AlertReport.Alert) -> String {
        let contributors = alert.orderedContributors.prefix(5).map {
            "\(AlertWords.slice($0.slice)) \(ChartNumber.percent($0.shareOfMissing))"
        }
        let missing =
            contributors.isEmpty
            ? [] : ["Of what is missing: " + contributors.joined(separator: "; ") + "."]
        let causes = alert.ruledOut.sorted().map(SafeText.visible)
        let ruledOut =
            causes.isEmpty ? [] : ["Not the cause: " + causes.joined(separator: "; ") + "."]
        return ([AlertWords.slice(alert.slice) + "."] + missing + ruledOut).joined(separator: " ")
    }

    private static func object(_ texts: [AlertLabels.Label]) -> JSONTree {
        .object(texts.filter { !$0.text.isEmpty }.map { ($0.name, .text($0.text)) })
    }
}
