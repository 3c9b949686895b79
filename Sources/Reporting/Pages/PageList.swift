internal import Foundation

/// The pages of a folder, as its file `pages.json` knows them.
package struct PageList: Equatable, Sendable {
    /// Its file in the folder.
    package static let fileName = "pages.json"

    package struct Page: Codable, Equatable, Sendable {
        /// What it was made from: see `PageMarks`. Empty for a page of an earlier version.
        package var mark: String
        /// Whether all windows of its period were over.
        package var isFinal: Bool
        /// Its funnel, by the names of the columns of `funnel_total`; empty when not known.
        package var figures: [String: Double]
        /// The figures with which it became final.
        package var finalFigures: [String: Double]?
        /// What is most to know of it: an alert, or a number outside its usual range.
        package var finding: Finding?
        /// The campaign that it is about.
        package var campaign: String?
        /// The last day of a campaign's page, `YYYY-MM-DD`.
        package var lastDay: String?
        /// The campaigns that it names where pages of them can be linked.
        package var named: [String]?
        /// The days that it names where pages of them can be linked.
        package var namedDays: [String]?
        /// Those campaigns that something is to be known of.
        package var unusual: [String]?
        /// The day of the data that changed them last, `YYYY-MM-DD`.
        package var changedOn: String?

        package init(
            mark: String = "", isFinal: Bool = false, figures: [String: Double] = [:]
        ) {
            self.mark = mark
            self.isFinal = isFinal
            self.figures = figures.filter { $0.value.magnitude < Page.limit }
            if isFinal { finalFigures = self.figures }
        }

        /// No log has so many lines: a file with larger numbers is damaged.
        private static let limit = 1e15

        var isPlausible: Bool {
            [figures, finalFigures ?? [:]].allSatisfy {
                $0.values.allSatisfy { $0.magnitude < Page.limit }
            }
        }
    }

    /// As `DayPage` has it.
    package struct Finding: Codable, Equatable, Sendable {
        package var tone: String
        package var label: String
        package var text: String

        package init(tone: String, label: String, text: String) {
            self.tone = tone
            self.label = label
            self.text = text
        }
    }

    /// By their names, without the ending of a format.
    package var pages: [String: Page] = [:]

    package init() {}

    /// Reads the text of the file. Other text gives an empty list, so all pages are written again.
    package init(_ json: String) {
        let file = try? JSONDecoder().decode(File.self, from: Data(json.utf8))
        pages = (file?.pages ?? [:]).filter { $0.value.isPlausible }
    }

    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(File(pages: pages))) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private struct File: Codable {
        var version = 1
        var pages: [String: Page]
    }
}

extension PageList.Page {
    private static let counts = [
        "attempted", "sent", "failed", "received", "impressions", "opened",
    ]

    /// The page after it was made again, on a day of the data.
    package func next(mark: String, _ report: Report, on day: String) -> Self {
        var next = PageList.Page(mark: mark, isFinal: report.isFinal, figures: report.figures)
        if let day = DayPage(report) {
            next.finding = day.firstFinding
            next.named = Array(day.campaignNames.prefix(DayPage.mostCampaigns))
            next.unusual = day.unusualCampaigns
            let days = day.findings.compactMap(\.day)
            next.namedDays = days.isEmpty ? nil : days
        }
        guard next.isFinal, isFinal else { return next }
        next.finalFigures = finalFigures ?? self.figures
        next.changedOn = counts == next.counts ? changedOn : day
        return next
    }

    /// A sentence about a page whose figures changed after it was final; nil for all others.
    package var changeNote: String? {
        guard let changedOn, let finalFigures else { return nil }
        let changes = PageList.Page.counts.compactMap { name -> String? in
            let change = Int64((figures[name] ?? 0) - (finalFigures[name] ?? 0))
            guard change != 0 else { return nil }
            return "\(NumberWords.grouped(abs(change))) \(change > 0 ? "more" : "fewer") \(name)"
        }
        guard !changes.isEmpty else { return nil }
        return "Changed on \(changedOn), after it was final: \(changes.joined(separator: ", "))."
    }

    /// Changes with the pages that its names lead to.
    package func mark(of links: PageLinks) -> String {
        let linked = (named ?? []).filter { links.campaign($0) != nil }
        let days = (namedDays ?? []).filter { links.day($0) != nil }
        return (linked.map(PageName.campaign) + days).joined(separator: " ")
    }

    private var counts: [Double?] { PageList.Page.counts.map { figures[$0] } }
}

extension DayPage {
    /// The worst finding, if it is more than calm.
    fileprivate var firstFinding: PageList.Finding? {
        guard let finding = findings.first, finding.tone != .plain else { return nil }
        let lead = finding.sentence.lead
        return PageList.Finding(
            tone: finding.tone.rawValue, label: finding.label ?? "",
            text: String(lead.hasSuffix(".") || lead.hasSuffix(":") ? lead.dropLast() : lead[...]))
    }

    /// The campaigns with a number outside its usual range.
    fileprivate var unusualCampaigns: [String] {
        facts.usual.compactMap { usual in
            guard case .campaign(let name) = usual.subject, usual.side != nil else { return nil }
            return name
        }
    }
}
