/// Looks up words by their bytes, without making a `String` of them first: what senders and
/// clients write in a field that has few values.
package struct WordTable<Value: Sendable>: Sendable {
    @usableFromInline var table: WordIndex
    @usableFromInline var values: [Value] = []

    /// Words are given in lower case when case does not matter: see `value(ofAnyCase:)`.
    package init(_ words: [(Value, [String])]) {
        table = WordIndex(words.map(\.1))
        values = words.map(\.0)
    }

    /// Nil for a word that is not in the table, and for what is no string.
    @inlinable
    package func value(of word: JSONValue) -> Value? { value(at: table.place(of: word)) }

    @inlinable
    package func value(of word: String) -> Value? { value(at: table.place(of: word)) }

    /// For tables whose words are in lower case.
    @inlinable
    package func value(ofAnyCase word: JSONValue) -> Value? {
        value(of: word) ?? value(at: table.place(ofLowercased: word))
    }

    @inlinable
    func value(at place: Int) -> Value? { place < 0 ? nil : values[place] }
}

/// The words of a table and their places; -1 is none.
@usableFromInline
package struct WordIndex: Sendable {
    private var table = KeyTable()

    init(_ words: [[String]]) {
        for (place, spellings) in words.enumerated() {
            for word in spellings { table.update(Array(word.utf8)) { $0.slot = Int32(place) } }
        }
    }

    @usableFromInline
    package func place(of word: JSONValue) -> Int {
        guard word.isString else { return -1 }
        return word.withCharacters(find)
    }

    @usableFromInline
    package func place(of word: String) -> Int {
        var word = word
        return word.withUTF8(find)
    }

    @usableFromInline
    package func place(ofLowercased word: JSONValue) -> Int {
        word.string.map { place(of: $0.lowercased()) } ?? -1
    }

    private func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        table.slot(of: bytes)
    }
}

extension KeyTable {
    /// The slot of a key, or -1; reads nothing behind the key.
    func slot(of key: UnsafeBufferPointer<UInt8>) -> Int {
        var prefix: UInt64 = 0
        for index in 0..<min(key.count, 8) { prefix |= UInt64(key[index]) << (8 * UInt64(index)) }
        let mask = buckets.count - 1
        var bucket = KeyTable.bucket(prefix, key.count, mask)
        while buckets[bucket] != 0 {
            let place = Int(buckets[bucket]) - 1
            if entries[place].prefix == prefix, entries[place].key.count == key.count,
                key.count <= 8 || entries[place].key.elementsEqual(key)
            {
                return Int(entries[place].slot)
            }
            bucket = (bucket + 1) & mask
        }
        return -1
    }
}
