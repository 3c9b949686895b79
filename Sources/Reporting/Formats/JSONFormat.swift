/// JSON: an array with one object for each row, its members in the order of the columns.
///
/// Integers are written digit by digit, so nothing is rounded; readers that keep numbers as
/// doubles lose exactness above 2^53. A blob is a text of hexadecimal digits; an infinite real,
/// which JSON does not know, is null. A column name that occurs again gets a number: `n`, `n_2`.
package struct JSONFormat: TableFormat {
    package init() {}

    package func text(of table: ResultTable) -> String {
        array(table, indent: "") + "\n"
    }

    /// One object with a member for each section: its title and its array.
    package func text(of sections: [TitledTable]) -> String {
        guard !sections.isEmpty else { return "{}\n" }
        let titles = distinct(sections.map(\.title))
        let members = zip(titles, sections).map { title, section in
            "  \(JSONFormat.quoted(title)): \(array(section.table, indent: "  "))"
        }
        return "{\n" + members.joined(separator: ",\n") + "\n}\n"
    }

    /// The array alone, whose first line stands behind something else.
    func array(_ table: ResultTable, indent: String) -> String {
        guard !table.rows.isEmpty else { return "[]" }
        let names = distinct(table.columns.map(\.name)).map(JSONFormat.quoted)
        let objects = table.rows.map { row in
            let members = zip(names, row).map { "\($0): \(JSONFormat.literal($1))" }
            return "\(indent)  {" + members.joined(separator: ", ") + "}"
        }
        return "[\n" + objects.joined(separator: ",\n") + "\n\(indent)]"
    }

    private func distinct(_ names: [String]) -> [String] {
        var used = Set(names)
        var seen: Set<String> = []
        return names.map { name in
            if seen.insert(name).inserted { return name }
            var number = 2
            while used.contains("\(name)_\(number)") { number += 1 }
            used.insert("\(name)_\(number)")
            return "\(name)_\(number)"
        }
    }

    package static func literal(_ cell: ResultTable.Cell) -> String {
        switch cell {
        case .null: "null"
        case .integer(let number): String(number)
        case .real(let number): number.isFinite ? "\(number)" : "null"
        case .text(let text): quoted(text)
        case .blob(let bytes): quoted(CellText.hex(bytes))
        }
    }

    /// A JSON string. Besides what JSON asks for, what a terminal would obey is escaped.
    package static func quoted(_ text: String) -> String {
        let escaped = text.escaping { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where SafeText.isUnsafe(scalar):
                String(scalar).utf16.map { "\\u" + hex($0) }.joined()
            default: nil
            }
        }
        return "\"\(escaped)\""
    }

    private static func hex(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
