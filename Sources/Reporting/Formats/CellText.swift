/// How people read a cell: shared by the formats that people read.
package enum CellText {
    /// What stands for null: a count that the platform cannot tell, a rate of too few sends.
    static let null = "n/a"

    /// The heading of a column; basis points are shown as percent, and lose their suffix.
    static func heading(_ column: ResultTable.Column, isHuman: Bool) -> String {
        let name = isHuman && column.isBasisPoints ? String(column.name.dropLast(3)) : column.name
        return SafeText.visible(name)
    }

    static func cell(
        _ cell: ResultTable.Cell, in column: ResultTable.Column, isHuman: Bool
    ) -> String {
        switch cell {
        case .null: null
        case .integer(let number) where isHuman && column.isBasisPoints: percent(number)
        case .integer(let number): isHuman ? grouped(number) : String(number)
        case .real(let number): real(number)
        case .text(let text): SafeText.visible(text)
        case .blob(let bytes): "x'" + hex(bytes) + "'"
        }
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

    /// 1234 basis points as 12.34%.
    static func percent(_ basisPoints: Int64) -> String {
        let whole = Int64(basisPoints.magnitude / 100)
        let rest = basisPoints.magnitude % 100
        let sign = basisPoints < 0 ? "-" : ""
        return "\(sign)\(grouped(whole)).\(rest < 10 ? "0" : "")\(rest)%"
    }

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
