internal import Delivery
internal import FCM

extension ReportFile {
    /// The report with a section for each of these words, after the campaigns: `project`, and
    /// dimensions of the database.
    func counting(by words: [String], _ dimensions: [OwnDimension]) -> ReportFile {
        let clients = dimensions.names(of: .clients)
        var file = self
        let place = sections.lastIndex { $0.query == Section.byCampaign }
        file.sections.insert(
            contentsOf: words.map {
                clients.contains($0) ? Section(byClients: $0) : Section(by: $0)
            }, at: place.map { $0 + 1 } ?? sections.count)
        return file
    }

    /// Whether it is about all sends: it counts by campaign.
    var isOfCampaigns: Bool { sections.contains { $0.query == Section.byCampaign } }
}

extension ReportFile.Section {
    fileprivate static let byCampaign = "funnel_by_campaign"
    private static let ofRefused = ["failed", "failure_rate"]

    private init(by word: String, _ query: String) {
        self.init(
            name: "by_" + word, title: "By " + word.replacing("_", with: " "), query: query)
        part = .campaigns
        rows = 20
    }

    /// What was received, by a dimension that clients tell.
    fileprivate init(byClients word: String) {
        self.init(by: word, QueryCatalog.received(by: word))
        about = "Only those who received a message tell it, so shares are of received messages."
        columns = [
            word, "received", "impressions", "opened", "share_of_received", "share_of_opened",
            "open_rate_of_received",
        ]
    }

    /// The funnel by project, or by a dimension of sends.
    fileprivate init(by word: String) {
        self.init(by: word, QueryCatalog.funnel(by: word))
        columns = [
            word, "attempted", "sent", "failed", "received", "impressions", "opened",
            "failure_rate", "received_rate", "impression_rate", "open_rate",
        ]
        optional = ["impression_rate"]
        guard word == "project" else { return }
        // FCM's errors name no project.
        columns.removeAll { Self.ofRefused.contains($0) || $0 == "attempted" }
    }
}

extension Report.Section {
    /// The word that `ReportFile.counting(by:)` made it for.
    var countsBy: String? {
        let column = table.columns.first?.name
        guard let column, name.hasPrefix("by_") else { return nil }
        let made = [QueryCatalog.funnel(by: column), QueryCatalog.received(by: column)]
        return made.contains(query) ? column : nil
    }

    /// Whether it counts received messages by what clients tell.
    var isOfClients: Bool { countsBy.map(QueryCatalog.received(by:)) == query }
}

extension Report {
    /// The values of the dimension that `ReportFile.counting(by:)` made a section for; `(none)`,
    /// that of sends without one, is none.
    package func values(of name: String) -> [String] {
        let rows = sections.first { $0.countsBy == name }?.table.rows ?? []
        return rows.compactMap { $0.first?.word }.filter { $0 != Segment.noWord }
    }
}
