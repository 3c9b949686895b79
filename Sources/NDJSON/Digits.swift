/// Numbers of fixed width in text, eight characters at a time: a byte of the loaded word is a
/// character, the first one the lowest. Reading IDs digit by digit took 8 % of decoding.
package enum Digits {
    /// Sixteen hexadecimal digits.
    package static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static let zeros: UInt64 = 0x3030_3030_3030_3030
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highNibbles: UInt64 = 0xf0f0_f0f0_f0f0_f0f0

    /// Whether a character is a decimal digit.
    package static func isDecimal(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// A letter or digit of ASCII.
    package static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }

    /// A character of ASCII in lower case; others are unchanged.
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
    }

    /// Whether a character can be part of a name in a program: letters, digits, `-`, `.`, `:` and
    /// `_`.
    package static func isOfName(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == 0x2d || byte == 0x2e || byte == 0x3a || byte == 0x5f
    }

    /// Whether a character is a hexadecimal digit, in lower or upper case.
    package static func isHexadecimal(_ byte: UInt8) -> Bool { hexDigit(byte) != nil }

    /// Sixteen decimal digits; nil if one of the characters is no digit.
    package static func decimal16(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int64? {
        guard let high = decimal8(word(text, offset)), let low = decimal8(word(text, offset + 8))
        else { return nil }
        return Int64(high * 100_000_000 + low)
    }

    /// Sixteen hexadecimal digits in lower case; nil if one of the characters is no such digit.
    package static func hexadecimal16(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> UInt64? {
        guard let high = hexadecimal8(word(text, offset)),
            let low = hexadecimal8(word(text, offset + 8))
        else { return nil }
        return high << 32 | low
    }

    /// The 32 digits of a UUID in lower case with its dashes (RFC 9562, section 4), as two numbers.
    package static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> (high: UInt64, low: UInt64)? {
        let dash = UInt8(ascii: "-")
        guard text.count == 36, text[8] == dash, text[13] == dash, text[18] == dash,
            text[23] == dash,
            let a = hexadecimal8(word(text, 0)),
            let b = hexadecimal8(halves(text, 9, 14)),
            let c = hexadecimal8(halves(text, 19, 24)),
            let d = hexadecimal8(word(text, 28))
        else { return nil }
        return (a << 32 | b, c << 32 | d)
    }

    /// The date at the start of a text: `2026-11-20`.
    static func date(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (year: Int64, month: Int64, day: Int64)? {
        // The year and the month with their dashes; the day is read separately.
        let word = word(text, 0)
        let separators: UInt64 = 0xff00_00ff_0000_0000
        guard word & separators == 0x2d00_002d_0000_0000,
            let number = decimal8(word & ~separators | zeros & separators),
            let day = decimal(text, 8..<10)
        else { return nil }
        // The dashes have become zeros: yyyy0mm0.
        return (Int64(number / 10_000), Int64(number / 10 % 100), day)
    }

    /// The time of day after a date and one more character: `09:00:00`.
    static func time(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (hour: Int64, minute: Int64, second: Int64)? {
        let word = word(text, 11)
        let separators: UInt64 = 0x0000_ff00_00ff_0000
        guard word & separators == 0x0000_3a00_003a_0000,
            let number = decimal8(word & ~separators | zeros & separators)
        else { return nil }
        // The colons have become zeros: hh0mm0ss.
        return (Int64(number / 1_000_000), Int64(number / 1000 % 100), Int64(number % 100))
    }

    /// A few decimal digits; nil if one of the characters is no digit.
    @inline(__always)
    static func decimal(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int64? {
        var number: Int64 = 0
        for index in range {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            number = number &* 10 &+ Int64(digit)
        }
        return number
    }

    /// The number of digits at the start of the eight bytes at `p`.
    @inline(__always)
    static func count(_ p: UnsafePointer<UInt8>) -> Int {
        let word = UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
        let digits = word ^ zeros
        // The highest bit of each byte that is no digit, and possibly of bytes above it.
        let others = (digits &+ 0x76 &* ones | digits) & (0x80 &* ones)
        return others.trailingZeroBitCount >> 3
    }

    @inline(__always)
    private static func word(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset + 8 <= text.count, "the text holds eight characters")
        return UInt64(
            littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(
                fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func halves(
        _ text: UnsafeBufferPointer<UInt8>, _ first: Int, _ second: Int
    ) -> UInt64 {
        word(text, first) & 0xffff_ffff | word(text, second) << 32
    }

    /// Whether all eight bytes are characters from 0 to 9.
    @inline(__always)
    private static func areDecimal(_ word: UInt64) -> Bool {
        (word & highNibbles) | ((word &+ 6 &* ones) & highNibbles) >> 4
            == zeros | zeros >> 4
    }

    @inline(__always)
    private static func decimal8(_ word: UInt64) -> UInt64? {
        guard areDecimal(word) else { return nil }
        // Pairs of digits, then pairs of pairs, then pairs of those: each multiplication adds
        // neighbours.
        let digits = word & 0x0f0f_0f0f_0f0f_0f0f
        let pairs = (digits &* (10 << 8 | 1)) >> 8 & 0x00ff_00ff_00ff_00ff
        let fours = (pairs &* (100 << 16 | 1)) >> 16 & 0x0000_ffff_0000_ffff
        return (fours &* (10_000 << 32 | 1)) >> 32
    }

    @inline(__always)
    private static func hexadecimal8(_ word: UInt64) -> UInt64? {
        // Characters from 0x40 on are letters: their value is the low nibble plus nine.
        let nibbles = word & 0x0f0f_0f0f_0f0f_0f0f &+ (word >> 6 & ones) &* 9
        let isLetter = (nibbles &+ 6 &* ones) >> 4 & ones
        // The characters with these values; if the word differs, it has a character that is no
        // digit.
        let expected = zeros &+ nibbles &+ isLetter &* 0x27
        guard word == expected, nibbles & highNibbles == 0 else { return nil }
        let pairs = (nibbles << 4 | nibbles >> 8) & 0x00ff_00ff_00ff_00ff
        let swapped = pairs.byteSwapped >> 8
        let fours = (swapped | swapped >> 8) & 0x0000_ffff_0000_ffff
        return (fours | fours >> 16) & 0xffff_ffff
    }
}
