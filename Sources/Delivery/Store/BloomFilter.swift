package import FCM

/// A set of keys that is sometimes wrong in one way: it may hold a key that was never put in.
///
/// A blocked Bloom filter (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom
/// filters", 2009): all bits of a key lie in one block of 512, so that a look-up costs one cache
/// miss. With 16 bits a key about two in a thousand absent keys seem to be there.
package struct BloomFilter {
    private static let bitsPerKey = 16
    private static let wordsPerBlock = 8
    private static let probes = 7

    package private(set) var words: [UInt64]

    /// An empty one, for this many keys.
    package init(capacity: Int) {
        let blocks = max(1, capacity * BloomFilter.bitsPerKey / 512)
        words = Array(repeating: 0, count: blocks * BloomFilter.wordsPerBlock)
    }

    /// A stored one. Words that are no whole blocks are damaged: then it may hold every key.
    package init(words: [UInt64]) {
        let isWhole = !words.isEmpty && words.count % BloomFilter.wordsPerBlock == 0
        self.words =
            isWhole ? words : Array(repeating: .max, count: BloomFilter.wordsPerBlock)
    }

    package mutating func insert(_ key: MessageKey) {
        let hash = Hash(key, words.count / BloomFilter.wordsPerBlock)
        for probe in 0..<BloomFilter.probes {
            let bit = hash.bit(probe)
            words[hash.firstWord + bit >> 6] |= 1 << UInt64(bit & 63)
        }
    }

    package func mayHold(_ key: MessageKey) -> Bool {
        let hash = Hash(key, words.count / BloomFilter.wordsPerBlock)
        for probe in 0..<BloomFilter.probes {
            let bit = hash.bit(probe)
            if words[hash.firstWord + bit >> 6] & 1 << UInt64(bit & 63) == 0 { return false }
        }
        return true
    }

    /// The block of a key, and nine bits for each of its places in there.
    private struct Hash {
        let firstWord: Int
        private let bits: UInt64

        @inline(__always)
        init(_ key: MessageKey, _ blocks: Int) {
            let mixed = Hash.fold(
                UInt64(bitPattern: key.k), UInt64(bitPattern: key.tail) ^ 0x9e37_79b9_7f4a_7c15)
            let block = ((mixed >> 32) &* UInt64(blocks)) >> 32
            firstWord = Int(block) * BloomFilter.wordsPerBlock
            bits = Hash.fold(mixed, 0xbf58_476d_1ce4_e5b9)
        }

        @inline(__always)
        func bit(_ probe: Int) -> Int { Int(bits >> UInt64(9 * probe) & 511) }

        @inline(__always)
        private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let product = a.multipliedFullWidth(by: b)
            return product.high ^ product.low
        }
    }
}
