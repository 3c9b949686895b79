internal import Delivery

/// Sends and their events by hour: the input of alerts.
///
/// A leaf is one value in every dimension, such as (ios, spring sale, image). Sends are stored by
/// send hour, events by send hour and age; age = arrival hour − send hour. Events older than 24
/// hours have no known arrival hour and are left out on both sides: they are neither expected nor
/// observed.
package struct Cohorts: Sendable {
    /// Ages 0 to 24 hours.
    package static let ages = SegmentEvents.ages

    package let dimensions: [String]
    /// Values by dimension, sorted.
    package let leaves: [[String]]
    /// The hours of the cohorts, since 1970-01-01 00:00 UTC; indices below count from the first.
    package let hours: Range<Int64>
    /// Events by leaf and arrival hour: `leaf × hours.count + hour`.
    package internal(set) var arrivals: [Double]

    // Send hours with counts, by leaf: rows `firstRow[leaf] ..< firstRow[leaf + 1]`.
    let firstRow: [Int]
    let rowHour: [Int]
    var rowSent: [Double]
    /// `row × ages + age`.
    var rowEvents: [Double]

    /// `rows` has the sends and events of each leaf.
    init(dimensions: [String], leaves: [[String]], hours: Range<Int64>, rows: [CohortRows]) {
        self.dimensions = dimensions
        self.leaves = leaves
        self.hours = hours
        firstRow = rows.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.hours.count) }
        rowHour = rows.flatMap(\.hours)
        rowSent = rows.flatMap(\.sent)
        rowEvents = rows.flatMap(\.events)
        var arrivals = Array(repeating: 0.0, count: leaves.count * hours.count)
        for leaf in leaves.indices {
            for row in firstRow[leaf]..<firstRow[leaf + 1] {
                for age in 0..<min(Cohorts.ages, hours.count - rowHour[row]) {
                    arrivals[leaf * hours.count + rowHour[row] + age] +=
                        rowEvents[row * Cohorts.ages + age]
                }
            }
        }
        self.arrivals = arrivals
    }

    func rows(of leaf: Int) -> Range<Int> { firstRow[leaf]..<firstRow[leaf + 1] }

    /// Leaves by their value of a dimension; one group with all leaves if the dimension does not
    /// exist.
    func grouping(by dimension: Int?) -> Grouping {
        guard let dimension else { return Grouping(Array(repeating: 0, count: leaves.count)) }
        let values = Set(leaves.map { $0[dimension] }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(values, 0...))
        return Grouping(leaves.map { numbers[$0[dimension]] ?? 0 })
    }

    func index(of dimension: String) -> Int? { dimensions.firstIndex(of: dimension) }

    /// Slices with one value in each of some dimensions, sorted, that have leaves.
    func segments(by chosen: [Int]) -> [AlertSegment] {
        AlertSegment.all(of: leaves.indices, in: leaves, by: chosen)
            .sorted { $0.slice.isBefore($1.slice) }
    }
}
