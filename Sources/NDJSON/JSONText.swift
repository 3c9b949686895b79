/// Walks text that the reader has checked to be well-formed JSON.
enum JSONText {
    typealias Position = UnsafePointer<UInt8>

    static func skipSpace(_ start: Position) -> Position {
        var p = start
        while p[0] <= 0x20 { p += 1 }
        return p
    }

    /// Whether the value at `p` is null or empty text, which count as absent.
    @inline(__always)
    static func isNone(_ p: Position) -> Bool {
        p[0] == UInt8(ascii: "n") || p[0] == UInt8(ascii: "\"") && p[1] == UInt8(ascii: "\"")
    }

    /// The position after such a value.
    @inline(__always)
    static func afterNone(_ p: Position) -> Position { p + (p[0] == UInt8(ascii: "n") ? 4 : 2) }

    /// Whether the object at `p`, of `count` bytes, has a member with a value. For most objects the
    /// last byte inside is enough: null ends in `l`, and empty text in two quotes.
    @inline(__always)
    static func hasMember(_ object: Position, _ count: Int) -> Bool {
        let last = object[count - 2]
        let isText = last == UInt8(ascii: "\"")
        if isText ? object[count - 3] != last : isEndOfValue(last) { return true }
        return hasMember(object)
    }

    /// Whether a value that is neither null nor text ends in this byte.
    private static func isEndOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "e"): true
        default: false
        }
    }

    private static func hasMember(_ object: Position) -> Bool {
        var p = skipSpace(object + 1)
        while p[0] == UInt8(ascii: "\"") {
            p = skipSpace(skipSpace(afterString(p)) + 1)
            guard isNone(p) else { return true }
            p = skipSpace(afterNone(p))
            if p[0] == UInt8(ascii: ",") { p = skipSpace(p + 1) }
        }
        return false
    }

    /// The position after the string whose opening quote is at `p`.
    private static func afterString(_ start: Position) -> Position {
        var p = start + 1
        while p[0] != UInt8(ascii: "\"") { p += p[0] == UInt8(ascii: "\\") ? 2 : 1 }
        return p + 1
    }
}
