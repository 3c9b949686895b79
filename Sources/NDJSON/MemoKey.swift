/// The bytes of several fields as one key. The memory is reused for each look-up.
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
}

/// Numbers for byte keys, which are compared in full. When it is full, all keys are dropped.
///
/// For keys that few records need; see `FieldMemo` for the others.
package struct MemoIndex {
    private let limit: Int
    private var numbers: [[UInt8]: Int32] = [:]

    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of `key`: `next` if it is new.
    package mutating func number(of key: MemoKey, next: Int32) -> Int32 {
        if let known = numbers[key.bytes] { return known }
        if numbers.count == limit { numbers.removeAll(keepingCapacity: true) }
        numbers[key.bytes] = next
        return next
    }
}
