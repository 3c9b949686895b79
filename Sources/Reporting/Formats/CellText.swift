/// How people read a cell: shared by the formats that people read.
package enum CellText {
    /// What stands for null: a count that the platform cannot tell, a rate of too few sends.
    static let null = "n/a"

    /// The heading of a column; for people without the unit that its cells show.
    static func heading(_ column: ResultTable.Column, isHuman: Bool) -> String {
        SafeText.visible(isHuman ? column.title ?? String(column.bareName) : column.name)
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
        case .seconds: duration(number)
        case .plain, .ratio: grouped(number)
        }
    }

    private static func real(_ number: Double, _ unit: ResultTable.Unit) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return real(number) }
        switch unit {
        case .share: return percent(number)
        case .change: return change(number)
        case .ratio: return decimal(number, places: 3)
        case .plain, .seconds: return real(number)
        }
    }

    /// The interval of a rate, as people read it.
    static func interval(_ range: ClosedRange<Double>) -> String {
        "\(percent(range.lowerBound)) to \(percent(range.upperBound))"
    }

    /// 0.0125 as +1.25 pp: percentage points.
    private static func change(_ part: Double) -> String {
        let text = percent(part).dropLast() + " pp"
        return text.contains { ("1"..."9").contains($0) } && part > 0 ? "+" + text : String(text)
    }

    private static func decimal(_ number: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
        let scaled = Int64((abs(number) * scale).rounded())
        let unit = Int64(scale)
        let rest = String(scaled % unit)
        let zeros = String(repeating: "0", count: places - rest.count)
        return (number < 0 && scaled > 0 ? "-" : "") + grouped(scaled / unit) + "." + zeros + rest
    }

    /// 90 as 90 s, 900 as 15 min, 86400 as 1 d: in the largest unit that divides it.
    private static func duration(_ seconds: Int64) -> String {
        for (unit, name) in [(86_400, "d"), (3600, "h"), (60, "min")] as [(Int64, String)]
        where seconds != 0 && seconds % unit == 0 {
            return "\(grouped(seconds / unit)) \(name)"
        }
        return "\(grouped(seconds)) s"
    }

    /// 1234567 as 1,234,567.
    package static func grouped(_ number: Int64) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// 0.1234 as 12.34%.
    static func percent(_ part: Double) -> String { decimal(part * 100, places: 2) + "%" }

    /// The shortest text that reads back as the same number.
    static func real(_ number: Double) -> String {
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return "\(number)"
    }

    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What tells that rows are missing.
    static func cutNotice(_ limit: Int) -> String {
        "cut after \(grouped(Int64(limit))) \(limit == 1 ? "row" : "rows"): there are more"
    }
}
