/// The first bytes of a rejected line, fit to be stored: its keys, its punctuation, no value.
///
/// Every value is masked, in whatever notation the line is written: JSON, prints of Swift, Dart,
/// Python or PHP, logfmt, XML, plain text. A value is shown only if its key is one of a few and
/// its text has the form of that key: see `ExcerptForm`. So is the time and the level with which a
/// logger begins a line.
///
///     [AnyHashable("title"): Ann Smith, AnyHashable("ts"): 2025-11-18T09:00:00Z]
///     […("title"): …, …("ts"): 2025-11-18T09:00:00Z]
///
/// A key is a word that `ExcerptWords` knows, before `:`, `=` or `=>`. Keys of an app's own are
/// shown as long as the line is well-formed JSON: elsewhere text and keys look the same.
package struct Excerpt {
    static let maximumBytes = 200
    private static let mask = Array("…".utf8)

    package static func make(_ line: UnsafeBufferPointer<UInt8>) -> String {
        let isCut = line.count > maximumBytes
        var excerpt = Excerpt(Array(line.prefix(maximumBytes)), isCut: isCut)
        excerpt.walk()
        if isCut { excerpt.appendMask() }
        return String(decoding: excerpt.result, as: UTF8.self)
    }

    private let text: [UInt8]
    /// Whether the line continues after the text.
    private let isCut: Bool
    private var result: [UInt8] = []
    private var index = 0
    /// The form in which the next value is shown.
    private var form: ExcerptForm?
    private var grammar = ExcerptGrammar()
    /// Whether only times and levels stood before this: a logger's own words.
    private var isLeading = true

    private init(_ text: [UInt8], isCut: Bool) {
        self.text = text
        self.isCut = isCut
    }

    private mutating func walk() {
        while index < text.count {
            if let quote = quote(at: index) {
                walkString(quote)
            } else if isPrefixOfString(index) {
                append(byte: text[index])
            } else if isWord(at: index) {
                walkWord()
            } else {
                walkPunctuation()
            }
        }
    }

    private mutating func walkPunctuation() {
        let byte = text[index]
        if ",;&{".utf8.contains(byte) { form = nil }
        if byte == UInt8(ascii: "{") { isLeading = false }
        grammar.read(punctuation: byte)
        append(byte: byte)
    }

    private mutating func append(byte: UInt8) {
        result.append(byte)
        index += 1
    }

    // MARK: Strings

    /// The quote that begins a string here. Within a word, `'` is an apostrophe.
    private func quote(at place: Int) -> UInt8? {
        "\"'".utf8.contains(text[place]) ? text[place] : nil
    }

    /// Python 2 writes `u'text'`.
    private func isPrefixOfString(_ place: Int) -> Bool {
        "ub".utf8.contains(text[place]) && isBefore("'", place + 1)
    }

    private mutating func walkString(_ quote: UInt8) {
        let end = endOfString(quote, from: index + 1)
        let isClosed = end < text.count
        let content = text[(index + 1)..<end]
        index = min(end + 1, text.count)
        let isKey = isClosed && isBeforeSeparator(index) && isKey(content)
        result.append(quote)
        if isKey {
            append(key: content)
        } else {
            append(value: content, isWhole: isClosed)
        }
        if isClosed { result.append(quote) }
        grammar.readString(isKey: isKey)
    }

    /// The place of a string's closing quote, or the end of the text.
    private func endOfString(_ quote: UInt8, from start: Int) -> Int {
        var place = start
        while place < text.count, text[place] != quote {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place, text.count)
    }

    private func isKey(_ content: ArraySlice<UInt8>) -> Bool {
        ExcerptWords.key(content) != nil
            || grammar.isAtKey && ExcerptWords.isIdentifier(content)
    }

    private mutating func append(key: ArraySlice<UInt8>) {
        isLeading = false
        form = ExcerptWords.key(key)?.form
        result += key
    }

    private mutating func append(value: ArraySlice<UInt8>, isWhole: Bool) {
        let shown = isWhole ? (form ?? .messageName).shown(value) : nil
        form = nil
        isLeading = false
        if let shown {
            result += shown
        } else if !value.isEmpty {
            appendMask()
        }
    }

    // MARK: Words

    private mutating func walkWord() {
        let end = text[index...].indices.first { !isWord(at: $0) } ?? text.count
        let word = text[index..<end]
        if isTag(word) {
            walkTag(word)
        } else if isBeforeSeparator(end), let key = ExcerptWords.key(word) {
            result += word
            index = end
            form = key.form
            isLeading = false
            grammar.readKey()
        } else if isLeading, let end = ExcerptForm.endOfLeading(text, from: index) {
            result += text[index..<end]
            index = end
            grammar.readText()
        } else if ExcerptWords.isType(word), isBeforeBracket(end) {
            result += word
            index = end
            grammar.readText()
        } else {
            walkValue(word)
        }
    }

    /// A value without quotes: shown in its form, or masked to the end of the word.
    private mutating func walkValue(_ word: ArraySlice<UInt8>) {
        isLeading = false
        let value = wholeValue()
        if let value, let shown = (form ?? .messageName).shown(value) {
            result += shown
            index = value.endIndex
        } else if ExcerptWords.isAbsent(word) {
            result += word
            index = word.endIndex
        } else {
            appendMask()
            index = word.endIndex
        }
        form = nil
        grammar.read(word: word)
    }

    /// A value with the colons in it, of times and message IDs; nil if it may continue after the
    /// text.
    private func wholeValue() -> ArraySlice<UInt8>? {
        let end = ExcerptForm.endOfValue(text, from: index)
        return isCut && end == text.count ? nil : text[index..<end]
    }

    /// Punctuation of one notation or another ends a word; everything else is a part of one.
    private func isWord(at place: Int) -> Bool {
        switch text[place] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""): false
        case UInt8(ascii: "/"): !isSlashOfTag(place)
        case UInt8(ascii: "%"), UInt8(ascii: "#"): !isBefore("{<", place + 1)
        case let byte: !"{}[](),:;=<>&|".utf8.contains(byte)
        }
    }

    private func isSlashOfTag(_ place: Int) -> Bool {
        isBefore(">", place + 1) || place > 0 && text[place - 1] == UInt8(ascii: "<")
    }

    private func isBefore(_ bytes: StaticString, _ place: Int) -> Bool {
        place < text.count
            && UnsafeBufferPointer(start: bytes.utf8Start, count: bytes.utf8CodeUnitCount)
                .contains(text[place])
    }

    /// Whether `:`, `=` or `=>` comes next, behind a bracket that ends the key and behind blanks.
    private func isBeforeSeparator(_ place: Int) -> Bool {
        let bracket = isBefore(")]", place) ? 1 : 0
        return isBefore(":=", endOfBlanks(place + bracket))
    }

    private func isBeforeBracket(_ place: Int) -> Bool { isBefore("([{<", endOfBlanks(place)) }

    private func endOfBlanks(_ place: Int) -> Int {
        text[place...].indices.first { !isBefore(" \t", $0) } ?? text.count
    }

    // MARK: Tags

    /// Whether the word is the name of an XML element.
    private func isTag(_ word: ArraySlice<UInt8>) -> Bool {
        let place = word.startIndex
        guard place > 0, ExcerptWords.key(word) != nil, isBefore(" >/", word.endIndex) else {
            return false
        }
        return text[place - 1] == UInt8(ascii: "<") || isEndTag(place)
    }

    private func isEndTag(_ place: Int) -> Bool {
        place > 1 && text[place - 1] == UInt8(ascii: "/") && text[place - 2] == UInt8(ascii: "<")
    }

    private mutating func walkTag(_ name: ArraySlice<UInt8>) {
        form = isEndTag(name.startIndex) ? nil : ExcerptWords.key(name)?.form
        isLeading = false
        result += name
        index = name.endIndex
        grammar.readKey()
    }

    /// A mask stands for all words of a value.
    private mutating func appendMask() {
        let blank = result.reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = result.count - blank.count
        if result[..<end].suffix(Excerpt.mask.count) == Excerpt.mask[...] {
            result.removeLast(blank.count)
        } else {
            result += Excerpt.mask
        }
    }
}
