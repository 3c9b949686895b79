/// Converts objects and lists as Node and Python print them to JSON: bare keys, texts in single
/// quotes or backticks, `None`, `True`, `undefined`, tuples, `u'…'`, `[Error]`, `... 3 more items`.
///
/// The result may be invalid: a strict reader must check it.
package struct PrintedValue {
    private let text: UnsafeBufferPointer<UInt8>
    private var json: [UInt8] = []

    /// The value that begins with a bracket at a place of a text, and its end. Nil if it does not
    /// end in the text, and for text that begins as JSON: that is JSON or damaged JSON.
    package static func json(
        at start: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (bytes: [UInt8], end: Int)? {
        guard text[start...].first(where: { !"{[( \t".utf8.contains($0) }) != UInt8(ascii: "\"")
        else { return nil }
        var shape = ValueShape()
        var value = PrintedValue(text: text)
        let state = shape.read(text, from: start) { value.add($0, isKey: $1) }
        guard case .closed(let end) = state else { return nil }
        return (value.json, end)
    }

    private init(text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// Adds a part of the value as JSON.
    private mutating func add(_ range: Range<Int>, isKey: Bool) {
        let byte = text[range.lowerBound]
        switch byte {
        case UInt8(ascii: "("): json.append(UInt8(ascii: "["))
        case UInt8(ascii: ")"): json.append(UInt8(ascii: "]"))
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): addText(range)
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0d:
            json.append(byte)
        default: addWord(text[range], isKey: isKey)
        }
    }

    private mutating func addText(_ range: Range<Int>) {
        json.append(UInt8(ascii: "\""))
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
        while let last = json.last, last == 0x20 || last == 0x09 { json.removeLast() }
        if json.last == UInt8(ascii: ",") { json.removeLast() }
    }
}
