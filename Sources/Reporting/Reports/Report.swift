package import Delivery

/// A report, before any format: what every format is made from.
package struct Report: Sendable {
    /// Its name on the command line.
    package var name: String
    package var title: String
    /// What it covers, and of what state of the data: name and text, in order.
    package var scope: [(name: String, text: String?)]
    package var sections: [Section]
    /// Counts that belong to no table.
    package var notes: [Note]

    /// One table of a report.
    package struct Section: Sendable {
        /// Its name in JSON and CSV.
        package var name: String
        package var title: String
        package var columns: [Column]
        package var rows: [[Value]]
        /// Rows beyond this many are left to the formats for programs.
        package var shownRows: Int?
    }

    package struct Column: Sendable {
        /// Its name in JSON and CSV.
        package var name: String
        /// Its heading in tables for people, or nil to leave it out there.
        package var title: String?

        package init(_ name: String, title: String?) {
            self.name = name
            self.title = title
        }

        package init(_ name: String) {
            self.init(name, title: name)
        }
    }

    package enum Value: Sendable {
        case text(String)
        case count(Int64)
        /// A rate with its interval; not available where no platform can tell.
        case rate(Proportion?)
        /// A count that the platform cannot tell.
        case notAvailable
    }

    /// A count with its meaning, for people.
    package struct Note: Sendable {
        package var name: String
        package var count: Int64
        package var meaning: String

        /// Notes on what was read, rather than on the period.
        package var isLedger: Bool { name.hasPrefix("ledger_") }
    }
}

// MARK: - As tables

extension Report.Section {
    /// All there is, for programs: a rate is three columns from 0 to 1, itself and the ends of
    /// its interval, null below 100.
    var detail: ResultTable {
        ResultTable(
            columns: columns.enumerated().flatMap { index, column in
                isRate(index)
                    ? [column.name, column.name + "_low", column.name + "_high"] : [column.name]
            },
            rows: rows.map { $0.flatMap(detailCells) })
    }

    /// What people read: fewer columns and rows, rates in percent.
    var shown: ResultTable {
        let shown = columns.indices.filter { columns[$0].title != nil }
        return ResultTable(
            columns: shown.map { (columns[$0].title ?? "") + (isRate($0) ? "_bp" : "") },
            rows: rows.prefix(shownRows ?? rows.count).map { row in
                shown.map { shownCell(row[$0]) }
            })
    }

    var hiddenRows: Int { rows.count - min(rows.count, shownRows ?? rows.count) }

    private func isRate(_ column: Int) -> Bool {
        if case .rate? = rows.first?[column] { return true }
        return false
    }

    private func detailCells(_ value: Report.Value) -> [ResultTable.Cell] {
        switch value {
        case .text(let text): [text.isEmpty ? .null : .text(text)]
        case .count(let count): [.integer(count)]
        case .notAvailable: [.null]
        case .rate(let share):
            [share?.rate, share?.interval?.lowerBound, share?.interval?.upperBound].map {
                $0.map { .real(($0 * 1_000_000).rounded() / 1_000_000) } ?? .null
            }
        }
    }

    private func shownCell(_ value: Report.Value) -> ResultTable.Cell {
        switch value {
        case .text(let text): .text(text)
        case .count(let count): .integer(count)
        case .notAvailable: .null
        case .rate(let share): share?.rate.map { .integer(basisPoints($0)) } ?? .null
        }
    }
}

func basisPoints(_ rate: Double) -> Int64 { Int64((rate * 10_000).rounded()) }
