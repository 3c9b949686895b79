internal import Delivery

/// The rows that a query gave: what every output format writes, and all that it knows.
package struct ResultTable: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
        package var name: String
        /// What people read in place of the name.
        package var title: String?
        /// What the manual of its query says of its numbers; nil without a manual.
        package var type: QueryFile.ColumnType?
        /// Of a rate or share: the columns that it divides.
        package var parts: QueryFile.Parts?
        /// What it says, in a sentence.
        var meaning: String?

        package init(_ name: String, title: String? = nil) {
            self.name = name
            self.title = title
        }

        init(_ column: QueryFile.Column) {
            name = column.name
            type = column.type
            parts = column.parts
            meaning = column.description
        }

        /// What its numbers count: by the manual, else by the end of its name.
        package var unit: Unit {
            switch type {
            case .rate, .share: .share
            case .change: .change
            default: Unit.ends.first { name.hasSuffix($0.suffix) }?.unit ?? .plain
            }
        }

        /// Its name without the unit that its cells show.
        var bareName: Substring { name.dropLast(unit == .seconds ? "_seconds".count : 0) }
    }

    package enum Unit: Sendable {
        /// A difference of two shares; people read percentage points.
        case change
        /// A part of 1; people read percent.
        case share
        case ratio
        case seconds
        case plain

        fileprivate static let ends: [(suffix: String, unit: Unit)] = [
            ("_ratio", .ratio), ("_ratio_low", .ratio), ("_ratio_high", .ratio),
            ("_seconds", .seconds),
        ]
    }

    /// One cell, as SQLite has it.
    package enum Cell: Equatable, Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])

        package var isNumber: Bool {
            switch self {
            case .integer, .real: true
            case .null, .text, .blob: false
            }
        }

        var word: String? { if case .text(let text) = self { text } else { nil } }
        var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
    }

    package var columns: [Column]
    package var rows: [[Cell]]
    /// The number of rows that the limit allowed, when there were more.
    package var cutAfterRows: Int?
    /// Of a query of a database: whose hours it counts by.
    var clock = HourClock.utc

    package init(columns: [String], rows: [[Cell]] = [], cutAfterRows: Int? = nil) {
        self.columns = columns.map { Column($0) }
        self.rows = rows
        self.cutAfterRows = cutAfterRows
    }

    package init(columns: [QueryFile.Column], rows: [[Cell]]) {
        self.columns = columns.map { Column($0) }
        self.rows = rows
    }

    package var isCut: Bool { cutAfterRows != nil }

    /// The first rows, and that there were more.
    package func cut(after limit: Int) -> ResultTable {
        guard rows.count > limit else { return self }
        var cut = self
        cut.rows = Array(rows.prefix(limit))
        cut.cutAfterRows = limit
        return cut
    }

    /// The same, with the numbers of these columns of a type.
    package func with(_ type: QueryFile.ColumnType, _ names: String...) -> ResultTable {
        var table = self
        for place in columns.indices where names.contains(columns[place].name) {
            table.columns[place].type = type
        }
        return table
    }

    /// The same for people: rates and shares of fewer than `Proportion.fewestShown` are null.
    package var withoutSmallBases: ResultTable {
        let wholes = columns.indices.compactMap { place in
            columns[place].parts.flatMap { parts in
                self.place(of: parts.whole).map { (place, $0) }
            }
        }
        guard !wholes.isEmpty else { return self }
        var shown = self
        for row in rows.indices {
            for (place, whole) in wholes {
                if let base = rows[row][whole].whole, base < Proportion.fewestShown {
                    shown.rows[row][place] = .null
                }
            }
        }
        return shown
    }

    /// Whether a column holds numbers alone, besides nulls: these go to the right.
    func isOfNumbers(_ place: Int) -> Bool {
        let cells = rows.lazy.map { $0[place] }.filter { $0 != .null }
        return !cells.isEmpty && cells.allSatisfy(\.isNumber)
    }

    /// The counts that rates divide, by the places of the rates.
    var shares: [Int: (hits: Int, total: Int)] {
        columns.enumerated().reduce(into: [:]) { shares, column in
            guard column.element.type == .rate, let parts = column.element.parts,
                let hits = place(of: parts.part), let total = place(of: parts.whole)
            else { return }
            shares[column.offset] = (hits, total)
        }
    }

    func place(of name: String) -> Int? { columns.firstIndex { $0.name == name } }

    /// The cells of one column, or nil when there is none of this name.
    package func column(_ name: String) -> [Cell]? {
        place(of: name).map { place in rows.map { $0[place] } }
    }
}
