/// The rows that a query gave: what every output format writes, and all that it knows.
package struct ResultTable: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
        package var name: String
        /// What people read in place of the name.
        package var title: String?

        package init(_ name: String, title: String? = nil) {
            self.name = name
            self.title = title
        }

        /// What its numbers count, by the end of its name.
        package var unit: Unit {
            Unit.ends.first { name.hasSuffix($0.suffix) }?.unit ?? .plain
        }

        /// Its name without what the cells tell themselves.
        var bareName: Substring {
            let shown =
                unit == .share || unit == .change ? "_bp" : unit == .seconds ? "_seconds" : ""
            return name.dropLast(shown.count)
        }
    }

    /// The units that names of columns end in.
    package enum Unit: Sendable {
        /// A difference of two shares, in basis points: hundredths of a percentage point.
        case change
        /// A share in basis points: hundredths of a percent.
        case share
        case ratio
        case seconds
        case plain

        fileprivate static let ends: [(suffix: String, unit: Unit)] = [
            ("_change_bp", .change), ("_bp", .share), ("_ratio", .ratio), ("_ratio_low", .ratio),
            ("_ratio_high", .ratio), ("_seconds", .seconds),
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
    }

    package var columns: [Column]
    package var rows: [[Cell]]
    /// The number of rows that the limit allowed, when there were more.
    package var cutAfterRows: Int?

    package init(columns: [String], rows: [[Cell]] = [], cutAfterRows: Int? = nil) {
        self.columns = columns.map { Column($0) }
        self.rows = rows
        self.cutAfterRows = cutAfterRows
    }

    package var isCut: Bool { cutAfterRows != nil }

    /// The first rows, and that there were more.
    package func cut(after limit: Int) -> ResultTable {
        guard rows.count > limit else { return self }
        return ResultTable(
            columns: columns.map(\.name), rows: Array(rows.prefix(limit)), cutAfterRows: limit)
    }

    /// The cells of one column, or nil when there is none of this name.
    package func column(_ name: String) -> [Cell]? {
        guard let index = columns.firstIndex(where: { $0.name == name }) else { return nil }
        return rows.map { $0[index] }
    }
}
