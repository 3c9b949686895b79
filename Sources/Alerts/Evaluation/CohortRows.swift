/// Collects cohorts hour by hour, all leaves of an hour together.
struct CohortRows {
    private let leaves: [[String]]
    // By leaf.
    private var hours: [[Int]]
    private var sent: [[Double]]
    /// `row × ages + age`.
    private var events: [[Double]]

    /// `leaves` are sorted.
    init(leaves: [[String]]) {
        self.leaves = leaves
        hours = Array(repeating: [], count: leaves.count)
        sent = Array(repeating: [], count: leaves.count)
        events = Array(repeating: [], count: leaves.count)
    }

    /// Adds the counts of an hour, and clears them. Hours ascend.
    mutating func append(_ counts: inout HourCounts, hour: Int) {
        for leaf in counts.touched {
            hours[leaf].append(hour)
            sent[leaf].append(counts.sent[leaf])
            let first = leaf * Cohorts.ages
            events[leaf] += counts.events[first..<first + Cohorts.ages]
        }
        counts.clear()
    }

    func cohorts(hours span: Range<Int64>) -> Cohorts {
        var firstRow = [0]
        for rows in hours { firstRow.append(firstRow[firstRow.count - 1] + rows.count) }
        return Cohorts(
            dimensions: AlertHistory.dimensions, leaves: leaves, hours: span, firstRow: firstRow,
            rowHour: hours.flatMap(\.self), rowSent: sent.flatMap(\.self),
            rowEvents: events.flatMap(\.self))
    }
}

/// The sends of one hour and their events, by leaf and age.
struct HourCounts {
    private(set) var sent: [Double]
    /// `leaf × ages + age`.
    private(set) var events: [Double]
    /// Leaves with counts.
    private(set) var touched: [Int] = []
    private var isTouched: [Bool]

    init(_ leaves: Int) {
        sent = Array(repeating: 0, count: leaves)
        events = Array(repeating: 0, count: leaves * Cohorts.ages)
        isTouched = Array(repeating: false, count: leaves)
    }

    mutating func add(sent count: Int64, leaf: Int) {
        touch(leaf)
        sent[leaf] += Double(count)
    }

    mutating func add(_ messages: Int64, leaf: Int, age: Int) {
        touch(leaf)
        events[leaf * Cohorts.ages + age] += Double(messages)
    }

    private mutating func touch(_ leaf: Int) {
        guard !isTouched[leaf] else { return }
        isTouched[leaf] = true
        touched.append(leaf)
    }

    mutating func clear() {
        for leaf in touched {
            isTouched[leaf] = false
            sent[leaf] = 0
            for place in leaf * Cohorts.ages..<(leaf + 1) * Cohorts.ages { events[place] = 0 }
        }
        touched.removeAll(keepingCapacity: true)
    }
}
