import NDJSON
import TestSupport
import Testing

@Suite("Numbers of fixed width")
struct DigitsTests {
    /// Texts of 36 bytes in which all, or all but a few, are digits.
    private func texts(_ alphabet: String, seed: UInt64) -> [[UInt8]] {
        var random = SeededRandom(seed: seed)
        let strange: [UInt8] = [0x00, 0x2f, 0x3a, 0x40, 0x41, 0x46, 0x47, 0x60, 0x67, 0x6f, 0x70]
        return (0..<2000).map { round in
            var text = (0..<36).map { _ in random.pick(Array(alphabet.utf8)) }
            if round % 2 == 1 {
                text[random.below(36)] = random.pick(strange + [0x2d, 0x80, 0xb0, 0xff])
            }
            return text
        }
    }

    private func plain(_ text: [UInt8], _ radix: Int) -> UInt64? {
        let isNumber = text.allSatisfy {
            (0x30...0x39).contains($0) || radix == 16 && (0x61...0x66).contains($0)
        }
        return isNumber ? UInt64(String(decoding: text, as: UTF8.self), radix: radix) : nil
    }

    @Test("sixteen decimal digits are read as Swift reads them", arguments: 0...20)
    func decimal(offset: Int) {
        for text in texts("0123456789", seed: UInt64(offset)) {
            let found = text.withUnsafeBufferPointer { Digits.decimal16($0, at: offset) }
            #expect(found.map(UInt64.init) == plain(Array(text[offset..<(offset + 16)]), 10))
        }
    }

    @Test("sixteen hexadecimal digits are read as Swift reads them", arguments: 0...20)
    func hexadecimal(offset: Int) {
        for text in texts("0123456789abcdef", seed: UInt64(offset)) {
            let found = text.withUnsafeBufferPointer { Digits.hexadecimal16($0, at: offset) }
            #expect(found == plain(Array(text[offset..<(offset + 16)]), 16))
        }
    }

    @Test("a UUID is its digits without the dashes")
    func uuid() {
        for (round, text) in texts("0123456789abcdef", seed: 99).enumerated() {
            var text = text
            for place in [8, 13, 18, 23] where round % 7 > 0 { text[place] = UInt8(ascii: "-") }
            let digits = [0..<8, 9..<13, 14..<18, 19..<23, 24..<36].flatMap { Array(text[$0]) }
            let hasDashes = [8, 13, 18, 23].allSatisfy { text[$0] == UInt8(ascii: "-") }
            let found = text.withUnsafeBufferPointer { Digits.uuid($0) }
            let high = plain(Array(digits[..<16]), 16)
            let low = plain(Array(digits[16...]), 16)
            #expect(found?.high == (hasDashes && low != nil ? high : nil))
            #expect(found?.low == (hasDashes && high != nil ? low : nil))
        }
    }
}
