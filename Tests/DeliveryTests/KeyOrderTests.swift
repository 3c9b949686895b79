import Delivery
import FCM
import Testing

@Suite("The order of a batch")
struct KeyOrderTests {
    private func order(_ keys: [MessageKey]) -> [MessageKey] {
        KeyOrder.places(of: keys.map { MessageState(key: $0) }).map { keys[Int($0)] }
    }

    @Test("is that of the keys, whatever digits differ", arguments: 0..<12)
    func sorted(seed: Int) {
        var random = SystemRandomNumberGenerator()
        let bits = UInt64(5 * seed + 5)
        let keys = (0..<3000).map { _ in
            let k = Int64.random(in: Int64.min...Int64.max, using: &random) >> Int64(64 - bits)
            return MessageKey(k: k, tail: Int64.random(in: -3...3, using: &random))
        }
        #expect(order(keys) == keys.sorted())
    }

    @Test("of keys that are all alike but for the tail is that of the tails")
    func equalMoments() {
        let keys = [5, -1, 3, 0, Int64.max, Int64.min].map { MessageKey(k: 7, tail: $0) }
        #expect(order(keys) == keys.sorted())
    }

    @Test("of nothing is nothing")
    func empty() { #expect(order([]).isEmpty) }
}
