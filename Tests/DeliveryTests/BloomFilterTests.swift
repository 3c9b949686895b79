import Delivery
import FCM
import Testing

@Suite("Filters of keys without a time")
struct BloomFilterTests {
    private func keys(_ count: Int, seed: UInt64) -> [MessageKey] {
        var state = seed
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
        return (0..<count).map { _ in
            MessageKey(
                k: Int64(bitPattern: 1 << 63 | next() >> 4), tail: Int64(bitPattern: next()))
        }
    }

    @Test("hold every key that was put in", arguments: [1, 100, 4096, 16_384])
    func noneLost(count: Int) {
        var filter = BloomFilter(capacity: count)
        let keys = keys(count, seed: 1)
        for key in keys { filter.insert(key) }
        #expect(keys.allSatisfy(filter.mayHold))
        let stored = BloomFilter(words: filter.words)
        #expect(keys.allSatisfy(stored.mayHold))
    }

    /// Every key that seems to be there costs a look into the table.
    @Test("seldom hold a key that was not", arguments: [4096, 65_536])
    func fewFalse(count: Int) {
        var filter = BloomFilter(capacity: count)
        for key in keys(count, seed: 1) { filter.insert(key) }
        let seeming = keys(100_000, seed: 2).count(where: filter.mayHold)
        #expect(seeming < 500)
    }

    @Test("may hold every key when they are damaged", arguments: [0, 1, 7, 9])
    func damaged(words: Int) {
        var filter = BloomFilter(words: Array(repeating: 0, count: words))
        let keys = keys(100, seed: 3)
        #expect(keys.allSatisfy(filter.mayHold))
        filter.insert(keys[0])
        #expect(filter.mayHold(keys[0]))
    }
}
