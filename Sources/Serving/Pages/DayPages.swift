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

/// `/campaign?name=sale`: the report of a campaign, of 28 days or of those asked for.
struct CampaignAnswerPage: Page {
    static let path = "/campaign"
    private static let usualDays: Int64 = 28

    let address: WebAddress
    let form: Form

    static func address(_ campaign: String, to day: String) -> WebAddress {
        WebAddress(path, [("name", campaign), ("to", day)])
    }

    func answer(_ site: Site) throws -> Response {
        let settings = site.settings
        guard let name = address["name"] else {
            throw Refusal(.badRequest, "expected name=CAMPAIGN")
        }
        let session = try site.session()
        let days = settings.days
        let asOf = try session.asOf()
        let last = address["to"] ?? days.day(at: asOf ?? 0)
        let first = address["from"] ?? days.day(last, plus: 1 - Self.usualDays)
        guard let period = days.period(from: first, to: last) else {
            throw Refusal(.badRequest, "expected from=DAY and to=DAY, such as 2025-11-18")
        }
        var request = ReportRequest(timeZone: days.zoneName)
        request.filter.period = period
        request.filter.add("campaign", is: name)
        let format = form.format
        var report = try ReportMaker(request, settings.queries, session)
            .make(settings.reports.report("campaign"), for: [format])
        report.links = PageLinks(day: { "/day/\($0)" })
        let text = try report.text(
            format, style: TextStyle(isHuman: true), templates: settings.reports.templates)
        guard form == .html else { return Response(form == .csv ? .csv : .json, text) }
        return Response(
            .html, Navigation(.campaigns, asOf: asOf, zone: days.zoneName).above(text))
    }
}

extension Form {
    /// Of a report.
    fileprivate var format: FormatName {
        switch self {
        case .csv: .csv
        case .json: .json
        case .html, .text: .html
        }
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
        let format = form.format
        var report = try ReportMaker(request, settings.queries, session)
            .make(settings.reports.report("nightly"), for: [format])
        report.links = PageLinks(campaign: { CampaignAnswerPage.address($0, to: day).text })
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
