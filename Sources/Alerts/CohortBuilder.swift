/// Collects counts in any order into `Cohorts`: the result depends on their sums only.
package struct CohortBuilder {
    private struct Key: Hashable {
        var leaf: Int
        var hour: Int64
    }

    private let dimensions: [String]
    private var numbers: [[String]: Int] = [:]
    private var leaves: [[String]] = []
    private var rows: [Key: Int] = [:]
    private var sent: [Double] = []
    private var events: [Double] = []

    package init(dimensions: [String]) { self.dimensions = dimensions }

    /// The number of a leaf, which has one value for each dimension.
    package mutating func leaf(_ values: [String]) -> Int {
        if let number = numbers[values] { return number }
        numbers[values] = leaves.count
        leaves.append(values)
        return leaves.count - 1
    }

    /// Hours are since 1970-01-01 00:00 UTC.
    package mutating func addSends(_ count: Int64, leaf: Int, hour: Int64) {
        sent[row(leaf, hour)] += Double(count)
    }

    /// Ages above 24 hours are ignored: their arrival hour is unknown.
    package mutating func addEvents(_ count: Int64, age: Int, leaf: Int, hour: Int64) {
        guard (0..<Cohorts.ages).contains(age) else { return }
        events[row(leaf, hour) * Cohorts.ages + age] += Double(count)
    }

    private mutating func row(_ leaf: Int, _ hour: Int64) -> Int {
        let key = Key(leaf: leaf, hour: hour)
        if let row = rows[key] { return row }
        let row = sent.count
        rows[key] = row
        sent.append(0)
        events.append(contentsOf: repeatElement(0, count: Cohorts.ages))
        return row
    }

    /// From the first send hour to the last, unless `hours` says otherwise.
    package func cohorts(hours: Range<Int64>? = nil) -> Cohorts {
        let known = rows.keys.map(\.hour)
        let span = hours ?? (known.min() ?? 0)..<(known.max().map { $0 + 1 } ?? 0)
        let order = leaves.indices.sorted { leaves[$0].lexicographicallyPrecedes(leaves[$1]) }
        let place = Dictionary(uniqueKeysWithValues: zip(order, 0...))
        let kept = rows.filter { span.contains($0.key.hour) }.map { key, row in
            (leaf: place[key.leaf] ?? 0, hour: Int(key.hour - span.lowerBound), row: row)
        }.sorted { ($0.leaf, $0.hour) < ($1.leaf, $1.hour) }
        var firstRow = Array(repeating: 0, count: leaves.count + 1)
        for row in kept { firstRow[row.leaf + 1] += 1 }
        for leaf in leaves.indices { firstRow[leaf + 1] += firstRow[leaf] }
        return Cohorts(
            dimensions: dimensions, leaves: order.map { leaves[$0] }, hours: span,
            firstRow: firstRow, rowHour: kept.map(\.hour), rowSent: kept.map { sent[$0.row] },
            rowEvents: kept.flatMap { kept in
                events[kept.row * Cohorts.ages..<(kept.row + 1) * Cohorts.ages]
            })
    }
}
