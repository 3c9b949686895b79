internal import Delivery

extension ReportFile {
    /// The report with a section for each of these words, after the campaigns.
    func counting(by words: [String]) -> ReportFile {
        var file = self
        let place = sections.lastIndex { $0.query == Section.byCampaign }
        file.sections.insert(
            contentsOf: words.map(Section.init(by:)), at: place.map { $0 + 1 } ?? sections.count)
        return file
    }

    /// Whether it is about all sends: it counts by campaign.
    var isOfCampaigns: Bool { sections.contains { $0.query == Section.byCampaign } }
}

extension ReportFile.Section {
    fileprivate static let byCampaign = "funnel_by_campaign"
    private static let ofRefused = ["failed", "failure_rate"]

    /// The funnel by project, or by a dimension.
    fileprivate init(by word: String) {
        self.init(
            name: "by_" + word, title: "By " + word.replacing("_", with: " "),
            query: QueryCatalog.funnel(by: word))
        part = .campaigns
        columns = [
            word, "attempted", "sent", "failed", "received", "impressions", "opened",
            "failure_rate", "received_rate", "impression_rate", "open_rate",
        ]
        optional = ["impression_rate"]
        rows = 20
        guard word == "project" else { return }
        // FCM's errors name no project.
        columns.removeAll { Self.ofRefused.contains($0) || $0 == "attempted" }
    }
}

extension Report.Section {
    /// The word that `ReportFile.counting(by:)` made it for.
    var countsBy: String? {
        let column = table.columns.first?.name
        return column.map(QueryCatalog.funnel(by:)) == query && name.hasPrefix("by_") ? column : nil
    }
}

extension Report {
    /// The values of the dimension that `ReportFile.counting(by:)` made a section for; `(none)`,
    /// that of sends without one, is none.
    package func values(of name: String) -> [String] {
        let rows = sections.first { $0.countsBy == name }?.table.rows ?? []
        return rows.compactMap { $0.first?.word }.filter { $0 != Segment.noWord }
    }
}
