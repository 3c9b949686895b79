internal import Alerts
internal import Delivery
internal import Reporting

/// `/metrics`, for Prometheus: the funnel of each platform, the ledger of ingests, and alerts.
struct MetricsPage: Page {
    let form = Form.text
    var followsClock: Bool { true }

    func answer(_ site: Site) throws -> Response {
        let session = try site.session()
        let funnel = try session.runSummarized(site.settings.queries.query("funnel_by_platform"))
        let figures = try StoreFigures(Store.reader(site.settings.path))
        let schedule = AlertSchedule(now: site.settings.now(), intervalSeconds: 60)
        let alerts = AlertFormats.text(try site.evaluation(.none), .prometheus, schedule: schedule)
        return Response(
            .metrics, FunnelMetrics.text(of: funnel) + IngestMetrics.text(of: figures) + alerts)
    }
}

/// `/healthz`: whether the database can be read.
struct HealthPage: Page {
    let form = Form.text

    func answer(_ site: Site) throws -> Response { Response(.text, "ok\n") }
}
