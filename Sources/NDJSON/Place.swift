/// Where a value stands in a `PathTree`, as a number of which the least is preferred.
///
/// The highest byte is the preference that the tree gives the place. Below it is a digit of seven
/// bits for each key on the way, the place of the key in its node, counted from 1: of two places
/// the one that is fewer levels deep is less, then the one whose key was added first. Of more than
/// eight keys the last eight are known.
struct Place: Equatable, Comparable {
    private static let digitBits: UInt64 = 7
    private static let path: UInt64 = (1 << 56) - 1
    /// More keys than this no node can have.
    static let maximumDigit = 1 << digitBits - 1

    private var bits: UInt64

    static let root = Place(bits: 0)

    private init(bits: UInt64) { self.bits = bits }

    /// The place of a key in its node.
    init(digit: Int, preference: UInt8) {
        bits = UInt64(preference) << 56 | UInt64(digit)
    }

    /// What the places of all keys inside the object at this place have in common: computed once
    /// for an object, as each key is met.
    var opened: Place {
        Place(bits: bits & ~Place.path | (bits &<< Place.digitBits) & Place.path)
    }

    /// The place of a key inside the object that was opened here.
    @inline(__always)
    func appending(_ key: Place) -> Place { Place(bits: bits | key.bits) }

    /// Whether this is that place or one inside of it.
    func isInside(_ other: Place) -> Bool {
        let outer = other.bits & Place.path
        var inner = bits & Place.path
        while inner > outer { inner >>= Place.digitBits }
        return inner == outer
    }

    @inline(__always)
    static func < (a: Place, b: Place) -> Bool { a.bits < b.bits }
}
