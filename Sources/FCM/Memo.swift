internal import NDJSON

/// The bytes of several fields as one key. The memory is reused for each look-up.
package struct MemoKey {
    fileprivate var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(1024) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    package mutating func append(_ text: String?) {
        bytes.append(text == nil ? 0 : 1)
        bytes.append(contentsOf: (text ?? "").utf8)
        bytes.append(0)
    }
}

/// Values made from the fields of lines or from byte keys, numbered from 1. Equal fields get equal
/// numbers, and so do equal keys.
///
/// Compares in full, so values with equal hashes stay distinct. Drops all keys when a limit is
/// reached. Numbers keep growing, so each stays the number of one value.
package struct Memo<Value: Sendable> {
    private let limit: Int
    /// By byte key: for values that few records need. See `FieldMemo` for the others.
    private var numbers: [[UInt8]: Int32] = [:]
    private var made: Int32 = 0
    /// The values made since the last `takeFresh`.
    private var fresh: [Value] = []

    package init(limit: Int = 16_384) {
        self.limit = limit
    }

    /// The number of the value of `key`. `make` makes the value if the key is new.
    package mutating func number(_ key: MemoKey, make: () -> Value) -> Int32 {
        if let known = numbers[key.bytes] { return known }
        if numbers.count == limit { numbers.removeAll(keepingCapacity: true) }
        append(make())
        numbers[key.bytes] = made
        return made
    }

    /// The number of the value of a line's fields. `make` makes the value if the fields are new to
    /// `memo`. Each `FieldMemo` belongs to one `Memo`.
    @inline(__always)
    mutating func number(
        of fields: FieldReader, in memo: FieldMemo, salt: UInt64 = 0, make: () -> Value
    ) -> Int32 {
        let number = memo.number(of: fields, salt: salt, next: made + 1)
        if number > made { append(make()) }
        return number
    }

    private mutating func append(_ value: Value) {
        made += 1
        fresh.append(value)
    }

    /// The values made since the last call, in the order of their numbers.
    package mutating func takeFresh() -> [Value] {
        guard !fresh.isEmpty else { return [] }
        defer { fresh.removeAll() }
        return fresh
    }
}

/// New values of a decoder, which its records name by number.
///
/// Values are numbered from 1 over the decoder's life, in the order of these arrays. A caller that
/// keeps records must keep every delta.
package struct DictionaryDelta: Sendable {
    package var profiles: [SendProfile] = []
    package var observed: [ObservedProfile] = []
    package var errors: [SendError] = []
    package var amounts: [Amount] = []

    package init() {}

    package var isEmpty: Bool {
        profiles.isEmpty && observed.isEmpty && errors.isEmpty && amounts.isEmpty
    }
}
