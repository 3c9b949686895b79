internal import CScan

/// What a memo asks of the fields of a record.
package enum MemoRole: UInt8, Sendable {
    case ignored
    case text
    /// Only whether it is there, and has something in it.
    case presence
    /// The text of a string; of what is no string, only whether it is there.
    case word

    @inline(__always)
    fileprivate func isText(_ value: JSONValue) -> Bool {
        self == .text || self == .word && value.isString
    }
}

/// Numbers for sets of fields: lines that have the same in all fields that count have the same
/// number, whatever the order in which they stand.
///
/// Hashes and compares the fields where they stand in the line, in full: copying them out first
/// cost twice the time, a sixth of the decoding. Sets are kept one after the other in memory that
/// is bounded; when it is full all are forgotten.
package final class FieldMemo {
    /// Before each set: what it is found by, and its number.
    private struct Head {
        var hash: UInt64
        var salt: UInt64
        var number: Int32
        var fieldCount: Int32
    }

    /// Bytes of `sets` that are taken, and by how many sets.
    private struct State {
        var used = 0
        var count = 0
    }

    private static let padding = 16
    private static let maximumBytes = 8 * 1024 * 1024
    private let roles: UnsafeMutablePointer<MemoRole>
    private let limit: Int
    private let mask: Int
    /// Offset in `sets` plus one, 0 where the bucket is free.
    private let buckets: UnsafeMutablePointer<UInt32>
    private let sets: UnsafeMutableRawPointer
    private let state: UnsafeMutablePointer<State>
    private let seeds = (UInt64.random(in: 1...UInt64.max), UInt64.random(in: 1...UInt64.max))

    /// Whether a field counts.
    package func compares(_ slot: Int) -> Bool { roles[slot] != .ignored }

    /// - Parameters:
    ///   - roles: what each slot counts for.
    ///   - limit: sets of values that are kept at most.
    package init(_ roles: [MemoRole], limit: Int = 16_384) {
        self.roles = .allocate(capacity: max(roles.count, 1))
        self.roles.initialize(from: roles, count: roles.count)
        self.limit = limit
        var capacity = 16
        while capacity < limit * 2 { capacity *= 2 }
        mask = capacity - 1
        buckets = .allocate(capacity: capacity)
        buckets.initialize(repeating: 0, count: capacity)
        sets = .allocate(byteCount: FieldMemo.maximumBytes, alignment: 8)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        roles.deallocate()
        buckets.deallocate()
        sets.deallocate()
        state.deallocate()
    }

    /// The number of the fields of the line, which is `next` when they are new. Lines of another
    /// `salt` are others.
    package func number(of fields: FieldReader, salt: UInt64, next: Int32) -> Int32 {
        let (hash, fieldCount, byteCount) = measure(fields, salt)
        var bucket = Int(truncatingIfNeeded: hash) & mask
        while buckets[bucket] != 0 {
            let set = sets + Int(buckets[bucket] - 1)
            let head = set.load(as: Head.self)
            if head.hash == hash, head.salt == salt, head.fieldCount == fieldCount,
                isEqual(set, fields, fieldCount)
            {
                return head.number
            }
            bucket = (bucket + 1) & mask
        }
        insert(
            fields, Head(hash: hash, salt: salt, number: next, fieldCount: fieldCount), byteCount)
        return next
    }

    /// What the fields that count are found by: their hashes added, so that order is no part of
    /// it; how many they are and what they take.
    @inline(__always)
    private func measure(
        _ fields: FieldReader, _ salt: UInt64
    ) -> (hash: UInt64, count: Int32, bytes: Int) {
        var hash = salt
        var count: Int32 = 0
        var bytes = 0
        fields.forEachSlot { slot, value in
            let role = roles[slot]
            guard role != .ignored else { return }
            let isText = role.isText(value)
            let head = FieldMemo.fieldHead(slot, value, isText)
            let length = isText ? value.count : 0
            hash &+= scan_hash(value.start, length, seeds.0 ^ head, seeds.1)
            count += 1
            bytes += 8 + (length + 7) & ~7
        }
        return (scan_fold(hash, seeds.1), count, bytes)
    }

    /// Name, kind and length; of a field of which only the presence counts, whether it has
    /// something in it.
    @inline(__always)
    private static func fieldHead(_ slot: Int, _ value: JSONValue, _ isText: Bool) -> UInt64 {
        let length =
            isText
            ? UInt64(truncatingIfNeeded: value.count) & 0xffff_ffff : value.isNonEmpty ? 1 : 0
        return UInt64(truncatingIfNeeded: slot) << 40 | UInt64(value.kind.rawValue) << 32 | length
    }

    /// Whether a set is that of the line, which has as many fields that count.
    @inline(__always)
    private func isEqual(
        _ set: UnsafeMutableRawPointer, _ fields: FieldReader, _ fieldCount: Int32
    ) -> Bool {
        var p = set + MemoryLayout<Head>.stride
        for _ in 0..<fieldCount {
            let head = p.load(as: UInt64.self)
            let slot = Int(truncatingIfNeeded: head >> 40)
            let value = fields[slot]
            let isText = roles[slot].isText(value)
            guard FieldMemo.fieldHead(slot, value, isText) == head else { return false }
            p += 8
            guard isText else { continue }
            let text = UnsafePointer(p.assumingMemoryBound(to: UInt8.self))
            guard scan_equal(value.start, text, value.count) != 0 else { return false }
            p += (value.count + 7) & ~7
        }
        return true
    }

    private func insert(_ fields: FieldReader, _ head: Head, _ byteCount: Int) {
        let size = MemoryLayout<Head>.stride + byteCount
        let room = FieldMemo.maximumBytes - FieldMemo.padding
        if state.pointee.count == limit || state.pointee.used + size > room { removeAll() }
        // A set that alone is larger than all that is kept is new each time.
        guard size <= room else { return }
        var bucket = Int(truncatingIfNeeded: head.hash) & mask
        while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
        buckets[bucket] = UInt32(state.pointee.used + 1)
        var p = sets + state.pointee.used
        p.storeBytes(of: head, as: Head.self)
        p += MemoryLayout<Head>.stride
        fields.forEachSlot { slot, value in
            let role = roles[slot]
            guard role != .ignored else { return }
            let isText = role.isText(value)
            p.storeBytes(of: FieldMemo.fieldHead(slot, value, isText), as: UInt64.self)
            p += 8
            guard isText else { return }
            p.copyMemory(from: value.start, byteCount: value.count)
            p += (value.count + 7) & ~7
        }
        state.pointee.used += size
        state.pointee.count += 1
    }

    private func removeAll() {
        buckets.update(repeating: 0, count: mask + 1)
        state.pointee.used = 0
        state.pointee.count = 0
    }
}
