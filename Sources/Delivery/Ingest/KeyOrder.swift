internal import FCM

/// Places of states in the order of their keys: those without a time first, since their `k` is
/// negative.
///
/// A radix sort by the eleven bits that differ, least first, then by the tails of equal `k`: a
/// batch of hourly logs spans some hours, so that few of the six digits do. Sorting by
/// comparison took four times as long.
package enum KeyOrder {
    private struct Place {
        /// `k` as an unsigned number of the same order.
        var k: UInt64
        var position: Int32
    }

    private static let digitBits = 11

    package static func places(of states: [MessageState]) -> [Int32] {
        var places = states.indices.map {
            Place(
                k: UInt64(bitPattern: states[$0].key.k) ^ 1 << 63, position: Int32($0))
        }
        var differing: UInt64 = 0
        for place in places { differing |= place.k ^ places[0].k }
        var other = places
        for shift in stride(from: 0, to: 64, by: digitBits)
        where differing >> UInt64(shift) & digitMask != 0 {
            scatter(places, UInt64(shift), into: &other)
            swap(&places, &other)
        }
        var order = places.map(\.position)
        settleEqual(places, states, &order)
        return order
    }

    private static let digitMask: UInt64 = 1 << UInt64(digitBits) - 1

    /// One pass: by one digit, keeping the order of equals.
    private static func scatter(_ from: [Place], _ shift: UInt64, into to: inout [Place]) {
        var starts = [Int](repeating: 0, count: 1 << digitBits)
        for place in from { starts[Int(place.k >> shift & digitMask)] += 1 }
        var next = 0
        for digit in starts.indices {
            let count = starts[digit]
            starts[digit] = next
            next += count
        }
        for place in from {
            let digit = Int(place.k >> shift & digitMask)
            to[starts[digit]] = place
            starts[digit] += 1
        }
    }

    /// Orders runs of equal `k` by the rest of their keys.
    private static func settleEqual(
        _ places: [Place], _ states: [MessageState], _ order: inout [Int32]
    ) {
        var start = 0
        while start < places.count {
            var end = start + 1
            while end < places.count, places[end].k == places[start].k { end += 1 }
            if end - start > 1 {
                order[start..<end].sort { states[Int($0)].key < states[Int($1)].key }
            }
            start = end
        }
    }
}
