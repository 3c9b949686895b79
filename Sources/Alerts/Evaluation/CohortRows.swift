/// The sends of one leaf and their events, collected hour by hour.
struct CohortRows {
    /// Indices of hours, ascending.
    private(set) var hours: [Int] = []
    private(set) var sent: [Double] = []
    /// `row × ages + age`.
    private(set) var events: [Double] = []

    /// Hours ascend.
    mutating func add(sent count: Double, hour: Int) {
        open(hour)
        sent[sent.count - 1] += count
    }

    /// Of the first ages; without any, no row is needed.
    mutating func add(_ counts: ArraySlice<Int64>, hour: Int) {
        guard counts.contains(where: { $0 != 0 }) else { return }
        open(hour)
        let start = events.count - Cohorts.ages
        for (age, count) in counts.enumerated() { events[start + age] += Double(count) }
    }

    private mutating func open(_ hour: Int) {
        guard hours.last != hour else { return }
        hours.append(hour)
        sent.append(0)
        events.append(contentsOf: repeatElement(0, count: Cohorts.ages))
    }
}
