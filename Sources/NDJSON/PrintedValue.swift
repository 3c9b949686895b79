/// Converts objects and lists as Node and Python print them to JSON: bare keys, texts in single
/// quotes or backticks, `None`, `True`, `undefined`, tuples, `u'…'`, `[Error]`, `... 3 more items`,
/// and errors with their stack. An error is its name and message as a text, or, if it has
/// properties, an object with these as `message`.
///
/// The result may be invalid: a strict reader must check it.
package struct PrintedValue {
    private let text: UnsafeBufferPointer<UInt8>
    private var json: [UInt8] = []
    /// The start of the last message of an error in `json`.
    private var lastMessage = 0
    /// The next text goes on with the one before it.
    private var isJoining = false

    /// The value that begins with a bracket at a place of a text, and its end. Nil if it does not
    /// end in the text, and for text that begins as JSON, which is JSON or damaged JSON unless it
    /// names the class of an object.
    package static func json(
        at start: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (bytes: [UInt8], end: Int)? {
        guard !isJSON(text[start...]) || text.contains(part: objectOfClass) else { return nil }
        var shape = ValueShape()
        var value = PrintedValue(text: text)
        let state = shape.read(text, from: start) { value.add($0, $1) }
        guard case .closed(let end) = state else { return nil }
        return (value.json, end)
    }

    /// React Native quotes keys and texts, and names each class.
    private static let objectOfClass = Array("Object {".utf8)

    private static func isJSON(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.first { !"{[( \t\r\n".utf8.contains($0) } == UInt8(ascii: "\"")
    }

    private init(text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// Adds a part of the value as JSON.
    private mutating func add(_ range: Range<Int>, _ part: ValueShape.Part) {
        switch part {
        case .mark: addMark(text[range.lowerBound])
        case .value, .key:
            "\"'`".utf8.contains(text[range.lowerBound])
                ? addText(range) : addWord(text[range], isKey: part == .key)
        case .message: addMessage(text[range])
        case .properties:
            json.insert(contentsOf: #"{"message":"#.utf8, at: lastMessage)
            json.append(UInt8(ascii: ","))
        case .join:
            trimBlanks()
            isJoining = json.last == UInt8(ascii: "\"")
            if isJoining { json.removeLast() }
        }
    }

    private mutating func addMark(_ byte: UInt8) {
        if isJoining, PrintedError.isBlank(byte) { return }
        switch byte {
        case UInt8(ascii: "("): json.append(UInt8(ascii: "["))
        case UInt8(ascii: ")"): addEnd(UInt8(ascii: "]"))
        case UInt8(ascii: "]"), UInt8(ascii: "}"): addEnd(byte)
        default: json.append(byte)
        }
    }

    /// A comma may follow the last element, as React Native and Python print it.
    private mutating func addEnd(_ bracket: UInt8) {
        if let last = json.last(where: { !PrintedError.isBlank($0) }), last == UInt8(ascii: ",") {
            dropComma()
        }
        json.append(bracket)
    }

    private mutating func addMessage(_ message: Slice<UnsafeBufferPointer<UInt8>>) {
        lastMessage = json.count
        json.append(UInt8(ascii: "\""))
        for byte in message {
            if "\"\\".utf8.contains(byte) { json.append(UInt8(ascii: "\\")) }
            json.append(byte < 0x20 ? 0x20 : byte)
        }
        trimBlanks()
        json.append(UInt8(ascii: "\""))
    }

    private mutating func addText(_ range: Range<Int>) {
        if !isJoining { json.append(UInt8(ascii: "\"")) }
        isJoining = false
        var place = range.lowerBound + 1
        while place < range.upperBound - 1 {
            let byte = text[place]
            place += 1
            if byte == UInt8(ascii: "\\") {
                addEscape(text[place])
                place += 1
            } else {
                if byte == UInt8(ascii: "\"") { json.append(UInt8(ascii: "\\")) }
                json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    /// Both languages write `\'` and `\x1b`, which are not in JSON.
    private mutating func addEscape(_ escaped: UInt8) {
        switch escaped {
        case UInt8(ascii: "x"): json += "\\u00".utf8
        case UInt8(ascii: "'"), UInt8(ascii: "`"): json.append(escaped)
        default: json += [UInt8(ascii: "\\"), escaped]
        }
    }

    private mutating func addWord(_ word: Slice<UnsafeBufferPointer<UInt8>>, isKey: Bool) {
        if word.starts(with: "...".utf8) { return dropComma() }
        switch String(decoding: word, as: UTF8.self) {
        case "True": json += "true".utf8
        case "False": json += "false".utf8
        case "None", "undefined", "NaN", "Infinity", "-Infinity": json += "null".utf8
        case "true", "false", "null": json += word
        default: addOther(word, isKey: isKey)
        }
    }

    /// A key, a number, or a text without quotes.
    private mutating func addOther(_ word: Slice<UnsafeBufferPointer<UInt8>>, isKey: Bool) {
        let isNumber = word.allSatisfy { Digits.isDecimal($0) || "+-.eE".utf8.contains($0) }
        if isNumber, !isKey {
            json += word
        } else {
            json += [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
        }
    }

    /// A comma comes before left-out elements.
    private mutating func dropComma() {
        trimBlanks()
        if json.last == UInt8(ascii: ",") { json.removeLast() }
    }

    private mutating func trimBlanks() {
        while let last = json.last, PrintedError.isBlank(last) { json.removeLast() }
    }
}
