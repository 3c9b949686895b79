/// Finds several words in text, in one pass that looks at a part of the bytes.
///
/// The way of Wu and Manber (A fast algorithm for multi-pattern searching, 1994): the three bytes
/// at the end of a window of seven say how far the next place is at which a word can begin.
/// Searched for one after the other, twenty words cost more than the reading of the line.
package struct WordSearch: Sendable {
    /// As many bytes as the shortest word can have.
    private static let window = 7
    /// Bytes of a window that are looked at.
    private static let block = 3
    private static let hashBits: UInt32 = 13
    private let words: [[UInt8]]
    /// By a hash of three bytes, how far the window can move on; 0 where a word may begin at its
    /// start.
    private let shifts: [UInt8]
    /// The words that may begin there, by the same hash.
    private let candidates: [Int: [Int]]

    /// - Parameter words: of seven bytes or more.
    package init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
        let farthest = UInt8(WordSearch.window - WordSearch.block + 1)
        var shifts = [UInt8](repeating: farthest, count: 1 << Int(WordSearch.hashBits))
        var candidates: [Int: [Int]] = [:]
        for (number, word) in self.words.enumerated() {
            precondition(word.count >= WordSearch.window, "a word is shorter than the window")
            for end in WordSearch.block...WordSearch.window {
                let bytes = word[(end - 3)..<end].reversed().reduce(0) { $0 << 8 | UInt32($1) }
                let hash = WordSearch.hash(bytes)
                shifts[hash] = min(shifts[hash], UInt8(WordSearch.window - end))
                if end == WordSearch.window { candidates[hash, default: []].append(number) }
            }
        }
        self.shifts = shifts
        self.candidates = candidates
    }

    /// Whether `isWanted` says so of a word that stands in the text: it gets the number of the word
    /// and the place at which it begins. A byte behind the text is readable.
    package func stands(
        in text: UnsafeBufferPointer<UInt8>, where isWanted: (_ word: Int, _ place: Int) -> Bool
    ) -> Bool {
        guard let start = text.baseAddress else { return false }
        let bytes = UnsafeRawPointer(start)
        return shifts.withUnsafeBufferPointer { shifts in
            var end = WordSearch.window
            while end <= text.count {
                let last = bytes.loadUnaligned(fromByteOffset: end - 3, as: UInt32.self)
                let hash = WordSearch.hash(UInt32(littleEndian: last) & 0xff_ffff)
                let shift = shifts[hash]
                end += Int(shift)
                guard shift == 0 else { continue }
                if begins(in: text, at: end - WordSearch.window, hash, isWanted) { return true }
                end += 1
            }
            return false
        }
    }

    private func begins(
        in text: UnsafeBufferPointer<UInt8>, at place: Int, _ hash: Int,
        _ isWanted: (Int, Int) -> Bool
    ) -> Bool {
        let rest = text[place...]
        for number in candidates[hash] ?? []
        where rest.starts(with: words[number]) && isWanted(number, place) {
            return true
        }
        return false
    }

    @inline(__always)
    private static func hash(_ bytes: UInt32) -> Int {
        Int(truncatingIfNeeded: (bytes &* 0x9e37_79b1) >> (32 - hashBits))
    }
}
