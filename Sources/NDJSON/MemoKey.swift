/// Bytes written one field after the other, used again for each look-up.
package struct MemoKey {
    fileprivate var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(1024) }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    package mutating func append(_ text: String?) {
        bytes.append(text == nil ? 0 : 1)
        bytes.append(contentsOf: (text ?? "").utf8)
        bytes.append(0)
    }

    /// Name, kind, length and bytes, so that fields cannot run into each other.
    mutating func append(slot: Int, _ value: JSONValue) {
        appendHead(slot, value.kind, UInt32(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value.bytes)
    }

    /// Of a slot it is always this or always the value.
    mutating func append(slot: Int, kind: JSONValue.Kind, isNonEmpty: Bool) {
        appendHead(slot, kind, isNonEmpty ? 1 : 0)
    }

    private mutating func appendHead(_ slot: Int, _ kind: JSONValue.Kind, _ count: UInt32) {
        let head = UInt64(slot) << 40 | UInt64(kind.rawValue) << 32 | UInt64(count)
        withUnsafeBytes(of: head) { bytes.append(contentsOf: $0) }
    }
}

/// What a memo asks of the fields of a record.
package enum MemoRole: UInt8, Sendable {
    case ignored
    case text
    /// Only whether it is there, and has something in it.
    case presence
}

extension FieldReader {
    /// Adds the fields of the line that a memo's value depends on, in the order in which they
    /// stand: another order is another key of an equal value.
    package func append(to key: inout MemoKey, _ roles: [MemoRole]) {
        forEachSlot { slot, value in
            switch roles[slot] {
            case .ignored: break
            case .text: key.append(slot: slot, value)
            case .presence:
                key.append(slot: slot, kind: value.kind, isNonEmpty: value.isNonEmpty)
            }
        }
    }
}

/// The keys of a memo: open addressing, bytes compared in full.
package struct MemoIndex {
    private struct Entry {
        var hash: UInt64
        var key: [UInt8]
    }

    private let limit: Int
    private var entries: [Entry] = []
    private var buckets: [Int32]
    private let seed = UInt64.random(in: 1...UInt64.max)

    package init(limit: Int) {
        self.limit = limit
        buckets = Array(repeating: -1, count: limit * 2)
    }

    /// The place of `key`, which is noted when it is new; -1 when there is no room.
    package mutating func slot(of key: MemoKey) -> Int {
        let hash = mixed(key.bytes)
        let mask = buckets.count - 1
        var bucket = Int(truncatingIfNeeded: hash) & mask
        while buckets[bucket] >= 0 {
            let entry = Int(buckets[bucket])
            if entries[entry].hash == hash, entries[entry].key == key.bytes { return entry }
            bucket = (bucket + 1) & mask
        }
        guard entries.count < limit else { return -1 }
        buckets[bucket] = Int32(entries.count)
        entries.append(Entry(hash: hash, key: key.bytes))
        return entries.count - 1
    }

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        for index in buckets.indices { buckets[index] = -1 }
    }

    /// A multiply-and-fold hash over eight bytes at a time. Not for keeping: the seed differs in
    /// each run.
    private func mixed(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { raw in
            var state = seed ^ UInt64(raw.count)
            var offset = 0
            while offset + 8 <= raw.count {
                state = fold(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            var last: UInt64 = 0
            while offset < raw.count {
                last = last << 8 | UInt64(raw[offset])
                offset += 1
            }
            return fold(state ^ last)
        }
    }

    @inline(__always)
    private func fold(_ x: UInt64) -> UInt64 {
        let product = x.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return product.high ^ product.low
    }
}
