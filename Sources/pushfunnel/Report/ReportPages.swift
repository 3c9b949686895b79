import Delivery
import Foundation
import NDJSON
import Reporting

/// Brings a folder of pages up to date: `report -o FOLDER/`.
struct ReportPages {
    /// The report of the page of a campaign.
    static let campaignReport = "campaign"
    /// So many campaigns have pages, and every one of which something is to be known.
    private static let mostCampaigns = 50

    private let options: ReportCommand
    private let catalog: ReportCatalog
    private let queries: QueryCatalog
    private let session: SQLSession
    private let counting: LakeCounting?
    private var folder: ReportFolder
    /// The days of the period, those with a page of their own or not.
    private let days: [(day: String, period: Period)]
    private let newest: String
    private let firstKept: String
    private let firstDay: String?

    init(
        _ options: ReportCommand, to path: String, _ catalog: ReportCatalog,
        _ queries: QueryCatalog, _ session: SQLSession, _ counting: LakeCounting?
    ) throws {
        self.options = options
        self.catalog = catalog
        self.queries = queries
        self.session = session
        self.counting = counting
        days = try options.days(session)
        folder = try ReportFolder(path, catalog.templates)
        let asOf = try session.asOf()
        newest = try options.period.day(of: asOf, session.clock)
        firstKept = try options.firstKeptPage(asOf)
        // A lake's database has no messages at all.
        firstDay = counting == nil ? try session.firstKeptDay() : nil
    }

    mutating func write() throws {
        let kinds = options.pages.kinds
        let file = try catalog.report(options.name)
        var spans: [[Span]] = []
        if kinds.isEmpty || kinds.contains(.day) { spans.append(dayPages) }
        if kinds.contains(.week) { spans.append(try weekPages()) }
        let marks = try marks(of: file)
        folder.expect(days: spans.joined().map(\.page))
        if kinds.contains(.campaign) { folder.expect(campaigns: try campaigns()) }
        for spans in spans { try write(spans, file, marks) }
        if kinds.contains(.campaign) {
            try writeCampaigns()
            // What these days have found may have added campaigns that others name.
            for spans in spans { try write(spans, file, marks) }
        }
        try folder.delete(before: firstKept)
        try folder.writeIndex(notes: session.notes())
    }

    // MARK: Days and weeks

    private typealias Span = (page: String, period: Period)

    /// Pages of the standard report are named by their day only.
    private var dayPages: [Span] {
        days.filter { $0.day >= firstKept }
            .map { (options.pagePrefix + $0.day, $0.period) }
    }

    /// Of all weeks that have a day in the period.
    private func weekPages() throws -> [Span] {
        try options.period.weeks(of: days.map(\.period), session.clock)
            .filter { $0.monday >= firstKept }
            .map { (options.pagePrefix + PageName.week($0.monday), $0.period) }
    }

    private func marks(of file: ReportFile) throws -> PageMarks {
        try PageMarks(
            of: options.request(), session, program: "pushfunnel \(Pushfunnel.version)",
            texts: catalog.texts(of: file, queries))
    }

    private mutating func write(
        _ spans: [Span], _ file: ReportFile, _ marks: PageMarks
    ) throws {
        let prefix = String(spans.first?.page.dropLast(10) ?? "")
        let known = folder.pages(prefix, with: spans.map(\.page), from: firstKept)
        for (page, period) in spans {
            // The messages of pruned days are deleted: their pages stay as they are.
            if let firstDay, period.sinceText ?? "" < firstDay, folder.has(page) { continue }
            let ways = PageWays(from: page, among: known)
            let mark = try "\(marks.mark(of: period)) \(ways.mark)"
            guard !folder.isCurrent(page, mark: mark) else { continue }
            var request = try options.request()
            request.filter.period = period
            var report = try options.make(
                ReportMaker(request, queries, session), file, DayPages.formats, session, counting)
            report.ways = ways
            try folder.write(report, page, mark: mark, on: newest)
        }
    }

    // MARK: Campaigns

    /// All days of the period.
    private var wholePeriod: Period {
        Period(since: days.first?.period.since, until: days.last?.period.until)
    }

    private func campaigns() throws -> [String] {
        guard let first = days.first, let last = days.last else { return [] }
        let known = try session.campaigns(atMost: ReportPages.mostCampaigns, of: wholePeriod)
        return (known + folder.unusualCampaigns(from: first.day, to: last.day)).unique
    }

    private mutating func writeCampaigns() throws {
        let file = try catalog.report(ReportPages.campaignReport)
        let marks = try marks(of: file)
        let period = wholePeriod
        for campaign in try campaigns() {
            let page = PageName.campaign(campaign)
            let mark = try "\(marks.mark(of: period)) \(period.sinceText ?? "") \(campaign)"
            guard !folder.isCurrent(page, mark: mark) else { continue }
            var request = try options.request()
            request.filter.period = period
            request.filter.add("campaign", is: campaign)
            var report = try options.make(
                ReportMaker(request, queries, session), file, DayPages.formats, session, counting)
            report.ways = PageWays()
            try folder.write(
                report, page, mark: mark, on: newest, campaign: campaign, to: days.last?.day)
        }
    }
}
