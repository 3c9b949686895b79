package import NDJSON

/// Values made from the fields of lines or from byte keys, numbered from 1. Equal fields get equal
/// numbers, and so do equal keys.
///
/// Compares in full, so values with equal hashes stay distinct. Drops all values when a limit is
/// reached. Numbers keep growing, so each stays the number of one value.
package struct Memo<Value: Sendable> {
    private var index: MemoIndex
    private var made: Int32 = 0
    /// The values made since the last `takeFresh`.
    private var fresh: [Value] = []

    package init(limit: Int = 16_384) {
        index = MemoIndex(limit: limit)
    }

    /// The number of the value of `key`. `make` makes the value if the key is new.
    package mutating func number(_ key: MemoKey, make: () -> Value) -> Int32 {
        let number = index.number(of: key, next: made + 1)
        if number > made { append(make()) }
        return number
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

/// New values of a decoder, which its records name by number, and the texts of message IDs that
/// their keys do not hold.
///
/// Values are numbered from 1 over the decoder's life, in the order of these arrays. A caller that
/// keeps records must keep every delta.
package struct DictionaryDelta: Sendable {
    package var profiles: [SendProfile] = []
    package var observed: [ObservedProfile] = []
    package var errors: [SendError] = []
    /// Of IDs without a known shape, once for each record that names one.
    package var messageIDs: [(key: MessageKey, text: String)] = []

    package init() {}

    package var isEmpty: Bool {
        profiles.isEmpty && observed.isEmpty && errors.isEmpty && messageIDs.isEmpty
    }

    /// Removes and returns the numbered values, which must be stored in the order of their numbers.
    /// The IDs stay, because they belong to their records.
    package mutating func takeValues() -> DictionaryDelta {
        var values = DictionaryDelta()
        swap(&values.profiles, &profiles)
        swap(&values.observed, &observed)
        swap(&values.errors, &errors)
        return values
    }

    package mutating func append(_ later: DictionaryDelta) {
        profiles += later.profiles
        observed += later.observed
        errors += later.errors
        messageIDs += later.messageIDs
    }
}
