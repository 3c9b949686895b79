internal import Delivery

/// A result that is sorted by links in its headings. An address says by which column:
/// `sort=opened`, or `sort=-opened` for the largest first.
struct SortedTable {
    private static let word = "sort"
    /// Of more rows, pages show the first.
    static let mostRows = 1000

    /// Sorted, with all rows.
    private(set) var table: ResultTable
    private let address: WebAddress
    private let column: String?
    private let isDescending: Bool

    /// Without a word in the address, in the order of `usual`, or of the rows.
    init(_ table: ResultTable, _ address: WebAddress, usual: String? = nil) {
        let asked = address[SortedTable.word] ?? usual
        let name = asked.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
        isDescending = asked?.hasPrefix("-") ?? false
        column = name.flatMap { table.place(of: $0) == nil ? nil : $0 }
        self.address = address
        self.table = table
        if let place = column.flatMap({ table.place(of: $0) }) { sort(by: place) }
    }

    /// Nulls last; rows that are equal keep their order.
    private mutating func sort(by place: Int) {
        table.rows = table.rows.enumerated().sorted { a, b in
            let (first, second) = (a.element[place], b.element[place])
            if first == .null || second == .null || first == second {
                return (first == .null ? 1 : 0, a.offset) < (second == .null ? 1 : 0, b.offset)
            }
            return isDescending ? second.isBefore(first) : first.isBefore(second)
        }.map(\.element)
    }

    /// The rows as people read them, with the columns at these places. `href` gives the address
    /// that a cell leads to.
    func shown(
        _ places: [Int]? = nil,
        href: (_ row: [ResultTable.Cell], _ place: Int) -> String? = {
            _, _ in nil
        }
    ) -> ShownTable {
        let known = table.withoutSmallBases
        let places = places ?? Array(known.columns.indices)
        return ShownTable(
            columns: places.map { heading(known, $0) },
            rows: known.rows.prefix(Self.mostRows).map { row in
                places.map { cell(row, $0, known, href(row, $0)) }
            })
    }

    /// What a page says below it when it does not show all rows.
    var more: String? {
        if table.rows.count > Self.mostRows {
            return "and \(table.rows.count - Self.mostRows) more rows: CSV and JSON have all"
        }
        return table.cutAfterRows.map(CellText.cutNotice)
    }

    private func heading(_ table: ResultTable, _ place: Int) -> ShownTable.Column {
        let column = table.columns[place]
        let isNumber = table.isOfNumbers(place)
        var heading = ShownTable.Column(
            title: CellText.heading(column.title == nil ? column.spaced : column, isHuman: true),
            meaning: column.meaning, isNumber: isNumber)
        let isHere = column.name == self.column
        // Of numbers, the largest first.
        let next = isHere ? !isDescending : isNumber
        heading.sorting = ShownTable.Sorting(
            href: address.with(Self.word, (next ? "-" : "") + column.name).text,
            order: isHere ? (isDescending ? .descending : .ascending) : nil)
        return heading
    }

    private func cell(
        _ row: [ResultTable.Cell], _ place: Int, _ table: ResultTable, _ href: String?
    ) -> ShownTable.Cell {
        let column = table.columns[place]
        var cell = ShownTable.Cell(
            text: CellText.cell(row[place], in: column, isHuman: true),
            detail: row[place] == .null ? nil : interval(row, place, table))
        cell.href = href
        return cell
    }

    private func interval(
        _ row: [ResultTable.Cell], _ place: Int, _ table: ResultTable
    ) -> String? {
        guard let share = table.shares[place], let hits = row[share.hits].whole,
            let total = row[share.total].whole, total > 0
        else { return nil }
        return Proportion(hits, of: total).interval.map(CellText.interval)
    }
}

extension ResultTable.Cell {
    /// Numbers before texts, as SQLite sorts.
    fileprivate func isBefore(_ other: Self) -> Bool {
        switch (number, other.number) {
        case (let a?, let b?): a < b
        case (nil, nil): (word ?? "") < (other.word ?? "")
        case (let a, _): a != nil
        }
    }

    private var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .null, .text, .blob: nil
        }
    }
}
