import CInflate
import CZlib
import TestSupport
import Testing

@Suite("The fast CRC", .enabled(if: fast_crc_is_available() != 0))
struct FastCRCTests {
    @Test(
        "is zlib's, of any number of bytes, in any parts", arguments: 0...40 as ClosedRange<UInt64>)
    func same(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let count = seed < 20 ? random.below(300) : random.below(70_000)
        let bytes = (0..<count).map { _ in UInt8(random.below(256)) }
        var (fast, plain, start): (UInt32, UInt, Int) = (0, 0, 0)
        repeat {
            let part = Array(bytes[start...].prefix(1 + random.below(count + 1)))
            fast = fast_crc(fast, part, part.count)
            plain = crc32(plain, part, UInt32(part.count))
            #expect(UInt(fast) == plain, "\(part.count) bytes from \(start) of \(count)")
            start += part.count
        } while start < count
    }
}
