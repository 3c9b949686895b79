/// The position of a value in a `PathTree`, as a number; the least is preferred.
///
/// The highest byte is the preference from the tree. Below it is a byte for each key of the path:
/// the position of the key in its node, counted from 1. So of two places the one with fewer levels
/// is less, then the one whose key was added first. Of paths with more than seven keys the last
/// seven count.
struct Place: Equatable, Comparable {
    private static let digitBits: UInt64 = 8
    private static let path: UInt64 = (1 << 56) - 1
    /// The largest number of keys in a node.
    static let maximumDigit = 1 << digitBits - 1

    private var bits: UInt64

    static let root = Place(bits: 0)

    private init(bits: UInt64) { self.bits = bits }

    /// The place of a key in its node.
    init(digit: Int, preference: UInt8) {
        bits = UInt64(preference) << 56 | UInt64(digit)
    }

    /// The common prefix of the places of all keys inside the object at this place, computed once
    /// for an object.
    var opened: Place {
        Place(bits: bits & ~Place.path | (bits &<< Place.digitBits) & Place.path)
    }

    /// The place of a key inside the object whose `opened` place this is.
    @inline(__always)
    func appending(_ key: Place) -> Place { Place(bits: bits | key.bits) }

    /// Whether this place is `other` or inside it.
    func isInside(_ other: Place) -> Bool {
        let outer = other.bits & Place.path
        var inner = bits & Place.path
        while inner > outer { inner >>= Place.digitBits }
        return inner == outer
    }

    @inline(__always)
    static func < (a: Place, b: Place) -> Bool { a.bits < b.bits }
}
