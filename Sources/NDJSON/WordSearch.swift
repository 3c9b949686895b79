internal import CScan

/// Finds several words in text, in one pass over many places at a time.
///
/// Searches for three bytes of each word that are rare in logs. One search for each of twenty words
/// cost more than reading the line.
package struct WordSearch: Sendable {
    private struct Word {
        var number: Int
        var triple: UInt32
        /// The position of the triple in the word.
        var offset: Int
        var bytes: Range<Int>
    }

    private static let groupCount = 8
    /// The words of the first group, then of the second, and so on.
    private var words: [Word] = []
    /// The range of each group's words.
    private var groups: [Range<Int>] = []
    /// The bytes of all words.
    private var bytes: [UInt8] = []
    private var triples = scan_triples()
    private let plainly: Bool

    /// - Parameters:
    ///   - words: each has three bytes or more.
    ///   - plainly: searches one place at a time, as on a processor without SSSE3.
    package init(_ words: [String], plainly: Bool = false) {
        self.plainly = plainly
        let words = words.map { Array($0.utf8) }
        var members: [[Triple]] = Array(repeating: [], count: WordSearch.groupCount)
        for triple in WordSearch.triples(of: words) {
            let group = WordSearch.group(for: triple.bytes, among: members.map { $0.map(\.bytes) })
            members[group].append(triple)
            note(triple.bytes, of: group)
        }
        for triples in members {
            let start = self.words.count
            for triple in triples { add(words, of: triple) }
            groups.append(start..<self.words.count)
        }
    }

    private mutating func add(_ words: [[UInt8]], of triple: Triple) {
        for (number, offset) in triple.places {
            let end = bytes.count + words[number].count
            self.words.append(
                Word(
                    number: number, triple: triple.number, offset: offset,
                    bytes: bytes.count..<end))
            bytes += words[number]
        }
    }

    private mutating func note(_ triple: [UInt8], of group: Int) {
        let bit = UInt8(1) << group
        withUnsafeMutableBytes(of: &triples) { tables in
            for (place, byte) in triple.enumerated() {
                tables[place * 16 + Int(byte & 15)] |= bit
                tables[(3 + place) * 16 + Int(byte >> 4)] |= bit
            }
        }
    }

    /// Calls `body` with the number and the place of each word in the text, until it returns false.
    /// `FieldReader.padding` bytes after the text are readable.
    package func forEach(
        in text: UnsafeBufferPointer<UInt8>, _ body: (_ word: Int, _ place: Int) -> Bool
    ) {
        guard let start = text.baseAddress, text.count > 2 else { return }
        let end = text.count - 2
        withTables { tables in
            var block = 0
            var places: UInt32 = 0
            while true {
                block = next(start, block, end, tables.triples, &places)
                while block < end, places != 0 {
                    let place = block + places.trailingZeroBitCount
                    guard place < end, tables.check(text, at: place, body) else { return }
                    places &= places - 1
                }
                guard block < end else { return }
                block += 32
            }
        }
    }

    /// The tables as plain memory: access counts no references.
    private func withTables(_ body: (Tables) -> Void) {
        words.withUnsafeBufferPointer { words in
            groups.withUnsafeBufferPointer { groups in
                bytes.withUnsafeBufferPointer { bytes in
                    withUnsafePointer(to: triples) { triples in
                        body(Tables(words: words, groups: groups, bytes: bytes, triples: triples))
                    }
                }
            }
        }
    }

    private struct Tables {
        let words: UnsafeBufferPointer<Word>
        let groups: UnsafeBufferPointer<Range<Int>>
        let bytes: UnsafeBufferPointer<UInt8>
        let triples: UnsafePointer<scan_triples>

        /// Calls `body` for the words whose triple is at a place. False if `body` returned false.
        @inline(__always)
        func check(
            _ text: UnsafeBufferPointer<UInt8>, at place: Int, _ body: (Int, Int) -> Bool
        ) -> Bool {
            guard let start = text.baseAddress, let known = bytes.baseAddress else { return false }
            var found = scan_triple_groups(start + place, triples)
            let four = UnsafeRawPointer(start + place).loadUnaligned(as: UInt32.self)
            let triple = UInt32(littleEndian: four) & 0xff_ffff
            while found != 0 {
                for index in groups[found.trailingZeroBitCount] where words[index].triple == triple
                {
                    let word = words[index]
                    let begin = place - word.offset
                    guard begin >= 0, begin + word.bytes.count <= text.count,
                        areEqual(start + begin, known + word.bytes.lowerBound, word.bytes.count)
                    else { continue }
                    guard body(word.number, begin) else { return false }
                }
                found &= found - 1
            }
            return true
        }
    }

    @inline(__always)
    private func next(
        _ start: UnsafePointer<UInt8>, _ from: Int, _ end: Int,
        _ triples: UnsafePointer<scan_triples>, _ places: inout UInt32
    ) -> Int {
        plainly
            ? scan_next_triples_plainly(start, from, end, triples, &places)
            : scan_next_triples(start, from, end, triples, &places)
    }
}

// MARK: - The triples that are looked for

extension WordSearch {
    private struct Triple {
        /// The bytes of the triple, the first one the lowest.
        var number: UInt32
        /// The words that it represents, and its position in them.
        var places: [(word: Int, offset: Int)]
        /// How common the triple is.
        var usage: Int

        var bytes: [UInt8] { (0..<3).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }

    /// How common a byte is in lines of JSON.
    private static let usages: [Int] = {
        var usages = [Int](repeating: 1, count: 256)
        for byte in "_/ {}".utf8 { usages[Int(byte)] = 2 }
        for byte in "bcdfghjklmpquvwxyz0123456789-.,".utf8 { usages[Int(byte)] = 4 }
        for byte in "etaoinsr\":".utf8 { usages[Int(byte)] = 8 }
        return usages
    }()

    /// The group in which a triple adds the fewest false candidates.
    private static func group(for triple: [UInt8], among groups: [[[UInt8]]]) -> Int {
        let added = groups.map { usage(ofLike: $0 + [triple]) - usage(ofLike: $0) }
        return added.indices.min { added[$0] < added[$1] } ?? 0
    }

    /// How common the candidates of a group are: at each place any upper four bits of its triples
    /// with any lower ones.
    private static func usage(ofLike triples: [[UInt8]]) -> Int {
        guard let first = triples.first else { return 0 }
        return first.indices.reduce(1) { product, place in
            var (low, high) = (0, 0)
            for triple in triples {
                low |= 1 << (triple[place] & 15)
                high |= 1 << (triple[place] >> 4)
            }
            var usage = 0
            for upper in 0..<16 where high >> upper & 1 == 1 {
                for lower in 0..<16 where low >> lower & 1 == 1 {
                    usage += usages[upper << 4 | lower]
                }
            }
            return product * usage
        }
    }

    /// A few rare triples; one shared by several words is better than one for each. The common ones
    /// come first: they need a group of their own.
    private static func triples(of words: [[UInt8]]) -> [Triple] {
        let candidates = candidates(in: words)
        var chosen: [Triple] = []
        var isOpen = words.map { _ in true }
        while isOpen.contains(true) {
            var (best, bestCount) = (Triple(number: 0, places: [], usage: 0), 0)
            for triple in candidates {
                let count = triple.places.count { isOpen[$0.word] }
                guard count > 0, bestCount == 0 || triple.usage * bestCount < best.usage * count
                else { continue }
                (best, bestCount) = (triple, count)
            }
            precondition(bestCount > 0, "a word is too short to be searched for")
            best.places.removeAll { !isOpen[$0.word] }
            for place in best.places { isOpen[place.word] = false }
            chosen.append(best)
        }
        return chosen.sorted { $0.usage > $1.usage }
    }

    /// All triples of the words, each with one position in each word.
    private static func candidates(in words: [[UInt8]]) -> [Triple] {
        var triples: [Triple] = []
        for (word, bytes) in words.enumerated() {
            for offset in 0..<max(bytes.count - 2, 0) {
                let three = bytes[offset..<(offset + 3)]
                let number = three.reversed().reduce(0) { $0 << 8 | UInt32($1) }
                if let known = triples.firstIndex(where: { $0.number == number }) {
                    let isNew = triples[known].places.last?.word != word
                    if isNew { triples[known].places.append((word: word, offset: offset)) }
                } else {
                    let usage = three.reduce(1) { $0 * usages[Int($1)] }
                    triples.append(
                        Triple(
                            number: number, places: [(word: word, offset: offset)], usage: usage))
                }
            }
        }
        return triples
    }
}
