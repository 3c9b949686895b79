internal import Delivery

extension Derivation {
    /// Rates of the first row of any query against those of each other row.
    static let compare = Derivation(
        name: "compare",
        summary: "How the rates of the first row differ from those of each other row: an A/B test, "
            + "with intervals.",
        needs: ["opened", "open_base"],
        columns: [
            .init("rate", .text, "open_rate, received_rate, or another rate of the query"),
            .init("a", .text, "the text cells of the first row"),
            .init("b", .text, "the text cells of the other row"),
            .init("a_rate", .share, "the rate of the first row; null below 100"),
            .init("b_rate", .share, "the rate of the other row; null below 100"),
            .init("rate_change", .change, "b_rate less a_rate"),
            .init("rate_change_low", .change, "its 95 % interval (Newcombe)"),
            .init("rate_change_high", .change, "its end"),
            .init("significant", .text, "yes when that interval does not hold 0"),
        ],
        rows: { table in
            let rows = zip(NamedCells.rows(table), table.rows).map {
                ComparedRow(cells: $0, words: $1.compactMap(\.word).joined(separator: ", "))
            }
            guard let first = rows.first else { return [] }
            return ComparedRate.all(of: table).flatMap { rate in
                rows.dropFirst().map { rate.row(first, $0) }
            }
        })
}

private struct ComparedRow {
    var cells: NamedCells
    /// Its text cells, which name it.
    var words: String
}

private struct ComparedRate {
    var name: String
    var parts: QueryFile.Parts

    /// The rates that the manual of the query names, else the open rate.
    static func all(of table: ResultTable) -> [ComparedRate] {
        let named = table.columns.compactMap { column in
            column.type == .rate
                ? column.parts.map { ComparedRate(name: column.name, parts: $0) } : nil
        }
        let known = named.filter {
            table.place(of: $0.parts.part) != nil && table.place(of: $0.parts.whole) != nil
        }
        guard known.isEmpty else { return known }
        return [ComparedRate(name: "open_rate", parts: .init(part: "opened", whole: "open_base"))]
    }

    func row(_ a: ComparedRow, _ b: ComparedRow) -> [ResultTable.Cell] {
        [.text(name), .text(a.words), .text(b.words), .rate(share(a)), .rate(share(b))]
            + ResultTable.Cell.difference(share(b), minus: share(a))
    }

    private func share(_ row: ComparedRow) -> Proportion? {
        row.cells.share(parts.part, of: parts.whole)
    }
}
