import NDJSON
import TestSupport
import Testing

@Suite("Words in text")
struct WordSearchTests {
    /// A found word and its place.
    private struct Found: Hashable {
        var word: Int
        var place: Int
    }

    private func found(_ search: WordSearch, in text: [UInt8]) -> Set<Found> {
        var all: Set<Found> = []
        let padded = text + [UInt8](repeating: 0, count: FieldReader.padding)
        padded.withUnsafeBufferPointer { bytes in
            search.forEach(in: UnsafeBufferPointer(rebasing: bytes.prefix(text.count))) {
                all.insert(Found(word: $0, place: $1))
                return true
            }
        }
        return all
    }

    private func plainly(_ words: [String], in text: [UInt8]) -> Set<Found> {
        var all: Set<Found> = []
        for (number, word) in words.enumerated() {
            for place in text.indices where text[place...].starts(with: word.utf8) {
                all.insert(Found(word: number, place: place))
            }
        }
        return all
    }

    @Test("all places of all words are found, and no others", arguments: 0..<50)
    func everywhere(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let letters = Array("abc".utf8)
        let words = (0..<8).map { _ in
            String(
                decoding: (0..<(8 + random.below(6))).map { _ in random.pick(letters) },
                as: UTF8.self)
        }
        let searches = [WordSearch(words), WordSearch(words, plainly: true)]
        for length in 0..<200 {
            var text = (0..<length).map { _ in random.pick(letters) }
            for _ in 0..<3 {
                text.insert(contentsOf: random.pick(words).utf8, at: random.below(length + 1))
            }
            let expected = plainly(words, in: text)
            for search in searches { #expect(found(search, in: text) == expected) }
        }
    }
}
