/// Converts objects and lists as Node and Python print them to JSON: bare keys, texts in single
/// quotes or backticks, `None`, `True`, `undefined`, tuples, `u'…'`, `[Error]`, `... 3 more items`.
///
/// The result may be invalid: a strict reader must check it.
package struct PrintedValue {
    private let text: UnsafeBufferPointer<UInt8>
    private var place: Int
    private var brackets: [UInt8] = []
    private var json: [UInt8] = []

    /// The value that begins with a bracket at a place of a text, and its end. Nil if it does not
    /// end in the text, and for text that begins as JSON: that is JSON or damaged JSON.
    package static func json(
        at start: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (bytes: [UInt8], end: Int)? {
        let first = text[start...].first { !"{[( \t".utf8.contains($0) }
        var shape = ValueShape()
        guard first != UInt8(ascii: "\""), case .closed(let end) = shape.read(text, from: start)
        else { return nil }
        var value = PrintedValue(text: text, place: start)
        while value.place < end { value.take() }
        return (value.json, end)
    }

    private init(text: UnsafeBufferPointer<UInt8>, place: Int) {
        self.text = text
        self.place = place
    }

    /// Puts what comes next into JSON.
    private mutating func take() {
        let byte = text[place]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
            brackets.append(byte)
            put(byte == UInt8(ascii: "{") ? byte : UInt8(ascii: "["))
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
            brackets.removeLast()
            put(byte == UInt8(ascii: "}") ? byte : UInt8(ascii: "]"))
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0d: put(byte)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): takeText(byte)
        default: takeWord()
        }
    }

    private mutating func put(_ byte: UInt8) {
        json.append(byte)
        place += 1
    }

    private mutating func takeText(_ quote: UInt8) {
        json.append(UInt8(ascii: "\""))
        place += 1
        while text[place] != quote {
            if text[place] == UInt8(ascii: "\\") {
                takeEscape()
            } else {
                if text[place] == UInt8(ascii: "\"") { json.append(UInt8(ascii: "\\")) }
                put(text[place])
            }
        }
        json.append(UInt8(ascii: "\""))
        place += 1
    }

    /// Both languages write `\'` and `\x1b`, which are not in JSON.
    private mutating func takeEscape() {
        let escaped = text[place + 1]
        switch escaped {
        case UInt8(ascii: "x"):
            json += "\\u00".utf8
        case UInt8(ascii: "'"), UInt8(ascii: "`"):
            json.append(escaped)
        default:
            json += [UInt8(ascii: "\\"), escaped]
        }
        place += 2
    }

    private mutating func takeWord() {
        let begin = place
        place = ValueShape.endOfWord(at: begin, text, isKey: isKey)
        let word = text[begin..<place]
        // What Python puts before a quote.
        if word.count == 1, place < text.count, text[place] == UInt8(ascii: "'") { return }
        if word.starts(with: "...".utf8) { return dropComma() }
        switch String(decoding: word, as: UTF8.self) {
        case "True": json += "true".utf8
        case "False": json += "false".utf8
        case "None", "undefined", "NaN", "Infinity", "-Infinity": json += "null".utf8
        case "true", "false", "null": json += word
        default: takeOther(word)
        }
    }

    /// A key, a number, or a text without quotes.
    private mutating func takeOther(_ word: Slice<UnsafeBufferPointer<UInt8>>) {
        let isNumber = word.allSatisfy { Digits.isDecimal($0) || "+-.eE".utf8.contains($0) }
        if isNumber, !isKey {
            json += word
        } else {
            json += [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
        }
    }

    /// Whether a key of an object comes next.
    private var isKey: Bool {
        let last = json.last { $0 != 0x20 && $0 != 0x09 }
        return brackets.last == UInt8(ascii: "{") && last != UInt8(ascii: ":")
    }

    /// What was left out stands behind a comma.
    private mutating func dropComma() {
        while let last = json.last, last == 0x20 || last == 0x09 { json.removeLast() }
        if json.last == UInt8(ascii: ",") { json.removeLast() }
    }
}
