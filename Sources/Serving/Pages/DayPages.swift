internal import Alerts
internal import Delivery
internal import Foundation
internal import NDJSON
internal import Reporting

/// `/`: the days that have sends.
struct IndexPage: Page {
    let form = Form.html

    func answer(_ site: Site) throws -> Response {
        let session = try site.session()
        let days = try DayIndex.days(session, site.settings.days)
        let page = try ReportIndex.page(
            days, site.settings.reports.templates, notes: session.notes())
        let navigation = Navigation(
            .days, asOf: try session.asOf(), zone: site.settings.days.zoneName)
        return Response(.html, navigation.above(page))
    }
}

/// `/day/2025-12-15`: the nightly page of a day.
struct DayAnswerPage: Page {
    let day: String
    let form: Form

    func answer(_ site: Site) throws -> Response {
        let settings = site.settings
        let days = settings.days
        guard let period = days.period(from: day, to: day) else {
            throw Refusal(.notFound, "there is no day \(SafeText.visible(day))")
        }
        let session = try site.session()
        var filter = FunnelFilter()
        filter.period = period
        var request = ReportRequest(filter: filter, timeZone: days.zoneName)
        request.pictures = settings.pictures
        let format: FormatName = form == .csv ? .csv : form == .json ? .json : .html
        let report = try ReportMaker(request, settings.queries, session)
            .make(settings.reports.report("nightly"), for: [format])
        let text = try report.text(
            format, style: TextStyle(isHuman: true), templates: settings.reports.templates)
        guard form == .html else { return Response(form == .csv ? .csv : .json, text) }
        let beside = [-1, 1].map { step in
            let other = days.day(day, plus: Int64(step))
            return (text: step < 0 ? "‹ \(other)" : "\(other) ›", href: "/day/\(other)")
        }
        let navigation = Navigation(
            .days, beside: beside, asOf: try session.asOf(), zone: days.zoneName)
        return Response(.html, navigation.above(text))
    }
}
