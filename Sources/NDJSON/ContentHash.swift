internal import CScan

extension SipHash {
    /// Appends a JSON value, independent of its spelling: white space, the order of keys, escapes,
    /// and members that are null or empty text do not change the hash. Numbers count as written.
    package mutating func append(_ value: JSONValue) {
        append(ContentHash.hash(of: value))
    }

    /// Appends an object without the members of these names.
    package mutating func append(_ object: JSONValue, without names: WordIndex) {
        append(ContentHash.hash(ofMembersOf: object, without: names))
    }
}

/// The hash of a JSON value's content, in one walk over text that the reader has checked.
private enum ContentHash {
    private typealias Position = UnsafePointer<UInt8>

    private static let key = SipHash.Key(0x636f_6e74_656e_7431, 0x6a73_6f6e_7661_6c75)

    static func hash(of value: JSONValue) -> UInt64 {
        switch value.kind {
        case .absent: return 0
        case .string, .escapedString:
            return value.withCharacters { scalar(.string, $0) }
        case .number, .true, .false, .null: return scalar(value.kind, value.bytes)
        case .object, .array:
            var p = value.start
            return hash(&p)
        }
    }

    static func hash(ofMembersOf object: JSONValue, without names: WordIndex) -> UInt64 {
        guard object.kind == .object else { return 0 }
        var p = object.start
        return members(&p) { names.place(of: $0) < 0 }
    }

    /// The hash of the value at `p`. Moves `p` behind the value.
    private static func hash(_ p: inout Position) -> UInt64 {
        switch p[0] {
        case UInt8(ascii: "\""): return hash(of: string(&p))
        case UInt8(ascii: "{"):
            // Addition is independent of the order of members.
            return 0x6f62_6a65_6374 &+ members(&p) { _ in true }
        case UInt8(ascii: "["): return elements(&p)
        default:
            let start = p
            while !isEnd(p[0]) { p += 1 }
            return scalar(kind(start[0]), UnsafeBufferPointer(start: start, count: p - start))
        }
    }

    @inline(__always)
    private static func members(
        _ p: inout Position, where isWanted: (JSONValue) -> Bool
    ) -> UInt64 {
        var sum: UInt64 = 0
        p += 1
        skipSpace(&p)
        while p[0] != UInt8(ascii: "}") {
            let name = string(&p)
            skipSpace(&p)
            p += 1
            skipSpace(&p)
            if JSONText.isNone(p) {
                p = JSONText.afterNone(p)
            } else if isWanted(name) {
                var member = SipHash(key: key)
                member.append(hash(of: name))
                member.append(hash(&p))
                sum &+= member.finish()
            } else {
                _ = hash(&p)
            }
            skipComma(&p)
        }
        p += 1
        return sum
    }

    private static func elements(_ p: inout Position) -> UInt64 {
        var all = SipHash(key: key)
        p += 1
        skipSpace(&p)
        while p[0] != UInt8(ascii: "]") {
            all.append(hash(&p))
            skipComma(&p)
        }
        p += 1
        return all.finish()
    }

    private static func scalar(
        _ kind: JSONValue.Kind, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UInt64 {
        SipHash.hash(UInt64(kind.rawValue), bytes, key: key)
    }

    /// The string whose opening quote is at `p`.
    @inline(__always)
    private static func string(_ p: inout Position) -> JSONValue {
        let start = p + 1
        var kind = JSONValue.Kind.string
        p = start
        while true {
            let ends = scan_quotes(p)
            guard ends != 0 else {
                p += 16
                continue
            }
            p += ends.trailingZeroBitCount
            if p[0] == UInt8(ascii: "\"") { break }
            kind = .escapedString
            p += 2
        }
        defer { p += 1 }
        return JSONValue(start: start, count: p - start, kind: kind)
    }

    private static func kind(_ first: UInt8) -> JSONValue.Kind {
        switch first {
        case UInt8(ascii: "t"): .true
        case UInt8(ascii: "f"): .false
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// Whether this byte ends a number or a word.
    @inline(__always)
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
            || byte == UInt8(ascii: "]")
    }

    @inline(__always)
    private static func skipSpace(_ p: inout Position) {
        while p[0] <= 0x20 { p += 1 }
    }

    @inline(__always)
    private static func skipComma(_ p: inout Position) {
        skipSpace(&p)
        guard p[0] == UInt8(ascii: ",") else { return }
        p += 1
        skipSpace(&p)
    }
}
