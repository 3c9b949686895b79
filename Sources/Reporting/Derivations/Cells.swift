internal import Delivery

/// A row of a query, its cells by the names of their columns; of two of one name, the first.
struct NamedCells {
    private let cells: [ResultTable.Cell]
    private let places: [String: Int]

    static func rows(_ table: ResultTable) -> [NamedCells] {
        let names = table.columns.enumerated().map { ($1.name, $0) }
        let places = Dictionary(names, uniquingKeysWith: { first, _ in first })
        return table.rows.map { NamedCells(cells: $0, places: places) }
    }

    /// A word; of a cell that holds none, what CSV would say.
    func text(_ name: String) -> String {
        switch cell(name) {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): CellText.real(number)
        case .null, .blob: ""
        }
    }

    /// A count; nil for a cell that cannot be one.
    func count(_ name: String) -> Int64? {
        integer(name).flatMap { (0...Stratum.mostMessages).contains($0) ? $0 : nil }
    }

    /// A time in hours, of at most a hundred years.
    func hours(_ name: String) -> Int64? {
        integer(name).flatMap { (0...876_600).contains($0) ? $0 : nil }
    }

    /// A share of two counts; nil where one cannot be, or the part is more than the whole.
    func share(_ part: String, of whole: String) -> Proportion? {
        guard let part = count(part), let whole = count(whole), part <= whole else { return nil }
        return Proportion(part, of: whole)
    }

    func word(_ name: String) -> String? { cell(name).word }
    func integer(_ name: String) -> Int64? { cell(name).whole }

    /// From one column to another; nil where one of them is null.
    func range(_ low: String, _ high: String) -> ClosedRange<Double>? {
        guard let low = real(low), let high = real(high), low <= high else { return nil }
        return low...high
    }

    func cell(_ name: String) -> ResultTable.Cell {
        places[name].map { cells[$0] } ?? .null
    }
}

extension ResultTable.Cell {
    /// To one of so many parts of 1: six decimals.
    package static func rounded(_ number: Double?, _ parts: Double = 1_000_000) -> Self {
        number.map { .real(($0 * parts).rounded() / parts) } ?? .null
    }

    static func count(_ number: Int64?) -> ResultTable.Cell { number.map { .integer($0) } ?? .null }

    /// The same double as a query's `1e0 * hits / total`; null below 100, and if it is unknown.
    static func rate(_ share: Proportion?) -> ResultTable.Cell {
        guard let share, share.total >= Proportion.fewestShown else { return .null }
        return .real(Double(share.hits) / Double(share.total))
    }

    /// How much a rate is above another, the interval of that, and whether it is significant. Null
    /// where one of them is unknown or of fewer than 100.
    static func difference(_ rate: Proportion?, minus other: Proportion?) -> [ResultTable.Cell] {
        var change: RateDifference?
        if let rate, let other, min(rate.total, other.total) >= Proportion.fewestShown {
            change = RateDifference(rate, minus: other)
        }
        return [
            .rounded(change?.difference), .rounded(change?.interval.lowerBound),
            .rounded(change?.interval.upperBound), .flag(change?.isSignificant ?? false),
        ]
    }

    /// `yes`, or null.
    static func flag(_ isSet: Bool) -> ResultTable.Cell { isSet ? .text("yes") : .null }
}

extension Estimate {
    /// Point and bounds as real numbers.
    static func reals(_ estimate: Estimate?) -> [ResultTable.Cell] {
        let interval = estimate?.interval
        return [estimate?.point, interval?.lowerBound, interval?.upperBound]
            .map { .rounded($0) }
    }
}

extension QueryFile.Column {
    /// A column of a derived table: `name  type  meaning`, as in a header.
    package init(
        _ name: String, _ type: QueryFile.ColumnType, _ meaning: String,
        of parts: QueryFile.Parts? = nil
    ) {
        self.init(name: name, type: type, parts: parts, meaning: meaning, line: 0)
    }

    /// What it says, and of a rate what it divides.
    package var description: String {
        [parts?.text ?? "", meaning].filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
