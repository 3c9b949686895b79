/// The words of a table and their places; -1 is none.
///
/// Tables of words live as long as the program, so their memory is never given back: as arrays
/// they cost two references counted for each of three words a line, a twentieth of the decoding.
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

    /// The place of a word in lower case, whatever the case in which it stands.
    package func place(ofLowercased word: JSONValue) -> Int {
        guard word.isString else { return -1 }
        return word.withCharacters { characters in
            // Beyond ASCII a letter's lower case may lie within it: that of the Kelvin sign does.
            guard characters.allSatisfy({ $0 < 0x80 }) else {
                return place(of: String(decoding: characters, as: UTF8.self).lowercased())
            }
            let lower = characters.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
            return node.find(lower).map { Int($0.pointee.slot) } ?? -1
        }
    }
}
