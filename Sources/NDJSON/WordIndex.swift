/// The words of a table and their places; -1 is none.
package struct WordIndex: Sendable {
    private var table = KeyTable()

    package init(_ words: [[String]]) {
        for (place, spellings) in words.enumerated() {
            for word in spellings { table.update(Array(word.utf8)) { $0.slot = Int32(place) } }
        }
    }

    package func place(of word: JSONValue) -> Int {
        guard word.isString else { return -1 }
        return word.withCharacters(find)
    }

    package func place(of word: String) -> Int {
        var word = word
        return word.withUTF8(find)
    }

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
