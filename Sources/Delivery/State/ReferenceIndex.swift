/// Finds the numbers of values by their hashes: open addressing over numbers alone. A `Dictionary`
/// would hold each value once more, as large as it is.
struct ReferenceIndex: Sendable {
    /// 32 bits of the hash above the number; 0 where the slot is free.
    private var slots: [UInt64] = Array(repeating: 0, count: 64)
    private var count = 0

    /// The number of the value that has this hash and is the one that is looked for.
    func reference(_ hash: Int, _ isWanted: (Int32) -> Bool) -> Int32? {
        let tag = ReferenceIndex.tag(hash)
        var slot = place(tag)
        while slots[slot] != 0 {
            let reference = Int32(truncatingIfNeeded: slots[slot])
            if slots[slot] >> 32 == tag, isWanted(reference) { return reference }
            slot = next(slot)
        }
        return nil
    }

    /// The number, which is above 0, of a value that is not there yet.
    mutating func insert(_ reference: Int32, hash: Int) {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        put(ReferenceIndex.tag(hash) << 32 | UInt64(UInt32(bitPattern: reference)))
        count += 1
    }

    private mutating func put(_ entry: UInt64) {
        var slot = place(entry >> 32)
        while slots[slot] != 0 { slot = next(slot) }
        slots[slot] = entry
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        for entry in old where entry != 0 { put(entry) }
    }

    private static func tag(_ hash: Int) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: hash))
    }

    private func place(_ tag: UInt64) -> Int { Int(tag) & (slots.count - 1) }
    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
