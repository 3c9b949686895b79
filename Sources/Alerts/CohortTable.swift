/// Cohorts as a table: `send_hour`, `sent`, `age0`, `age1`, … and a column for each dimension.
///
/// Lines of the same leaf and hour are added up. The last judged hour is the last send hour of the
/// table.
package enum CohortTable {
    private static let longestSpan: Int64 = 10 * 366 * 24

    private typealias Columns = (
        hour: Int, sent: Int, ages: [(column: Int, age: Int)], dimensions: [Int]
    )

    package static func cohorts(csv text: String) throws(AlertFileError) -> Cohorts {
        let table = try CSVRecords(text)
        let columns = try columns(table.heading)
        var builder = CohortBuilder(dimensions: columns.dimensions.map { table.heading[$0] })
        var first = Int64.max
        var last = Int64.min
        for record in table.records {
            let fields = record.fields
            let hour = try CSVRecords.hour(fields[columns.hour], line: record.line)
            first = min(first, hour)
            last = max(last, hour)
            guard last - first <= longestSpan else {
                throw AlertFileError(line: record.line, "expected hours within ten years")
            }
            let leaf = builder.leaf(columns.dimensions.map { fields[$0] })
            let sent = try CSVRecords.count(fields[columns.sent], "sent", line: record.line)
            builder.addSends(sent, leaf: leaf, hour: hour)
            for (column, age) in columns.ages {
                let name = table.heading[column]
                let count = try CSVRecords.count(fields[column], name, line: record.line)
                builder.addEvents(count, age: age, leaf: leaf, hour: hour)
            }
        }
        guard first <= last else {
            throw AlertFileError("expected lines below the heading, found none")
        }
        return builder.cohorts()
    }

    private static func columns(_ heading: [String]) throws(AlertFileError) -> Columns {
        guard Set(heading).count == heading.count else {
            throw AlertFileError(line: 1, "expected each column once")
        }
        let needed = ["send_hour", "sent", "age0"]
        let missing = needed.filter { !heading.contains($0) }
        guard let hour = heading.firstIndex(of: "send_hour"),
            let sent = heading.firstIndex(of: "sent"), missing.isEmpty
        else {
            throw AlertFileError(
                line: 1,
                "expected the columns \(needed.joined(separator: ", ")); "
                    + "\(missing.joined(separator: ", ")) not found",
                hint: "age0 holds events that came in the hour of their send, age1 in the next")
        }
        let ages = heading.indices.compactMap { column in
            age(heading[column]).map { (column: column, age: $0) }
        }
        let known = Set([hour, sent] + ages.map(\.column))
        let dimensions = heading.indices.filter { !known.contains($0) }
        guard dimensions.count <= 8 else {
            throw AlertFileError(
                line: 1, "expected at most 8 segment columns, found \(dimensions.count)")
        }
        return (hour, sent, ages, dimensions)
    }

    private static func age(_ name: String) -> Int? {
        guard name.hasPrefix("age"), name.count > 3 else { return nil }
        return Int(name.dropFirst(3)).flatMap { $0 >= 0 ? $0 : nil }
    }
}
