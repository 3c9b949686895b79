package import NDJSON

/// Looks up words by their bytes, without making a `String`: for fields with few possible words.
package struct WordTable<Value: Sendable>: Sendable {
    private var table: WordIndex
    private var values: [Value] = []

    /// If case does not matter, the words must be in lower case: see `value(ofAnyCase:)`.
    package init(_ words: [(Value, [String])]) {
        table = WordIndex(words.map(\.1))
        values = words.map(\.0)
    }

    /// The value of a word; nil if it is not in the table or no string.
    package func value(of word: JSONValue) -> Value? { value(at: table.place(of: word)) }

    package func value(of word: String) -> Value? { value(at: table.place(of: word)) }

    /// For tables whose words are in lower case.
    package func value(ofAnyCase word: JSONValue) -> Value? {
        value(of: word) ?? value(at: table.place(ofLowercased: word))
    }

    private func value(at place: Int) -> Value? { place < 0 ? nil : values[place] }
}
