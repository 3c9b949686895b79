internal import Alerts
internal import Delivery
internal import Reporting

/// `/alerts`: how it stands now, and what was found in the last weeks. Nothing is noted, and
/// nobody is told.
struct AlertsAnswerPage: Page {
    private static let daysBack: Int64 = 28

    let address: WebAddress
    let form: Form

    var followsClock: Bool { true }

    func answer(_ site: Site) throws -> Response {
        if form == .json {
            let report = try site.evaluation(.all)
            let schedule = AlertSchedule(now: site.settings.now(), intervalSeconds: 60)
            return Response(.json, AlertFormats.text(report, .json, schedule: schedule))
        }
        let session = try site.session()
        let asOf = try session.asOf()
        let since = (asOf ?? 0) / 3_600_000 - Self.daysBack * 24
        let incidents = try session.run(
            site.settings.queries.query("recent_alerts"), parameters: ["since": Period.text(since)])
        guard form == .html else { return Response(incidents, form) }
        let page = try AlertsPage(
            site.evaluation(.main), incidents, site.settings.pictures, session, address,
            site.settings.days)
        return try site.html(page.page, .alerts, asOf: asOf)
    }
}

extension Site {
    /// What `pushfunnel alert --dry-run` finds now.
    func evaluation(_ detail: AlertDetail) throws -> AlertReport {
        let run = AlertRun(
            path: settings.path, settings: settings.alerts, queries: settings.queryFolder,
            now: settings.now(), zone: settings.days.zoneName,
            hourOfWeek: settings.days.hourOfWeek)
        return try run.report(run.evaluate(detail))
    }
}
