package import NDJSON

/// Looks up words by their bytes, without making a `String` of them first: what senders and
/// clients write in a field that has few values.
package struct WordTable<Value: Sendable>: Sendable {
    private var table: WordIndex
    private var values: [Value] = []

    /// Words are given in lower case when case does not matter: see `value(ofAnyCase:)`.
    package init(_ words: [(Value, [String])]) {
        table = WordIndex(words.map(\.1))
        values = words.map(\.0)
    }

    /// Nil for a word that is not in the table, and for what is no string.
    package func value(of word: JSONValue) -> Value? { value(at: table.place(of: word)) }

    package func value(of word: String) -> Value? { value(at: table.place(of: word)) }

    /// For tables whose words are in lower case.
    package func value(ofAnyCase word: JSONValue) -> Value? {
        value(of: word) ?? value(at: table.place(ofLowercased: word))
    }

    private func value(at place: Int) -> Value? { place < 0 ? nil : values[place] }
}
