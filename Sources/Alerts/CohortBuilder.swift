/// Collects counts in any order into `Cohorts`: the result depends on their sums only.
package struct CohortBuilder {
    private struct Row {
        var sent = 0.0
        var events = Array(repeating: Int64(0), count: Cohorts.ages)
    }

    private let dimensions: [String]
    private var numbers: [[String]: Int] = [:]
    /// By leaf and hour.
    private var rows: [[Int64: Row]] = []

    package init(dimensions: [String]) { self.dimensions = dimensions }

    /// The number of a leaf, which has one value for each dimension.
    package mutating func leaf(_ values: [String]) -> Int {
        if let number = numbers[values] { return number }
        numbers[values] = rows.count
        rows.append([:])
        return rows.count - 1
    }

    /// Hours are since 1970-01-01 00:00 UTC.
    package mutating func addSends(_ count: Int64, leaf: Int, hour: Int64) {
        rows[leaf][hour, default: Row()].sent += Double(count)
    }

    /// Ages above 24 hours are ignored: their arrival hour is unknown.
    package mutating func addEvents(_ count: Int64, age: Int, leaf: Int, hour: Int64) {
        guard (0..<Cohorts.ages).contains(age) else { return }
        let (sum, isTooLarge) =
            rows[leaf][hour, default: Row()].events[age].addingReportingOverflow(count)
        rows[leaf][hour, default: Row()].events[age] = isTooLarge ? .max : sum
    }

    /// From the first send hour to the last, unless `hours` says otherwise.
    package func cohorts(hours: Range<Int64>? = nil) -> Cohorts {
        let known = rows.flatMap(\.keys)
        let span = hours ?? (known.min() ?? 0)..<(known.max().map { $0 + 1 } ?? 0)
        let leaves = numbers.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return Cohorts(
            dimensions: dimensions, leaves: leaves.map(\.key), hours: span,
            rows: leaves.map { sorted(rows[$0.value], span) })
    }

    private func sorted(_ rows: [Int64: Row], _ span: Range<Int64>) -> CohortRows {
        rows.filter { span.contains($0.key) }.sorted { $0.key < $1.key }
            .reduce(into: CohortRows()) { sorted, row in
                let hour = Int(row.key - span.lowerBound)
                sorted.add(sent: row.value.sent, hour: hour)
                sorted.add(row.value.events[...], hour: hour)
            }
    }
}
