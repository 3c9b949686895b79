/// The words of a table and their indexes; -1 is none.
///
/// Tables of words live as long as the program, so their memory is never freed. As arrays they cost
/// two reference counts for each of three words a line: a twentieth of decoding.
package struct WordIndex: Sendable {
    private let node: FlatNode

    package init(_ words: [[String]]) {
        var table = KeyTable()
        for (place, spellings) in words.enumerated() {
            for word in spellings { table.update(Array(word.utf8)) { $0.slot = Int32(place) } }
        }
        node = FlatNode(table)
    }

    package func place(of word: JSONValue) -> Int {
        guard word.isString else { return -1 }
        let entry = node.find(word.start, word.count, escaped: word.kind == .escapedString)
        return entry.map { Int($0.pointee.slot) } ?? -1
    }

    package func place(of word: String) -> Int {
        node.find(Array(word.utf8)).map { Int($0.pointee.slot) } ?? -1
    }

    /// The index of a word in a table of lower-case words, in any case.
    package func place(ofLowercased word: JSONValue) -> Int {
        guard word.isString else { return -1 }
        return word.withCharacters { characters in
            // The lower case of a non-ASCII letter may be ASCII, as for the Kelvin sign.
            guard characters.allSatisfy({ $0 < 0x80 }) else {
                return place(of: String(decoding: characters, as: UTF8.self).lowercased())
            }
            let lower = characters.map(Digits.lowercased)
            return node.find(lower).map { Int($0.pointee.slot) } ?? -1
        }
    }
}
