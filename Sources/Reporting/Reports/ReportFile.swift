/// What a report is made of: `reports/NAME.report`.
///
/// A comment with its name and what it tells, its title, and its sections, each of which is a
/// query; `reports/README.md` has the manual.
package struct ReportFile: Equatable, Sendable {
    /// Where a section stands on a page that leads with findings.
    package enum Part: String, CaseIterable, Sendable {
        /// Its rows make findings and figures, and are not shown themselves.
        case head
        case alerts
        case trend
        case platforms
        case images
        case campaigns
        case topics
        /// What a sender can mend.
        case actions
        /// Whether the numbers can be trusted.
        case trust
        case more
        /// For programs alone: CSV and JSON.
        case data
    }

    package struct Section: Equatable, Sendable {
        /// Its name in JSON and CSV, unique in the report.
        package var name: String
        package var title: String
        package var query: String
        /// The `Derivation` that the rows go through.
        package var derivation: String?
        /// What a reader has to know, in plain sentences.
        package var about: String?
        package var part = Part.more
        package var chart: ChartKind?
        /// Whether its rows are incidents whose series are drawn beside them.
        package var drawsAlerts = false
        /// The columns that people are shown, in this order; all when empty.
        package var columns: [String] = []
        /// Those of them that are left out while every row holds null.
        package var optional: [String] = []
        /// How many rows people are shown; all when nil, and a chart alone when 0.
        package var rows: Int?
        /// The section is left out unless one of these has something else than null and zero.
        package var needs: [String] = []
        /// Whether only reports of a week have the section.
        package var isOfWeeks = false
        /// A Mustache template for each row; what is left of it is a sentence of its own.
        package var finding: String?
        /// Values of the query's parameters that the section itself gives.
        package var parameters: [String: String] = [:]
        /// Where each key stands, for messages; the section's own line under `section`.
        package var lines: [String: Int] = [:]
    }

    package var name: String
    /// The first sentence of the description.
    package var summary: String
    package var description: String
    /// A Mustache template: `{{period}}` is the period in words.
    package var title: String
    /// The words that must be given, each one of `required`.
    package var requires: [String] = []
    package var sections: [Section] = []
    /// Whether it has only the sections of one screen of text: see `short`.
    var isShort = false
    /// Where it was read, as messages name it.
    package var path: String

    package static let suffix = ".report"
    /// What a report may need: words of `--where`, and `of`, the dimension that it compares.
    static let required = FunnelFilter.names + ["of"]
}

extension ReportFile {
    /// Whether findings and key figures stand at its top.
    var leadsWithFindings: Bool { sections.contains { $0.derivation == "usual" } }

    /// The names of the words in its title.
    var wordsOfTitle: Set<String> { Set(TemplateTags.values(in: title).map(\.name)) }

    /// Only what its top is made from, which is all that one screen of text shows: takes a third
    /// of the time. A report without findings stays whole.
    package var short: ReportFile {
        guard leadsWithFindings else { return self }
        var file = self
        file.isShort = true
        file.sections.removeAll {
            DayFacts.Source(query: $0.query, derivation: $0.derivation) == nil
        }
        return file
    }
}
