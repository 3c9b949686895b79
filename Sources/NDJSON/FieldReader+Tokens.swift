internal import CScan

/// Strings, numbers and words: see the walk in `FieldReader`.
extension FieldReader {
    /// Reads the content of a string and its closing quote.
    ///
    /// Only the usual case is inlined: a short string without escapes, whose first stop is the
    /// closing quote.
    @inline(__always)
    func string(_ start: Position, _ end: Position, _ escaped: inout Bool) -> Position? {
        let stops = scan_string_stops(start)
        let p = start + stops.trailingZeroBitCount
        if stops != 0, p[0] == UInt8(ascii: "\""), p < end { return p + 1 }
        return anyString(start, end, &escaped)
    }

    @inline(never)
    private func anyString(
        _ start: Position, _ end: Position, _ escaped: inout Bool
    ) -> Position? {
        characters(start, end, &escaped, areJSON: false)
    }

    /// Continues in a string that holds JSON. A separate function, so that `anyString`, which reads
    /// most strings, calls nothing and saves no registers.
    @inline(never)
    private func charactersOfJSON(_ start: Position, _ end: Position) -> Position? {
        var escaped = true
        return characters(start, end, &escaped, areJSON: true)
    }

    @inline(__always)
    private func characters(
        _ start: Position, _ end: Position, _ escaped: inout Bool, areJSON: Bool
    ) -> Position? {
        var p = start
        while true {
            p = stop(p, end)
            guard p < end else { return fail(.unendedString, end) }
            switch p[0] {
            case UInt8(ascii: "\""): return p + 1
            case UInt8(ascii: "\\"):
                escaped = true
                if FieldReader.isOfJSON(p) {
                    guard areJSON else { return charactersOfJSON(p, end) }
                    p = behindSimpleEscapes(p, end)
                } else {
                    repeat {
                        guard let next = escape(p, end) else { return nil }
                        p = next
                    } while p[0] == UInt8(ascii: "\\") && p < end
                }
            case 0x80...:
                guard let next = utf8(p, end) else { return nil }
                p = next
            default: return fail(.controlCharacterInString, p)
            }
        }
    }

    /// The next byte at which reading stops: the end of the string, an escape, or a character to
    /// check.
    @inline(__always)
    private func stop(_ p: Position, _ end: Position) -> Position {
        let stops = scan_string_stops(p)
        return stops != 0 ? p + stops.trailingZeroBitCount : stopInLongString(p + 16, end)
    }

    /// The next stop in a long string, 64 bytes at a time; `end` or behind it if there is none.
    @inline(__always)
    private func stopInLongString(_ start: Position, _ end: Position) -> Position {
        var p = start
        while p < end {
            let stops = scan_long_string_stops(p)
            if stops != 0 { return p + stops.trailingZeroBitCount }
            p += 64
        }
        return p
    }

    /// Whether an escape looks like the start of a name in JSON; then more escapes follow.
    @inline(__always)
    private static func isOfJSON(_ p: Position) -> Bool {
        (p[1] == UInt8(ascii: "\"") || p[1] == UInt8(ascii: "\\"))
            && (p[-1] == UInt8(ascii: "{") || p[-1] == UInt8(ascii: ","))
    }

    /// The next stop other than an escape of a quote, a backslash or a slash, 64 bytes at a time.
    /// Text that holds JSON has such an escape in one of eight bytes. `end` or behind it if there
    /// is none.
    @inline(never)
    private func behindSimpleEscapes(_ start: Position, _ end: Position) -> Position {
        var p = start
        var carry: UInt64 = 0
        while p < end {
            var escaped: UInt64 = 0
            let stops = scan_escaped_stops(p, &carry, &escaped)
            if stops != 0 {
                let place = stops.trailingZeroBitCount
                return p + place - Int(escaped >> UInt64(place) & 1)
            }
            p += 64
        }
        return p
    }

    @inline(__always)
    private func escape(_ p: Position, _ end: Position) -> Position? {
        guard p + 1 < end else { return fail(.unendedString, end) }
        switch p[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return p + 2
        case UInt8(ascii: "u"):
            guard p + 6 <= end, hexDigit(p[2]) != nil, hexDigit(p[3]) != nil,
                hexDigit(p[4]) != nil, hexDigit(p[5]) != nil
            else { return fail(.badEscape, p) }
            return p + 6
        default: return fail(.badEscape, p)
        }
    }

    /// Consecutive non-ASCII characters, by the table of RFC 3629: no overlong forms, no
    /// surrogates, nothing above U+10FFFF.
    @inline(__always)
    private func utf8(_ start: Position, _ end: Position) -> Position? {
        var p = start
        repeat {
            let length = FieldReader.utf8Length(p)
            guard length > 0, end - p >= length else { return fail(.badUTF8, p) }
            p += length
        } while p[0] >= 0x80 && p < end
        return p
    }

    /// The length of the character at `p` in bytes; 0 if it is invalid.
    @inline(__always)
    private static func utf8Length(_ p: Position) -> Int {
        let lead = p[0]
        if lead < 0xe0 { return lead >= 0xc2 && p[1] & 0xc0 == 0x80 ? 2 : 0 }
        guard p[1] & 0xc0 == 0x80, p[2] & 0xc0 == 0x80 else { return 0 }
        // The first eleven bits show overlong forms, surrogates and values above U+10FFFF.
        let head = UInt16(lead) << 8 | UInt16(p[1])
        if lead < 0xf0 { return head >= 0xe0a0 && !(0xeda0...0xedbf).contains(head) ? 3 : 0 }
        return p[3] & 0xc0 == 0x80 && (0xf090...0xf48f).contains(head) ? 4 : 0
    }

    /// The words of RFC 8259, section 3, compared as numbers of four bytes.
    @inline(__always)
    func literal(
        _ kind: JSONValue.Kind, _ p: Position, _ end: Position, _ found: inout JSONValue
    ) -> Position? {
        let count = kind == .false ? 5 : 4
        let word: StaticString = kind == .false ? "alse" : kind == .true ? "true" : "null"
        let start = kind == .false ? p + 1 : p
        guard end - p >= count, areEqual4(start, word.utf8Start) else {
            return fail(.expectedValue, p)
        }
        found = JSONValue(start: p, count: count, kind: kind)
        return p + count
    }

    /// Reads a number by the grammar of RFC 8259, section 6.
    func number(_ start: Position, _ end: Position) -> Position? {
        var p = start
        if p < end, p[0] == UInt8(ascii: "-") { p += 1 }
        guard p < end, FieldReader.isDigit(p[0]) else {
            return fail(p == start ? .expectedValue : .badNumber, p)
        }
        p = p[0] == UInt8(ascii: "0") ? p + 1 : FieldReader.behindDigits(p, end)
        if p < end, p[0] == UInt8(ascii: ".") {
            p += 1
            guard p < end, FieldReader.isDigit(p[0]) else { return fail(.badNumber, p) }
            p = FieldReader.behindDigits(p, end)
        }
        if p < end, p[0] | 0x20 == UInt8(ascii: "e") {
            p += 1
            if p < end, p[0] == UInt8(ascii: "+") || p[0] == UInt8(ascii: "-") { p += 1 }
            guard p < end, FieldReader.isDigit(p[0]) else { return fail(.badNumber, p) }
            p = FieldReader.behindDigits(p, end)
        }
        return p
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    /// The place after the digits at `p`, eight at a time.
    @inline(__always)
    private static func behindDigits(_ start: Position, _ end: Position) -> Position {
        var p = start
        while p < end {
            let count = Digits.count(p)
            p += count
            if count < 8 { break }
        }
        return min(p, end)
    }
}
