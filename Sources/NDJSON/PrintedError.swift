/// Errors as Node prints them: name and message, the stack line by line, and the properties in
/// braces.
///
///     FirebaseMessagingError: Requested entity was not found.
///         at createFirebaseError (/app/errors.js:57:12) {
///       errorInfo: { code: 'messaging/registration-token-not-registered' }
///     }
package enum PrintedError {
    private static let error = Array("Error".utf8)
    private static let mark = Array("Error: ".utf8)
    private static let at = Array("at ".utf8)

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    static func isOfName(_ byte: UInt8) -> Bool {
        Digits.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || byte == UInt8(ascii: ".")
    }

    /// The text up to the end of the line, without blanks at its end.
    static func restOfLine(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> UnsafeBufferPointer<UInt8> {
        var end = text[start...].firstIndex(of: 0x0a) ?? text.count
        while end > start, isBlank(text[end - 1]) { end -= 1 }
        return UnsafeBufferPointer(rebasing: text[start..<end])
    }

    /// The end of the name of an error at a place of a line, which a colon and its message follow.
    static func nameEnd(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        let name = text[start...].prefix(while: isOfName)
        guard name.count >= error.count, name.suffix(error.count).elementsEqual(error) else {
            return nil
        }
        var end = name.endIndex
        // The code of one of Node's own errors: `TypeError [ERR_INVALID_URL]: …`.
        if text[end...].starts(with: [0x20, UInt8(ascii: "[")]) {
            let bracket = text[(end + 2)...].prefix(while: isOfName).endIndex
            if bracket < text.count, text[bracket] == UInt8(ascii: "]") { end = bracket + 1 }
        }
        guard end < text.count, text[end] == UInt8(ascii: ":") else { return nil }
        guard end + 1 == text.count || isBlank(text[end + 1]) else { return nil }
        return end
    }

    /// The place in a line where an error begins that may go on in the next lines.
    static func start(in line: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let place = line.place(ofPart: mark) else { return nil }
        return line[..<place].lastIndex { !isOfName($0) }.map { $0 + 1 } ?? 0
    }

    /// Whether a line without the blanks before it is one of a stack.
    static func isStack(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.starts(with: at)
    }

    static func hasProperties(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.suffix(2).elementsEqual([0x20, UInt8(ascii: "{")])
    }

    /// A text in square brackets at the start of a line: `[Error: no such entity]`, `[cause]`.
    struct Atom {
        /// The place after its bracket.
        var end: Int
        /// Whether a colon follows its first word, which begins with a capital letter.
        var isNamed: Bool
        /// Whether braces follow.
        var hasObject: Bool
    }

    /// The longest text in square brackets.
    private static let longestAtom = 4096

    /// `isKey`: any text is one.
    static func atom(
        _ text: UnsafeBufferPointer<UInt8>, at start: Int, isKey: Bool
    ) -> Atom? {
        guard start + 1 < text.count, isKey || isCapital(text[start + 1]) else { return nil }
        let near = text[..<min(text.count, start + longestAtom)]
        return atom(restOfLine(UnsafeBufferPointer(rebasing: near), from: start))
    }

    static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }

    private static func atom(_ line: UnsafeBufferPointer<UInt8>) -> Atom? {
        var rest = line[1...]
        while let bracket = rest.firstIndex(of: UInt8(ascii: "]")) {
            let behind = line[(bracket + 1)...].first { $0 != 0x20 }
            if behind.map({ ",:{}])".utf8.contains($0) }) ?? true {
                let name = line[1...].prefix(while: isOfName)
                let isNamed =
                    name.first.map(isCapital) ?? false
                    && line[name.endIndex] == UInt8(ascii: ":")
                return Atom(
                    end: bracket + 1, isNamed: isNamed, hasObject: behind == UInt8(ascii: "{"))
            }
            rest = line[(bracket + 1)...]
        }
        return nil
    }

    /// Whether a line is only one of a stack, as Node and Java print it:
    /// `at send (/app/a.js:44:28)`.
    package static func isStackAlone(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = line.firstIndex(where: { !isBlank($0) }) else { return false }
        var text = restOfLine(line, from: start)
        if hasProperties(text) { text = UnsafeBufferPointer(rebasing: text.dropLast(2)) }
        if text.last == UInt8(ascii: ")") { text = UnsafeBufferPointer(rebasing: text.dropLast()) }
        let number = text.reversed().prefix(while: Digits.isDecimal).count
        return isStack(text) && number > 0 && text.dropLast(number).last == UInt8(ascii: ":")
    }
}
