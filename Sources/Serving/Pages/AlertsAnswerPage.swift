internal import Alerts
internal import Delivery
internal import Reporting

/// `/alerts`: how it stands now, and what was found in the last weeks, of all projects together or
/// of one. It stores nothing and sends no notification.
struct AlertsAnswerPage: Page {
    private static let daysBack: Int64 = 28

    let address: WebAddress
    let form: Form

    var followsClock: Bool { true }

    func answer(_ site: Site) throws -> Response {
        let session = try site.session()
        let project = try ProjectChoice(address, session)
        if form == .json {
            let report = try site.evaluation(.all, of: project.chosen)
            let schedule = AlertSchedule(now: site.settings.now(), intervalSeconds: 60)
            let text = AlertFormats.text(
                report, .json, schedule: schedule,
                commands: AlertCommands(database: site.settings.path))
            return Response(.json, text)
        }
        let asOf = try session.asOf()
        let since = (asOf ?? 0) / 3_600_000 - Self.daysBack * 24
        let incidents = try session.run(
            site.settings.queries.query("recent_alerts"),
            parameters: ["since": Period.text(since), "project": project.chosen])
        guard form == .html else { return Response(incidents, form) }
        let page = try AlertsPage(
            site.evaluation(.main, of: project.chosen), incidents, site.settings.pictures,
            session, address, project, site.settings.days)
        return try site.html(page.page, .alerts, asOf: asOf)
    }
}

extension Site {
    /// What `pushfunnel alert --dry-run` finds now.
    func evaluation(_ detail: AlertDetail, of project: String? = nil) throws -> AlertReport {
        var alerts = settings.alerts
        alerts.project = project
        let run = AlertRun(
            path: settings.path, settings: alerts, queries: settings.queryFolder,
            now: settings.now(), zone: settings.days.zoneName,
            hourOfWeek: settings.days.hourOfWeek)
        return try run.report(run.evaluate(detail))
    }
}
