internal import Alerts

/// The body of a `POST /api/v2/alerts` to Alertmanager: alerts that fire, and alerts that have just
/// been resolved, with the same labels.
///
/// Alertmanager resolves an alert at its `endsAt`, two and a half intervals after the post: one
/// failed post does not end an alert, and an alert without posts ends by itself. An accepted one
/// ends at once. Silenced and inhibited alerts are left out, unless an earlier post said that they
/// fire: else Alertmanager would say that they are over. Labels never change within an
/// incident: if it becomes critical, a second alert joins the first one until both end. Parts of an
/// incident are in its annotations.
/// https://prometheus.io/docs/alerting/latest/alerts_api/
enum AlertmanagerPayload {
    static func text(
        of report: AlertReport, _ schedule: AlertSchedule, _ commands: AlertCommands
    ) -> String {
        let alerts = report.ordered.filter {
            (isFiring($0) || $0.state == .resolved || $0.isQuietlyClosed) && $0.partOf == nil
        }
        let trees = alerts.flatMap { alert in
            AlertLabels.identities(alert).map { tree(alert, $0, schedule, commands) }
        }
        return JSONTree.list(trees).document
    }

    static func isFiring(_ alert: AlertReport.Alert) -> Bool {
        alert.state == .firing || alert.isKeptOpen
    }

    private static func tree(
        _ alert: AlertReport.Alert, _ identity: [AlertLabels.Label], _ schedule: AlertSchedule,
        _ commands: AlertCommands
    ) -> JSONTree {
        let ends = isFiring(alert) ? schedule.intervalSeconds * 2500 : 0
        let labels = [(name: "alertname", text: AlertLabels.alertName(alert))]
        return .object(
            [
                ("labels", object(labels + identity)),
                ("annotations", object(annotations(alert, commands))),
                // If this clock is behind the clock of the logs, it must not end before it starts.
                ("startsAt", .text(NumberWords.rfc3339(min(alert.startsAt, schedule.now)))),
                ("endsAt", .text(NumberWords.rfc3339(schedule.now + ends))),
            ] + (alert.links.first.map { [("generatorURL", .text($0))] } ?? []))
    }

    private static func annotations(
        _ alert: AlertReport.Alert, _ commands: AlertCommands
    ) -> [AlertLabels.Label] {
        [
            ("summary", SafeText.visible(AlertSentence.summary(alert))),
            ("description", description(alert)),
            ("severity", alert.severity),
            ("links", alert.links.joined(separator: " ")),
            ("parts", alert.parts.map(AlertWords.slice).joined(separator: "; ")),
            ("notes", SafeText.visible(alert.notes.joined(separator: "; "))),
            ("command", SafeText.visible(commands.counts(of: alert))),
            ("id", SafeText.visible(alert.id)),
        ] + (alert.hasFigures ? figures(alert) : [])
    }

    private static func figures(_ alert: AlertReport.Alert) -> [AlertLabels.Label] {
        let counts = AlertSentence.sinceStart(alert)
        return [
            ("observed", NumberWords.count(counts.observed)),
            ("expected", NumberWords.count(counts.expected)),
            (
                "likely_range",
                counts.likely.map { NumberWords.range($0.lowerBound, $0.upperBound) } ?? ""
            ),
            ("drop", NumberWords.percent(counts.drop)),
            ("missing", NumberWords.count(counts.missing)),
            ("window", window(alert)),
            ("score", NumberWords.decimal(alert.score, places: 1)),
        ]
    }

    private static func description(_ alert: AlertReport.Alert) -> String {
        let contributors = AlertPlaces.words(alert, most: 5)
        let missing =
            contributors.isEmpty
            ? [] : ["Missing events: " + contributors.joined(separator: "; ") + "."]
        let causes = AlertSentence.excluded(alert)
        let ruledOut =
            causes.isEmpty ? [] : ["Not the cause: " + causes.joined(separator: "; ") + "."]
        return ([AlertWords.slice(alert.slice) + "."] + missing + ruledOut).joined(separator: " ")
    }

    private static func window(_ alert: AlertReport.Alert) -> String {
        alert.windowHours > 0 ? NumberWords.count(alert.windowHours, "hour") : ""
    }

    private static func object(_ texts: [AlertLabels.Label]) -> JSONTree {
        .object(texts.filter { !$0.text.isEmpty }.map { ($0.name, .text($0.text)) })
    }
}
