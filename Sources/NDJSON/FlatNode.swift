internal import CScan

/// A `KeyTable` as plain memory, for the walk and for tables of words.
///
/// A key is identified by its length, its first eight and its last eight bytes. Up to sixteen bytes
/// that is the whole key, so no text is compared.
struct FlatNode: @unchecked Sendable {
    struct Entry {
        var prefix: UInt64
        /// For keys longer than eight bytes; else 0.
        var suffix: UInt64
        var key: UnsafeMutablePointer<UInt8>
        var length: Int32
        var slot: Int32
        var child: Int32
        /// The place in the node.
        var place: Place
        /// One of 64 bits for an entry with a child, to notice a repeated key; else 0.
        var childBit: UInt64
    }

    /// Never written after init, so sharing is safe.
    private let entries: UnsafeMutablePointer<Entry>
    private let count: Int
    private let buckets: UnsafeMutablePointer<UInt8>
    private let mask: Int

    init(_ table: KeyTable) {
        count = table.entries.count
        entries = .allocate(capacity: max(count, 1))
        var size = 16
        while size < count * 4 { size *= 2 }
        mask = size - 1
        buckets = .allocate(capacity: size)
        buckets.initialize(repeating: 0, count: size)
        var children = 0
        for (index, entry) in table.entries.enumerated() {
            precondition(entry.slot >= 0 || entry.child >= 0, "a key leads to a slot or a child")
            let hasBit = entry.child >= 0 && children < 64
            let key = UnsafeMutablePointer<UInt8>.allocate(
                capacity: entry.key.count + FlatNode.padding)
            key.initialize(repeating: 0, count: entry.key.count + FlatNode.padding)
            key.update(from: entry.key, count: entry.key.count)
            let (prefix, suffix) = FlatNode.ends(key, entry.key.count)
            (entries + index).initialize(
                to: Entry(
                    prefix: prefix, suffix: suffix, key: key, length: Int32(entry.key.count),
                    slot: entry.slot, child: entry.child,
                    place: Place(digit: index + 1, preference: entry.preference),
                    childBit: hasBit ? 1 << children : 0))
            if hasBit { children += 1 }
            var bucket = FlatNode.bucket(prefix, suffix, entry.key.count, mask)
            while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
            buckets[bucket] = UInt8(index + 1)
        }
    }

    func deallocate() {
        for index in 0..<count { entries[index].key.deallocate() }
        entries.deallocate()
        buckets.deallocate()
    }

    /// Readable bytes after a key.
    private static let padding = 16

    /// The entry of a key; `padding` bytes after the key are readable.
    @inline(__always)
    func find(
        _ key: UnsafePointer<UInt8>, _ length: Int, escaped: Bool
    ) -> UnsafeMutablePointer<Entry>? {
        escaped ? find(escaped: UnsafeBufferPointer(start: key, count: length)) : find(key, length)
    }

    @inline(never)
    private func find(escaped key: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<Entry>? {
        JSONEscapes.withDecoded(key, padding: FlatNode.padding) { decoded in
            decoded.baseAddress.flatMap { find($0, decoded.count) }
        }
    }

    func find(_ key: [UInt8]) -> UnsafeMutablePointer<Entry>? {
        let padded = key + Array(repeating: 0, count: FlatNode.padding)
        return padded.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { find($0, key.count) }
        }
    }

    @inline(__always)
    private func find(_ key: UnsafePointer<UInt8>, _ length: Int) -> UnsafeMutablePointer<Entry>? {
        let (prefix, suffix) = FlatNode.ends(key, length)
        var bucket = FlatNode.bucket(prefix, suffix, length, mask)
        while true {
            let index = Int(buckets[bucket])
            if index == 0 { return nil }
            let entry = entries + (index - 1)
            if entry.pointee.prefix == prefix, entry.pointee.suffix == suffix,
                Int(entry.pointee.length) == length,
                length <= 16 || scan_equal(entry.pointee.key + 8, key + 8, length - 16) != 0
            {
                return entry
            }
            bucket = (bucket + 1) & mask
        }
    }

    /// The first eight bytes and, of keys longer than eight bytes, the last eight.
    @inline(__always)
    private static func ends(_ key: UnsafePointer<UInt8>, _ length: Int) -> (UInt64, UInt64) {
        let key = UnsafeRawPointer(key)
        let prefix = key.loadUnaligned(as: UInt64.self)
        guard length < 8 else {
            let suffix = key.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
            return (prefix, length > 8 ? suffix : 0)
        }
        return (prefix & ((1 << (8 * UInt64(length))) &- 1), 0)
    }

    @inline(__always)
    private static func bucket(
        _ prefix: UInt64, _ suffix: UInt64, _ length: Int, _ mask: Int
    ) -> Int {
        let mixed =
            (prefix &+ suffix &* 0x2545_f491_4f6c_dd1d ^ UInt64(truncatingIfNeeded: length))
            &* 0x9e37_79b9_7f4a_7c15
        return Int(truncatingIfNeeded: mixed >> 40) & mask
    }
}
