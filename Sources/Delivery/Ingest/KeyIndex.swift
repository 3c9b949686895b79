internal import FCM

/// Finds the states of a batch by their keys: open addressing over places in the array of states,
/// four bytes an entry and no copy of the key. A `Dictionary` costs ten times the memory and,
/// over a whole ingest, 5 % more CPU; entries of eight bytes, which fall out of the processor's
/// cache, 1 %.
struct KeyIndex {
    /// The place plus one, 0 where the bucket is free; above it as many bits of the hash as are
    /// left, by which most other keys are told without looking at their states.
    private var buckets: [UInt32]
    private var count = 0
    private var mask: Int
    private var placeMask: UInt32
    /// Mixed into every hash: keys come from logs, and nobody shall choose where they meet.
    private let seed = UInt64.random(in: 1...UInt64.max)

    /// `size` keys fit without growing.
    init(size: Int) {
        var capacity = 1024
        while capacity < size * 2 { capacity *= 2 }
        buckets = Array(repeating: 0, count: capacity)
        mask = capacity - 1
        placeMask = UInt32(capacity - 1)
    }

    mutating func removeAll() {
        count = 0
        for index in buckets.indices { buckets[index] = 0 }
    }

    /// The place of the state with this key, or nil after noting that it will stand at the end.
    mutating func place(of key: MessageKey, in states: [MessageState]) -> Int? {
        if count * 2 >= buckets.count { grow(states) }
        let hash = hash(key)
        let tag = UInt32(truncatingIfNeeded: hash) & ~placeMask
        var bucket = Int(truncatingIfNeeded: hash >> 32) & mask
        while buckets[bucket] != 0 {
            if (buckets[bucket] ^ tag) & ~placeMask == 0 {
                let place = Int(buckets[bucket] & placeMask) - 1
                if states[place].key == key { return place }
            }
            bucket = (bucket + 1) & mask
        }
        buckets[bucket] = tag | UInt32(states.count + 1)
        count += 1
        return nil
    }

    /// Brings the bucket of a key nearer, and later the state that it leads to: see `Batch.add`.
    @inline(__always)
    func prefetchBucket(of key: MessageKey) {
        prefetch(buckets, at: Int(truncatingIfNeeded: hash(key) >> 32) & mask)
    }

    @inline(__always)
    func prefetchState(of key: MessageKey, in states: [MessageState]) {
        let entry = buckets[Int(truncatingIfNeeded: hash(key) >> 32) & mask]
        if entry != 0 { prefetch(states, at: Int(entry & placeMask) - 1) }
    }

    private mutating func grow(_ states: [MessageState]) {
        let capacity = buckets.count * 2
        buckets = Array(repeating: 0, count: capacity)
        mask = capacity - 1
        placeMask = UInt32(capacity - 1)
        for (place, state) in states.enumerated() {
            let hash = hash(state.key)
            var bucket = Int(truncatingIfNeeded: hash >> 32) & mask
            while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
            buckets[bucket] = UInt32(truncatingIfNeeded: hash) & ~placeMask | UInt32(place + 1)
        }
    }

    private func hash(_ key: MessageKey) -> UInt64 {
        fold(fold(UInt64(bitPattern: key.k) ^ seed) ^ UInt64(bitPattern: key.tail))
    }

    @inline(__always)
    private func fold(_ x: UInt64) -> UInt64 {
        let product = x.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return product.high ^ product.low
    }
}
