/// A part of all sends: a value for some of the dimensions, all values for the others.
package struct Slice: Hashable, Sendable {
    /// By dimension; nil means all values.
    package var values: [String?]

    package init(_ values: [String?]) { self.values = values }

    /// All sends: no value in any of these dimensions.
    static func whole(_ dimensions: [String]) -> Slice { Slice(dimensions.map { _ in nil }) }

    package func contains(_ leaf: [String]) -> Bool {
        zip(values, leaf).allSatisfy { value, leaf in value.map { $0 == leaf } ?? true }
    }

    /// Indices of the leaves in it, ascending.
    func places(in leaves: [[String]]) -> [Int] { leaves.indices.filter { contains(leaves[$0]) } }

    /// Whether every leaf of `other` is a leaf of this slice.
    package func contains(_ other: Slice) -> Bool {
        zip(values, other.values).allSatisfy { mine, its in mine == nil || mine == its }
    }

    /// An order that depends only on the values.
    func isBefore(_ other: Slice) -> Bool {
        for (left, right) in zip(values, other.values) where left != right {
            return (left ?? "") < (right ?? "")
        }
        return false
    }
}

/// A watched slice, with its leaves.
package struct AlertSegment: Hashable, Sendable {
    package var slice: Slice
    /// Indices of leaves, ascending.
    package var leaves: [Int]

    /// The slices of some leaves with one value in each of some dimensions, in any order.
    static func all(
        of chosen: some Sequence<Int>, in leaves: [[String]], by dimensions: [Int]
    ) -> [AlertSegment] {
        var members: [[String?]: [Int]] = [:]
        for leaf in chosen {
            let values = leaves[leaf].enumerated().map { dimensions.contains($0) ? $1 : nil }
            members[values, default: []].append(leaf)
        }
        return members.map { AlertSegment(slice: Slice($0), leaves: $1) }
    }
}

/// Leaves of the same campaign: they share the appeal of its content.
package struct Grouping: Sendable, Equatable {
    /// The group of each leaf.
    package let groups: [Int]
    package let count: Int
    /// The leaves of each group, ascending.
    package let leaves: [[Int]]

    package init(_ groups: [Int]) {
        self.groups = groups
        count = (groups.max() ?? -1) + 1
        var leaves = Array(repeating: [Int](), count: count)
        for (leaf, group) in groups.enumerated() { leaves[group].append(leaf) }
        self.leaves = leaves
    }
}
