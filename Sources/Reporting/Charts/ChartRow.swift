internal import Delivery

/// Rows of a chart's table.
extension NamedCells {
    /// All rows; nil when one of the columns is missing.
    static func rows(_ table: ResultTable, needs: [String]) -> [NamedCells]? {
        let names = Set(table.columns.map(\.name))
        return names.isSuperset(of: needs) ? rows(table) : nil
    }

    /// A count; what is below zero or beyond all logs is cut, so that sums never overflow.
    func drawn(_ name: String) -> Int64? {
        integer(name).map { min(max($0, 0), 100_000_000_000_000) }
    }

    /// A number that can be drawn.
    func real(_ name: String) -> Double? { cell(name).finite }
}

extension ResultTable.Cell {
    /// Nil of all but finite numbers.
    var finite: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number) where number.isFinite: number
        case .null, .real, .text, .blob: nil
        }
    }
}

extension Proportion {
    /// The rate with its interval, where there are enough for one.
    var shown: (rate: Double, interval: ClosedRange<Double>)? {
        rate.flatMap { rate in interval.map { (rate, $0) } }
    }
}

/// The classes of platforms, which give them their colours.
enum PlatformStyle {
    static func name(_ platform: String) -> String {
        ["android", "ios", "web"].contains(platform) ? platform : "unknown"
    }
}
