internal import CScan

/// The escapes of JSON strings (RFC 8259, section 7), decoded to UTF-8.
///
/// A lone surrogate is well-formed JSON but no character: it becomes U+FFFD.
package enum JSONEscapes {
    /// Calls `body` with the characters of a string, followed by `padding` readable bytes.
    ///
    /// `bytes` may hold only escapes that the reader has checked.
    @inline(never)
    static func withDecoded<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, padding: Int = 0,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        // An escape is never shorter than its character.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + padding + room) {
            guard let start = $0.baseAddress else {
                return body(UnsafeBufferPointer(start: nil, count: 0))
            }
            let end = decode(bytes, into: start)
            end.initialize(repeating: 0, count: padding)
            return body(UnsafeBufferPointer(start: start, count: end - start))
        }
    }

    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        withDecoded(bytes) { Array($0) }
    }

    /// Bytes that must be writable after the characters.
    static let room = 16

    /// Longer texts are most likely JSON, in which nearly all escapes are of quotes.
    private static let long = 128

    /// Writes the characters, at most as many bytes as the input, and returns their end.
    /// `FieldReader.padding` bytes after the text are readable.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard var p = bytes.baseAddress else { return output }
        let end = p + bytes.count
        var out = output
        while p < end {
            if bytes.count >= long {
                let copied = scan_copy_unescaped(p, end - p, out)
                p += copied.read
                out += copied.written
            } else {
                scan_copy(out, p)
                let stops = scan_quotes(p)
                let run = min(stops == 0 ? 16 : stops.trailingZeroBitCount, end - p)
                p += run
                out += run
            }
            while p < end, p[0] == UInt8(ascii: "\\"), p + 1 < end {
                p += 2
                if p[-1] == UInt8(ascii: "u") {
                    out = write(scalar(&p, end), to: out)
                } else {
                    out.initialize(to: simple(p[-1]))
                    out += 1
                }
            }
        }
        return out
    }

    /// Appends a text as the content of a string. RFC 8259 asks for escapes of quotation mark,
    /// backslash and control characters.
    package static func append(_ text: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
            case ..<0x20:
                json += "\\u00".utf8
                json += [digits[Int(byte >> 4)], digits[Int(byte & 0xf)]]
            default: json.append(byte)
            }
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)

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

    /// Reads the four digits at `p`, and the escape of a low surrogate after a high one.
    @inline(__always)
    private static func scalar(
        _ p: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UInt32 {
        let first = unit(p)
        p += 4
        guard first & 0xfc00 == 0xd800, p + 6 <= end, p[0] == UInt8(ascii: "\\"),
            p[1] == UInt8(ascii: "u")
        else { return first }
        let second = unit(p + 2)
        guard second & 0xfc00 == 0xdc00 else { return first }
        p += 6
        return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
    }

    @inline(__always)
    private static func unit(_ p: UnsafePointer<UInt8>) -> UInt32 {
        func digit(_ index: Int) -> UInt32 { UInt32(hexDigit(p[index]) ?? 0) }
        return digit(0) << 12 | digit(1) << 8 | digit(2) << 4 | digit(3)
    }

    /// UTF-8, by the table of RFC 3629; U+FFFD for a lone surrogate.
    private static func write(
        _ scalar: UInt32, to out: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let scalar = (0xd800..<0xe000).contains(scalar) ? 0xfffd : scalar
        func tail(_ shift: UInt32) -> UInt8 {
            0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3f)
        }
        switch scalar {
        case ..<0x80:
            out.initialize(to: UInt8(truncatingIfNeeded: scalar))
            return out + 1
        case ..<0x800:
            out.initialize(to: 0xc0 | UInt8(truncatingIfNeeded: scalar >> 6))
            (out + 1).initialize(to: tail(0))
            return out + 2
        case ..<0x10000:
            out.initialize(to: 0xe0 | UInt8(truncatingIfNeeded: scalar >> 12))
            (out + 1).initialize(to: tail(6))
            (out + 2).initialize(to: tail(0))
            return out + 3
        default:
            out.initialize(to: 0xf0 | UInt8(truncatingIfNeeded: scalar >> 18))
            (out + 1).initialize(to: tail(12))
            (out + 2).initialize(to: tail(6))
            (out + 3).initialize(to: tail(0))
            return out + 4
        }
    }
}

/// The value of a hexadecimal digit in either case.
@inline(__always)
package func hexDigit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return digit <= 9 ? digit : letter <= 5 ? letter + 10 : nil
}
