internal import CScan

/// How a field of a record takes part in a memo.
package enum MemoRole: UInt8, Sendable {
    case ignored
    case text
    /// Only whether the field has a value that is not empty.
    case presence
    /// The text of a string; for other kinds only whether the value is not empty.
    case word

    @inline(__always)
    fileprivate func isText(_ value: JSONValue) -> Bool {
        self == .text || self == .word && value.isString
    }
}

/// Numbers for sets of fields: lines with equal values in all compared fields get the same number,
/// independent of the order of fields.
///
/// Hashes and compares the fields in place and in full. Copying them first took twice the time, a
/// sixth of decoding. The sets are in one block of memory, whose size follows from their limit;
/// when it is full, all are dropped.
///
/// Fields whose values combine with all others are in sets of their own, next to the number of the
/// rest: the rest has few sets then, which a `ShapeMemo` holds.
package final class FieldMemo {
    /// The head of a set: its hash key and its number.
    private struct Head {
        var hash: UInt64
        var salt: UInt64
        var number: Int32
        var fieldCount: Int32
    }

    /// The used bytes of `sets`, and the number of sets.
    private struct State {
        var used = 0
        var count = 0
        /// The largest number of a line's fields without those of `parts`.
        var made: Int32 = 0
    }

    /// The largest number of sets kept where few values of a field combine.
    package static let usualLimit = 16_384
    private static let bytesOfSet = 256
    private static let padding = 16
    private let size: Int
    private let roles: UnsafeMutablePointer<MemoRole>
    private let limit: Int
    private let mask: Int
    /// The offset in `sets` plus one; 0 for a free bucket.
    private let buckets: UnsafeMutablePointer<UInt32>
    private let sets: UnsafeMutableRawPointer
    private let state: UnsafeMutablePointer<State>
    private let near: ShapeMemo
    /// Of the fields that combine with all others.
    private let parts: FieldMemo?
    private let seeds = (UInt64.random(in: 1...UInt64.max), UInt64.random(in: 1...UInt64.max))

    /// Whether the memo compares a field.
    package func compares(_ slot: Int) -> Bool {
        roles[slot] != .ignored || parts?.compares(slot) == true
    }

    /// - Parameters:
    ///   - roles: the role of each slot.
    ///   - parts: slots whose texts are compared, too, and combine with all other fields.
    ///   - limit: the largest number of sets kept; of combinations, eight times as many.
    package init(
        _ roles: [MemoRole], parts: Set<PathTree.Slot> = [], limit: Int = FieldMemo.usualLimit
    ) {
        self.parts =
            parts.isEmpty
            ? nil
            : FieldMemo(
                roles.indices.map { parts.contains($0) ? .text : .ignored }, limit: 8 * limit)
        self.roles = .allocate(capacity: max(roles.count, 1))
        self.roles.initialize(from: roles, count: roles.count)
        self.limit = limit
        var capacity = 16
        while capacity < limit * 2 { capacity *= 2 }
        mask = capacity - 1
        buckets = .allocate(capacity: capacity)
        buckets.initialize(repeating: 0, count: capacity)
        size = max(limit, FieldMemo.usualLimit) * FieldMemo.bytesOfSet
        sets = .allocate(byteCount: size, alignment: 8)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        near = ShapeMemo()
    }

    deinit {
        near.deallocate()
        roles.deallocate()
        buckets.deallocate()
        sets.deallocate()
        state.deallocate()
    }

    /// The number of the line's fields: `next` if they are new. Lines with another `salt` never
    /// have the same number.
    package func number(of fields: FieldReader, salt: UInt64, next: Int32) -> Int32 {
        guard let parts else { return numberOfSet(fields, salt, next) }
        let rest = numberOfSet(fields, salt, state.pointee.made + 1)
        state.pointee.made = max(state.pointee.made, rest)
        return parts.knownNumber(of: fields, UInt64(rest), next)
    }

    @inline(__always)
    private func numberOfSet(_ fields: FieldReader, _ salt: UInt64, _ next: Int32) -> Int32 {
        guard fields.shape != 0 else { return knownNumber(of: fields, salt, next) }
        return near.number(of: fields, salt: salt, isText: { roles[$0].isText(fields[$0]) }) {
            knownNumber(of: fields, salt, next)
        }
    }

    @inline(never)
    private func knownNumber(of fields: FieldReader, _ salt: UInt64, _ next: Int32) -> Int32 {
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

    /// The hash of the compared fields, which is a sum and so independent of their order; their
    /// number and their size in bytes.
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

    /// Slot, kind and length; for a field compared by presence only, 1 if it is not empty.
    @inline(__always)
    private static func fieldHead(_ slot: Int, _ value: JSONValue, _ isText: Bool) -> UInt64 {
        let length =
            isText
            ? UInt64(truncatingIfNeeded: value.count) & 0xffff_ffff : value.isNonEmpty ? 1 : 0
        return UInt64(truncatingIfNeeded: slot) << 40 | UInt64(value.kind.rawValue) << 32 | length
    }

    /// Whether a set equals the line's fields; both have the same number of compared fields.
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
        let room = self.size - FieldMemo.padding
        if state.pointee.count == limit || state.pointee.used + size > room { removeAll() }
        // A set larger than the whole memory is new each time.
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
