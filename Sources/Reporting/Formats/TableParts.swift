/// Writes one table part by part, as CSV or JSON, so that it never is in memory as a whole.
package struct TableParts {
    private let isJSON: Bool
    private var isBegun = false
    private var hasRows = false

    package init(json: Bool) { isJSON = json }

    /// The text of the next rows; each part has the same columns.
    package mutating func text(of part: ResultTable) -> String {
        defer {
            isBegun = true
            hasRows = hasRows || !part.rows.isEmpty
        }
        guard isJSON else {
            let text = CSVFormat().text(of: part)
            return isBegun ? String(text.drop { $0 != "\n" }.dropFirst()) : text
        }
        guard !part.rows.isEmpty else { return "" }
        let objects = JSONFormat().text(of: part).dropFirst("[\n".count).dropLast("\n]\n".count)
        return (hasRows ? ",\n" : "[\n") + objects
    }

    /// The end of the text, after all parts.
    package var end: String { isJSON ? (hasRows ? "\n]\n" : "[]\n") : "" }
}
