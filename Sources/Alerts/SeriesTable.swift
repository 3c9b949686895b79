/// Counts of one series by hour: `timestamp,count`.
package struct SeriesTable: Equatable, Sendable {
    /// Hours since 1970-01-01 00:00 UTC.
    package let start: Int64
    /// From `start` on; nil for hours without a line.
    package let counts: [Double?]

    /// The longest gap between two lines: a larger one is probably a wrong year.
    private static let longestGap: Int64 = 366 * 24

    package init(csv text: String) throws(AlertFileError) {
        let table = try CSVRecords(text)
        guard table.heading.count == 2 else {
            throw AlertFileError(
                line: 1, "expected the columns timestamp,count, found \(table.heading.count)")
        }
        var counts: [Double?] = []
        var start: Int64?
        for record in table.records {
            let hour = try CSVRecords.hour(record.fields[0], line: record.line)
            let count = try CSVRecords.count(
                record.fields[1], table.heading[1], line: record.line)
            let expected = (start ?? hour) + Int64(counts.count)
            guard hour >= expected else {
                throw AlertFileError(
                    line: record.line, "expected a later hour than that of the line before",
                    hint: "one line for each hour, in order")
            }
            guard hour - expected <= SeriesTable.longestGap else {
                throw AlertFileError(
                    line: record.line, "expected an hour within a year of the line before")
            }
            start = start ?? hour
            counts += Array(repeating: nil, count: Int(hour - expected))
            counts.append(Double(count))
        }
        guard let start else {
            throw AlertFileError("expected lines below the heading, found none")
        }
        self.start = start
        self.counts = counts
    }
}
