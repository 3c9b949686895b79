package import Alerts
internal import Delivery

/// A report, before any format: what every format is made from.
package struct Report: Sendable {
    /// Its name on the command line.
    package var name: String
    package var title: String
    /// The names of the words that the title has.
    package var wordsOfTitle: Set<String> = []
    /// What it covers, and of what state of the data: name and text, in order.
    package var scope: [(name: String, text: String?)]
    /// Sentences about all of it: that there is nothing to count.
    package var notes: [String] = []
    package var sections: [Section]
    /// Whether no open of its period can come any more.
    package var isFinal = false
    /// Whether it asks what is usual: then findings and key figures stand at its top.
    package var leadsWithFindings = false
    /// Whether it has no more than the top.
    var isShort = false
    package var period = PeriodWords(Period(), zone: "UTC")
    /// In a folder of pages.
    package var ways: PageWays?
    package var links = PageLinks()

    /// The words that its sends have: of `--where`.
    var narrowed: [(name: String, text: String)] {
        let others = ["since", "until", "time_zone", "as_of", "opens"]
        return scope.compactMap { name, text in
            others.contains(name) ? nil : text.map { (name, $0) }
        }
    }

    /// `variant b only`, of each word that the title does not name.
    var narrowedWords: [String] {
        narrowed.filter { !wordsOfTitle.contains($0.name) }
            .map { "\($0.name) \(SafeText.visible($0.text)) only" }
    }

    /// The rows of one query, or what a derivation made of them.
    package struct Section: Sendable {
        /// Its name in JSON and CSV.
        package var name: String
        package var title: String
        package var about: String?
        package var query: String
        package var derivation: String?
        /// What the query was given, by name; nulls left out.
        package var parameters: [(name: String, text: String)]
        /// The words of the database's dimensions that its sends have.
        package var dimensions: [(name: String, text: String)] = []
        package var table: ResultTable
        package var part = ReportFile.Part.more
        package var chart: ChartKind?
        /// Of the chart `steps`: how many messages converted; nil in a report without conversions.
        var converted: Int64?
        /// What the rows tell of, hour by hour: incidents of alerts.
        package var pictures: [AlertSeries] = []
        /// Sentences that the rows gave rise to.
        package var findings: [String]
        /// Places of the columns that people are shown.
        package var shownColumns: [Int]
        /// Rows beyond this many are left to the formats for programs.
        package var shownRows: Int?
        /// The zone of its hours and weekdays; nil for UTC, and if it has none.
        var zone: String?
    }

}

extension Report {
    /// The numbers of its section `overall`, by the names of their columns.
    package var figures: [String: Double] {
        guard let table = sections.first(where: { $0.name == "overall" })?.table,
            let row = NamedCells.rows(table).first
        else { return [:] }
        let named = table.columns.compactMap { column in
            row.real(column.name).map { (column.name, $0) }
        }
        return Dictionary(named) { first, _ in first }
    }
}

extension Report.Section {
    /// The rows of its chart.
    var drawn: ResultTable {
        var drawn = table.withoutSmallBases
        guard let converted else { return drawn }
        drawn.columns.append(ResultTable.Column("converted"))
        for row in drawn.rows.indices { drawn.rows[row].append(.integer(converted)) }
        return drawn
    }

    /// What gives the same rows.
    package var command: String {
        var words = ["pushfunnel", "sql", query]
        if let derivation { words += ["--derive", derivation] }
        for (name, text) in parameters {
            words += ["--param", ShellWord.quoted("\(name)=\(text)")]
        }
        for (name, text) in dimensions {
            words += ["--where", ShellWord.quoted("\(name)=\(text)")]
        }
        if let zone { words += ["--tz", ShellWord.quoted(zone)] }
        return words.joined(separator: " ")
    }

    var hiddenRows: Int { table.rows.count - min(table.rows.count, shownRows ?? .max) }

    /// The 95 % interval of a rate in a row; nil of nothing.
    private func interval(
        _ share: (hits: Int, total: Int), _ row: [ResultTable.Cell]
    ) -> ClosedRange<Double>? {
        guard let hits = row[share.hits].whole, let total = row[share.total].whole else {
            return nil
        }
        return Proportion(hits, of: total).interval
    }

    /// All there is, for programs: beside each rate the ends of its interval, from 0 to 1.
    var detail: ResultTable {
        let shares = table.shares
        let names = table.columns.enumerated().flatMap { place, column in
            (shares[place] == nil ? [""] : ["", "_low", "_high"]).map { column.name + $0 }
        }
        let rows = table.rows.map { row in
            row.indices.flatMap { place -> [ResultTable.Cell] in
                guard let share = shares[place] else { return [row[place]] }
                let range = interval(share, row)
                return [row[place]] + [range?.lowerBound, range?.upperBound].map { .rounded($0) }
            }
        }
        return ResultTable(columns: names, rows: rows)
    }

    /// The rows that people read, with all columns.
    private var shownCells: ArraySlice<[ResultTable.Cell]> {
        table.withoutSmallBases.rows.prefix(shownRows ?? .max)
    }

    /// What people read: fewer columns and rows.
    var shown: ResultTable {
        var shown = ResultTable(
            columns: [String](),
            rows: shownCells.map { row in shownColumns.map { row[$0] } })
        shown.columns = shownColumns.map { table.columns[$0].spaced }
        return shown
    }

    /// The same with words for people: headings, percent, intervals.
    var shownTable: ShownTable {
        let shares = table.shares
        return ShownTable(
            columns: shownColumns.map { place in
                ShownTable.Column(
                    title: CellText.heading(table.columns[place].spaced, isHuman: true),
                    meaning: table.columns[place].meaning, isNumber: table.isOfNumbers(place))
            },
            rows: shownCells.map { row in
                shownColumns.map { place in
                    let share = row[place] == .null ? nil : shares[place]
                    return ShownTable.Cell(
                        text: CellText.cell(row[place], in: table.columns[place], isHuman: true),
                        detail: share.flatMap { interval($0, row) }.map(CellText.interval))
                }
            })
    }
}

extension ResultTable.Column {
    /// The same, called by words.
    var spaced: ResultTable.Column {
        var column = self
        column.title = String(bareName).spaced
        return column
    }
}
