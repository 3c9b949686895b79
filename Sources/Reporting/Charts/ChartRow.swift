/// One row of a chart's table, by the names of its columns.
struct ChartRow {
    private var cells: [ResultTable.Cell]
    private var places: [String: Int]

    /// All rows; nil when one of the columns is missing.
    static func all(_ table: ResultTable, needs: [String]) -> [ChartRow]? {
        let names = table.columns.enumerated().map { ($1.name, $0) }
        let places = Dictionary(names) { first, _ in first }
        guard needs.allSatisfy({ places[$0] != nil }) else { return nil }
        return table.rows.map { ChartRow(cells: $0, places: places) }
    }

    /// A count; what is none, below zero or beyond all logs, is cut, so that sums never overflow.
    func count(_ name: String) -> Int64? {
        guard case .integer(let number)? = cell(name) else { return nil }
        return min(max(number, 0), 100_000_000_000_000)
    }

    /// A number that can be drawn.
    func real(_ name: String) -> Double? {
        switch cell(name) {
        case .integer(let number): Double(number)
        case .real(let number) where number.isFinite: number
        default: nil
        }
    }

    func word(_ name: String) -> String? {
        guard case .text(let text)? = cell(name) else { return nil }
        return text
    }

    private func cell(_ name: String) -> ResultTable.Cell? { places[name].map { cells[$0] } }
}

/// The classes of platforms, which give them their colours.
enum PlatformStyle {
    static func name(_ platform: String) -> String {
        ["android", "ios", "web"].contains(platform) ? platform : "unknown"
    }
}
