/// Sends alike in all but one thing, such as their image or the variant of a test: how many of
/// those with one value of it and of those with another, the reference, were opened.
package struct Stratum: Equatable, Sendable {
    package let value: Proportion
    package let reference: Proportion

    /// Far above what is ever sent, so that sums of counts need no care.
    package static let mostMessages: Int64 = 1 << 48

    /// Nil for counts that cannot be: negative ones, more opened than there are.
    package init?(value: Proportion, reference: Proportion) {
        guard Stratum.canBe(value), Stratum.canBe(reference) else { return nil }
        self.init(value, reference)
    }

    private init(_ value: Proportion, _ reference: Proportion) {
        self.value = value
        self.reference = reference
    }

    private static func canBe(_ arm: Proportion) -> Bool {
        (0...mostMessages).contains(arm.total) && (0...arm.total).contains(arm.hits)
    }

    package static func + (a: Stratum, b: Stratum) -> Stratum {
        Stratum(a.value + b.value, a.reference + b.reference)
    }

    package static let empty = Stratum(Proportion(0, of: 0), Proportion(0, of: 0))

    /// Whether there is something to compare.
    package var hasBothArms: Bool { value.total > 0 && reference.total > 0 }
    package var messages: Int64 { value.total + reference.total }

    /// Whether both arms have opened messages and others: a cell of 0 gives a ratio no interval.
    var hasAllCells: Bool {
        value.hits > 0 && value.hits < value.total
            && reference.hits > 0 && reference.hits < reference.total
    }

    // The letters of the papers.

    /// Opened, with the value.
    var a: Double { Double(value.hits) }
    /// Not opened, with the value.
    var b: Double { Double(value.total - value.hits) }
    /// Opened, with the reference.
    var c: Double { Double(reference.hits) }
    /// Not opened, with the reference.
    var d: Double { Double(reference.total - reference.hits) }
    /// With the value.
    var n1: Double { Double(value.total) }
    /// With the reference.
    var n0: Double { Double(reference.total) }
    /// Opened.
    var m1: Double { a + c }
    /// Not opened.
    var m0: Double { b + d }
    var n: Double { n1 + n0 }
}
