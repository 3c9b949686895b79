#if canImport(Glibc)
    internal import Glibc
#endif

/// A `KeyTable` as plain memory, for the walk.
struct FlatNode {
    struct Entry {
        var prefix: UInt64
        var key: UnsafeMutablePointer<UInt8>
        var length: Int32
        var slot: Int32
        var child: Int32
        /// One of 64 bits for an entry with a child, to see its key again; else 0.
        var childBit: UInt64
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let count: Int
    private let buckets: UnsafeMutablePointer<UInt8>
    private let mask: Int

    init(_ table: KeyTable) {
        count = table.entries.count
        entries = .allocate(capacity: max(count, 1))
        var children = 0
        for (index, entry) in table.entries.enumerated() {
            let hasBit = entry.child >= 0 && children < 64
            let key = UnsafeMutablePointer<UInt8>.allocate(capacity: max(entry.key.count, 1))
            key.initialize(from: entry.key, count: entry.key.count)
            (entries + index).initialize(
                to: Entry(
                    prefix: entry.prefix, key: key, length: Int32(entry.key.count),
                    slot: entry.slot, child: entry.child, childBit: hasBit ? 1 << children : 0))
            if hasBit { children += 1 }
        }
        buckets = .allocate(capacity: table.buckets.count)
        buckets.initialize(from: table.buckets, count: table.buckets.count)
        mask = table.buckets.count - 1
    }

    func forEachEntry(_ body: (Entry) -> Void) {
        for index in 0..<count { body(entries[index]) }
    }

    func deallocate() {
        for index in 0..<count { entries[index].key.deallocate() }
        entries.deallocate()
        buckets.deallocate()
    }

    @inline(__always)
    func find(_ key: UnsafePointer<UInt8>, _ length: Int, escaped: Bool) -> Entry? {
        if escaped {
            let decoded = JSONEscapes.decoded(UnsafeBufferPointer(start: key, count: length))
            let padded = decoded + Array(repeating: 0, count: 8)
            return padded.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.flatMap { find($0, decoded.count) }
            }
        }
        return find(key, length)
    }

    @inline(__always)
    private func find(_ key: UnsafePointer<UInt8>, _ length: Int) -> Entry? {
        var prefix = UnsafeRawPointer(key).loadUnaligned(as: UInt64.self)
        if length < 8 { prefix &= (1 << (8 * UInt64(length))) &- 1 }
        var bucket = KeyTable.bucket(prefix, length, mask)
        while true {
            let index = Int(buckets[bucket])
            if index == 0 { return nil }
            let entry = entries[index - 1]
            if entry.prefix == prefix, Int(entry.length) == length,
                length <= 8 || memcmp(entry.key + 8, key + 8, length - 8) == 0
            {
                return entry
            }
            bucket = (bucket + 1) & mask
        }
    }
}
