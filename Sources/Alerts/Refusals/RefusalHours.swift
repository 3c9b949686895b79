/// Attempted and refused sends by leaf and hour: the counts that rule `failed` judges.
package struct RefusalHours: Sendable {
    /// Sends of one leaf and hour that FCM refused for one reason.
    package struct Refusal: Equatable, Sendable {
        package var leaf: Int
        /// Counted from the first hour.
        package var hour: Int
        package var code: String
        package var kind: RefusalClass
        package var count: Double

        package init(leaf: Int, hour: Int, code: String, kind: RefusalClass, count: Double) {
            self.leaf = leaf
            self.hour = hour
            self.code = code
            self.kind = kind
            self.count = count
        }
    }

    package let dimensions: [String]
    /// By dimension; the third one, the image, is not used.
    package let leaves: [[String]]
    /// Since 1970-01-01 00:00 UTC.
    package let hours: Range<Int64>
    package let refusals: [Refusal]
    /// `leaf × hours.count + hour`.
    package let attempts: [Double]
    private let refused: [RefusalClass: [Double]]

    package init(
        dimensions: [String] = AlertHistory.usualDimensions, leaves: [[String]],
        hours: Range<Int64>, attempts: [Double], refusals: [Refusal]
    ) {
        self.dimensions = dimensions
        self.leaves = leaves
        self.hours = hours
        self.attempts = attempts
        self.refusals = refusals
        let none = Array(repeating: 0.0, count: attempts.count)
        var refused: [RefusalClass: [Double]] = [:]
        for one in refusals {
            refused[one.kind, default: none][one.leaf * hours.count + one.hour] += one.count
        }
        self.refused = refused
    }

    /// The refused sends of a class; nil if there are none.
    func refused(_ kind: RefusalClass) -> [Double]? { refused[kind] }

    /// Refused sends by code, the most frequent first.
    func codes(
        of kind: RefusalClass, in leaves: [Int], _ span: Range<Int>
    ) -> [(code: String, count: Double)] {
        let chosen = Set(leaves)
        var counts: [String: Double] = [:]
        for one in refusals
        where one.kind == kind && span.contains(one.hour) && chosen.contains(one.leaf) {
            counts[one.code, default: 0] += one.count
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// Attempted and refused sends of some leaves.
    func sum(
        of kind: RefusalClass, in leaves: [Int], _ span: Range<Int>
    ) -> (attempts: Double, refused: Double) {
        let known = refused[kind]
        return leaves.reduce((0, 0)) { sum, leaf in
            let cells = span.clamped(to: 0..<hours.count).map { leaf * hours.count + $0 }
            return (
                sum.0 + cells.reduce(0) { $0 + attempts[$1] },
                sum.1 + cells.reduce(0) { $0 + (known?[$1] ?? 0) }
            )
        }
    }

    /// The slices of some dimensions, in an order that depends only on their words.
    func slices(by series: [[String]]) -> [AlertSegment] {
        let places = series.compactMap { names -> [Int]? in
            let found = names.compactMap(dimensions.firstIndex)
            return found.count == names.count && !names.contains("image") ? found : nil
        }
        return places.flatMap {
            AlertSegment.all(of: leaves.indices, in: leaves, by: $0)
                .sorted { $0.slice.isBefore($1.slice) }
        }
    }
}
