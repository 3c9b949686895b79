/// How people read a cell: shared by the formats that people read.
package enum CellText {
    /// What stands for null: a count that the platform cannot tell, a rate of too few sends.
    static let null = "n/a"

    /// The heading of a column: its name, as SQL has it, or for people its title if it has one.
    static func heading(_ column: ResultTable.Column, isHuman: Bool) -> String {
        SafeText.visible(isHuman ? column.title ?? column.name : column.name)
    }

    static func cell(
        _ cell: ResultTable.Cell, in column: ResultTable.Column, isHuman: Bool
    ) -> String {
        switch cell {
        case .null: null
        case .integer(let number): isHuman ? integer(number, column.unit) : String(number)
        case .real(let number): isHuman ? real(number, column.unit) : real(number)
        case .text(let text): SafeText.visible(text)
        case .blob(let bytes): "x'" + hex(bytes) + "'"
        }
    }

    private static func integer(_ number: Int64, _ unit: ResultTable.Unit) -> String {
        switch unit {
        case .share, .change: real(Double(number), unit)
        case .seconds: NumberWords.duration(number)
        case .plain, .ratio: NumberWords.grouped(number)
        }
    }

    private static func real(_ number: Double, _ unit: ResultTable.Unit) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return real(number) }
        switch unit {
        case .share: return NumberWords.percent(number, places: 2)
        case .change: return change(number)
        case .ratio: return NumberWords.decimal(number, places: 3)
        case .plain, .seconds: return real(number)
        }
    }

    /// The interval of a rate, as people read it.
    static func interval(_ range: ClosedRange<Double>) -> String {
        [range.lowerBound, range.upperBound].map { NumberWords.percent($0, places: 2) }
            .joined(separator: " to ")
    }

    /// 0.0125 as +1.25 pp: percentage points.
    private static func change(_ part: Double) -> String {
        let text = NumberWords.percent(part, places: 2).dropLast() + " pp"
        return text.contains { ("1"..."9").contains($0) } && part > 0 ? "+" + text : String(text)
    }

    /// The shortest text that reads back as the same number.
    static func real(_ number: Double) -> String {
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return "\(number)"
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// What tells that rows are missing.
    static func cutNotice(_ limit: Int) -> String {
        "cut after \(NumberWords.count(limit, "row")): there are more"
    }
}
