/// Whether a line is well-formed JSON up to here, and whether a key stands next in it.
///
/// Only then is a word in quotes known to be a key: `"Ann":` may as well be a part of a text.
/// What follows the first error is not trusted. Text before the first object is no error.
struct ExcerptGrammar {
    private enum Position {
        case keyOrValue
        case colon
        case value
        case end
    }

    private var isSound = true
    private var position = Position.keyOrValue
    private var containers: [UInt8] = []
    /// Whether an object or a key stood before this.
    private var hasBegun = false

    /// Whether a string that stands here is a key. A line of JSON that was printed over several
    /// lines begins with one.
    var isAtKey: Bool {
        isSound && position == .keyOrValue
            && (containers.last ?? UInt8(ascii: "{")) == UInt8(ascii: "{")
    }

    mutating func readString(isKey: Bool) {
        let isKeyOfObject = isKey && isAtKey
        if !isKeyOfObject { expectValue() }
        if isKey { hasBegun = true }
        position = isKeyOfObject ? .colon : .end
    }

    mutating func read(word: ArraySlice<UInt8>) {
        expectValue()
        position = .end
        if !ExcerptWords.isLiteral(word) { isSound = false }
    }

    /// A key without quotes.
    mutating func readKey() {
        isSound = false
        hasBegun = true
    }

    mutating func readText() { isSound = false }

    mutating func read(punctuation byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            expect(containers.popLast() == byte - 2)
            position = .end
        case UInt8(ascii: ","):
            expect(position == .end)
            position = .keyOrValue
        case UInt8(ascii: ":"):
            expect(position == .colon)
            position = .value
        case UInt8(ascii: " "), UInt8(ascii: "\t"): break
        default: isSound = false
        }
    }

    private mutating func open(_ byte: UInt8) {
        if byte == UInt8(ascii: "{"), !hasBegun {
            hasBegun = true
            isSound = true
        } else {
            expectValue()
        }
        containers.append(byte)
        position = .keyOrValue
    }

    private mutating func expectValue() {
        expect(position == .value || position == .keyOrValue)
    }

    private mutating func expect(_ holds: Bool) {
        if !holds { isSound = false }
    }
}
