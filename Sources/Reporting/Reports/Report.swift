package import Alerts
internal import Delivery

/// A report, before any format: what every format is made from.
package struct Report: Sendable {
    /// Its name on the command line.
    package var name: String
    package var title: String
    /// What it covers, and of what state of the data: name and text, in order.
    package var scope: [(name: String, text: String?)]
    /// Sentences about all of it: that there is nothing to count.
    package var notes: [String] = []
    package var sections: [Section]

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
        package var columns: [Column]
        package var table: ResultTable
        package var chart: ChartKind?
        /// What the rows tell of, hour by hour: incidents of alerts.
        package var pictures: [AlertSeries] = []
        /// Sentences that the rows gave rise to.
        package var findings: [String]
        /// Places of the columns that people are shown.
        package var shownColumns: [Int]
        /// Rows beyond this many are left to the formats for programs.
        package var shownRows: Int?
    }

    package struct Column: Equatable, Sendable {
        package var name: String
        package var meaning: String
        /// The columns that a rate is of.
        package var share: Share?
    }

    /// A rate, as places of columns: hits of total.
    package struct Share: Equatable, Sendable {
        package var hits: Int
        package var total: Int
    }
}

extension Report.Section {
    /// What gives the same rows.
    package var command: String {
        var words = ["pushfunnel", "sql", query]
        if let derivation { words += ["--derive", derivation] }
        for (name, text) in parameters {
            words += ["--param", ShellWord.quoted("\(name)=\(text)")]
        }
        return words.joined(separator: " ")
    }

    var hiddenRows: Int { table.rows.count - min(table.rows.count, shownRows ?? .max) }

    /// The 95 % interval of the rate in a cell; nil for other cells, and of nothing.
    func interval(_ column: Int, _ row: [ResultTable.Cell]) -> ClosedRange<Double>? {
        guard let share = columns[column].share,
            case .integer(let hits) = row[share.hits], case .integer(let total) = row[share.total]
        else { return nil }
        return Proportion(hits, of: total).interval
    }

    /// All there is, for programs: beside each rate the ends of its interval, from 0 to 1.
    var detail: ResultTable {
        var names: [String] = []
        for column in columns {
            names.append(column.name)
            guard column.share != nil else { continue }
            names += ["\(column.name)_low", "\(column.name)_high"]
        }
        let rows = table.rows.map { row in
            columns.indices.flatMap { place -> [ResultTable.Cell] in
                guard columns[place].share != nil else { return [row[place]] }
                let range = interval(place, row)
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
        ShownTable(
            columns: shownColumns.map { place in
                ShownTable.Column(
                    title: CellText.heading(table.columns[place].spaced, isHuman: true),
                    meaning: columns[place].meaning, isNumber: table.isOfNumbers(place))
            },
            rows: shownCells.map { row in
                shownColumns.map { place in
                    let hasRate = row[place] != .null
                    return ShownTable.Cell(
                        text: CellText.cell(row[place], in: table.columns[place], isHuman: true),
                        detail: hasRate ? interval(place, row).map(CellText.interval) : nil)
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

/// A word of a command line.
enum ShellWord {
    /// As it is where a shell would leave it so, else in single quotes. Control characters, which
    /// a terminal would obey, are written out.
    static func quoted(_ word: String) -> String {
        let text = SafeText.visible(word)
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": true
            default: "_=:.,/-+%@".unicodeScalars.contains(scalar)
            }
        }
        guard !isPlain || text.isEmpty else { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
