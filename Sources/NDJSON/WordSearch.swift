/// Finds several words in text, in one pass that looks at a part of the bytes.
///
/// The way of Wu and Manber (A fast algorithm for multi-pattern searching, 1994): the two bytes at
/// the end of a window of eight say how far the next place is at which a word can begin. Searched
/// for one after the other, twenty words cost more than the reading of the line.
package struct WordSearch: Sendable {
    /// As many bytes as the shortest word can have.
    private static let window = 8
    private let words: [[UInt8]]
    /// The first eight bytes of each.
    private let heads: [UInt64]
    /// By two bytes, how far the window can move on; 0 where a word may begin at its start.
    private let shifts: [UInt8]

    /// - Parameter words: of eight bytes or more.
    package init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
        heads = self.words.map { word in
            word.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        }
        var shifts = [UInt8](repeating: UInt8(WordSearch.window - 1), count: 1 << 12)
        for word in self.words {
            precondition(word.count >= WordSearch.window, "a word is shorter than the window")
            for end in 2...WordSearch.window {
                let pair = WordSearch.pair(word[end - 2], word[end - 1])
                shifts[pair] = min(shifts[pair], UInt8(WordSearch.window - end))
            }
        }
        self.shifts = shifts
    }

    /// Whether `isWanted` says so of a word that stands in the text: it gets the number of the word
    /// and the place at which it begins.
    package func stands(
        in text: UnsafeBufferPointer<UInt8>, where isWanted: (_ word: Int, _ place: Int) -> Bool
    ) -> Bool {
        var end = WordSearch.window
        while end <= text.count {
            let shift = shifts[WordSearch.pair(text[end - 2], text[end - 1])]
            guard shift == 0 else {
                end += Int(shift)
                continue
            }
            if begins(in: text, at: end - WordSearch.window, isWanted) { return true }
            end += 1
        }
        return false
    }

    private func begins(
        in text: UnsafeBufferPointer<UInt8>, at place: Int, _ isWanted: (Int, Int) -> Bool
    ) -> Bool {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[place...])
        let head = rest.loadUnaligned(as: UInt64.self)
        for (number, word) in words.enumerated()
        where heads[number] == head && rest.starts(with: word) && isWanted(number, place) {
            return true
        }
        return false
    }

    @inline(__always)
    private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first) << 4 ^ Int(second)
    }
}
