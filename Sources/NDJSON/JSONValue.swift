/// One value of a line in place: its kind and its bytes, not copied.
///
/// The bytes belong to the line, or to the reader's memory for JSON inside strings. A value is
/// valid until the reader reads the next line.
///
/// Public, so that it is inlined into decoders, which read about thirty values a line: a twentieth
/// of decoding. The compiler inlines no `package` declaration in another module.
public struct JSONValue {
    public enum Kind: UInt8, Sendable {
        case absent
        /// A string without escapes; the bytes are its content without the quotes.
        case string
        /// A string with escapes; the bytes still hold them.
        case escapedString
        case number
        case `true`
        case `false`
        case null
        /// An object or array; the bytes include its brackets.
        case object
        case array
    }

    public var start: UnsafePointer<UInt8>
    public var count: Int
    public var kind: Kind

    @inlinable
    public init(start: UnsafePointer<UInt8>, count: Int, kind: Kind) {
        self.start = start
        self.count = count
        self.kind = kind
    }

    private static let nothing: StaticString = ""
    package static var absent: JSONValue {
        JSONValue(start: nothing.utf8Start, count: 0, kind: .absent)
    }

    @inlinable @inline(__always) public var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: count)
    }

    /// Whether the line has this field, with a value other than null and empty text.
    @inlinable @inline(__always) public var isGiven: Bool { kind != .absent }

    @inlinable @inline(__always) public var isString: Bool {
        kind == .string || kind == .escapedString
    }
    @inlinable @inline(__always) public var isObject: Bool { kind == .object }

    /// Whether this is an array with an element, an object with a member other than null and empty
    /// text, or a string with characters.
    package var isNonEmpty: Bool {
        switch kind {
        case .string, .escapedString: count > 0
        case .array: JSONText.skipSpace(start + 1)[0] != UInt8(ascii: "]")
        case .object: JSONText.hasMember(start, count)
        default: false
        }
    }

    /// Calls `body` with the decoded characters of a string, or with a number as written.
    @inlinable @inline(__always)
    public func withCharacters<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard kind == .escapedString else { return body(bytes) }
        var result: Result?
        withDecoded { result = body($0) }
        return result.unsafelyUnwrapped
    }

    /// Calls `body` with the decoded characters of a string. Not generic, so that it needs no
    /// metadata of types.
    @usableFromInline
    func withDecoded(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        JSONEscapes.withDecoded(bytes, body)
    }

    /// The text of a string; nil for every other kind.
    package var string: String? {
        switch kind {
        case .string: String(decoding: bytes, as: UTF8.self)
        case .escapedString:
            JSONEscapes.withDecoded(bytes) { String(decoding: $0, as: UTF8.self) }
        default: nil
        }
    }

    /// The text of a string that is not empty, or of a number as written.
    package var text: String? {
        switch kind {
        case .number: String(decoding: bytes, as: UTF8.self)
        case .string, .escapedString: count > 0 ? string : nil
        default: nil
        }
    }

    /// A whole number, from a JSON number or from a string of digits.
    package var integer: Int64? {
        switch kind {
        case .number, .string, .escapedString: withCharacters(parseInteger)
        default: nil
        }
    }

    /// Whether the value is one of the spellings of yes: `true`, `1`, `"1"`, `"true"`.
    package var isTrue: Bool {
        switch kind {
        case .true: true
        case .number: count == 1 && start[0] == UInt8(ascii: "1")
        case .string, .escapedString: equals("1") || equals("true")
        default: false
        }
    }

    /// Whether a string has exactly these characters.
    package func equals(_ text: StaticString) -> Bool {
        isString
            && withCharacters { $0.equalsASCII(text) }
    }
}

/// A decimal integer with an optional minus sign; nil for other text, or if it does not fit 64
/// bits.
func parseInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var index = bytes.startIndex
    let negative = bytes.first == UInt8(ascii: "-")
    if negative { index += 1 }
    guard index < bytes.endIndex, bytes.endIndex - index <= 19 else { return nil }
    var magnitude: UInt64 = 0
    while index < bytes.endIndex {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        magnitude = magnitude &* 10 &+ UInt64(digit)
        index += 1
    }
    guard magnitude <= UInt64(Int64.max) else { return nil }
    return negative ? -Int64(magnitude) : Int64(magnitude)
}
