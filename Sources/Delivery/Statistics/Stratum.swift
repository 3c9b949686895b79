/// Sends alike in all but the image: how many of those with one and of those without were opened.
package struct Stratum: Equatable, Sendable {
    package let image: Proportion
    package let noImage: Proportion

    /// Far above what is ever sent, so that sums of counts need no care.
    package static let mostMessages: Int64 = 1 << 48

    /// Nil for counts that cannot be: negative ones, more opened than there are.
    package init?(image: Proportion, noImage: Proportion) {
        guard Stratum.canBe(image), Stratum.canBe(noImage) else { return nil }
        self.init(image, noImage)
    }

    private init(_ image: Proportion, _ noImage: Proportion) {
        self.image = image
        self.noImage = noImage
    }

    private static func canBe(_ arm: Proportion) -> Bool {
        (0...mostMessages).contains(arm.total) && (0...arm.total).contains(arm.hits)
    }

    package static func + (a: Stratum, b: Stratum) -> Stratum {
        Stratum(a.image + b.image, a.noImage + b.noImage)
    }

    package static let empty = Stratum(Proportion(0, of: 0), Proportion(0, of: 0))

    /// Whether there is something to compare.
    package var hasBothArms: Bool { image.total > 0 && noImage.total > 0 }
    package var messages: Int64 { image.total + noImage.total }

    /// Whether both arms have opened messages and others: a cell of 0 gives a ratio no interval.
    var hasAllCells: Bool {
        image.hits > 0 && image.hits < image.total
            && noImage.hits > 0 && noImage.hits < noImage.total
    }

    // The letters of the papers.

    /// Opened, with image.
    var a: Double { Double(image.hits) }
    /// Not opened, with image.
    var b: Double { Double(image.total - image.hits) }
    /// Opened, without.
    var c: Double { Double(noImage.hits) }
    /// Not opened, without.
    var d: Double { Double(noImage.total - noImage.hits) }
    /// With image.
    var n1: Double { Double(image.total) }
    /// Without.
    var n0: Double { Double(noImage.total) }
    /// Opened.
    var m1: Double { a + c }
    /// Not opened.
    var m0: Double { b + d }
    var n: Double { n1 + n0 }
}
