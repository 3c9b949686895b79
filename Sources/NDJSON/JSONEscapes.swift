/// The escapes of JSON strings (RFC 8259, section 7), decoded to UTF-8.
///
/// A lone surrogate is well-formed JSON but no character: it becomes U+FFFD.
enum JSONEscapes {
    /// `bytes` hold escapes that the reader has already found well-formed.
    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                result.append(byte)
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            index += 2
            if escape == UInt8(ascii: "u") {
                append(scalar(bytes, &index), to: &result)
            } else {
                result.append(simple(escape))
            }
        }
        return result
    }

    private static func simple(_ escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "t"): 0x09
        default: escape
        }
    }

    /// Reads the four digits at `index`, and a low surrogate's escape after a high one.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32 {
        let first = unit(bytes, index)
        index = min(index + 4, bytes.count)
        guard (0xd800..<0xdc00).contains(first),
            index + 6 <= bytes.count,
            bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return first }
        let second = unit(bytes, index + 2)
        guard (0xdc00..<0xe000).contains(second) else { return first }
        index += 6
        return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
    }

    private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
        var unit: UInt32 = 0
        for offset in index..<min(index + 4, bytes.count) {
            unit = unit << 4 | UInt32(hexDigit(bytes[offset]) ?? 0)
        }
        return unit
    }

    private static func append(_ scalar: UInt32, to result: inout [UInt8]) {
        let scalar = Unicode.Scalar(scalar) ?? "\u{fffd}"
        result.append(contentsOf: Character(scalar).utf8)
    }
}

/// The value of a hexadecimal digit in either case.
package func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
