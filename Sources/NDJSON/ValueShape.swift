/// Finds the end of a value over several lines by its brackets, quotes, commas and colons: JSON,
/// and the prints of Node and Python. Stops at the first mark that fits no such value, so that a
/// stray bracket in text costs no other line.
///
/// Lines are parts of one text with line ends, or read one by one.
struct ValueShape {
    enum State: Equatable {
        case open
        /// The place after the last bracket.
        case closed(at: Int)
        case broken
    }

    /// The parts of a value.
    enum Part {
        /// A bracket, a comma, a colon or blanks.
        case mark
        /// A text in quotes or a word: a value, or a key.
        case value, key
        /// A value without quotes that may hold blanks: the message of an error.
        case message
        /// The brace before the properties of an error.
        case properties
        /// `+` between two texts in quotes that are one.
        case join
    }

    private enum Wanted {
        case value, valueOrEnd, keyOrEnd, colon, commaOrEnd
    }

    private var brackets: [UInt8] = []
    private var wanted = Wanted.value
    /// The value is an error, and more of its stack may follow.
    private(set) var isInError = false
    /// So far the text is an error without properties, which is no value.
    var isErrorAlone: Bool { isInError && brackets.isEmpty }
    /// An error has begun, so line ends count.
    private(set) var hasError = false

    /// Reads text from `start` to its end. Calls `token` for each part, but not for the `u` of
    /// Python's `u'…'`, the name of a class before its object, and the stack of an error.
    mutating func read(
        _ line: UnsafeBufferPointer<UInt8>, from start: Int,
        token: (_ range: Range<Int>, _ part: Part) -> Void = { _, _ in }
    ) -> State {
        var place = start
        while place < line.count {
            guard let end = readPart(line, at: place, token) else { return .broken }
            place = end
            if brackets.isEmpty, !isInError { return .closed(at: place) }
        }
        return brackets.isEmpty && !isInError ? .broken : .open
    }

    /// The end of the part at a place; nil if it fits no value.
    private mutating func readPart(
        _ line: UnsafeBufferPointer<UInt8>, at place: Int,
        _ token: (_ range: Range<Int>, _ part: Part) -> Void
    ) -> Int? {
        let byte = line[place]
        if PrintedError.isBlank(byte) {
            token(place..<place + 1, .mark)
            return place + 1
        }
        if isInError {
            let text = PrintedError.restOfLine(line, from: place)
            if PrintedError.isStack(text) { return end(ofError: text, place, token) }
            isInError = false
            guard !brackets.isEmpty else { return nil }
        }
        switch byte {
        case UInt8(ascii: "["):
            if let end = readAtom(line, at: place, token) { return end }
            return mark(place, token, open(byte))
        case UInt8(ascii: "{"), UInt8(ascii: "("): return mark(place, token, open(byte))
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
            return mark(place, token, close(byte))
        case UInt8(ascii: ","), UInt8(ascii: ":"): return mark(place, token, separate(byte))
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
            guard let behind = ValueShape.end(ofTextAt: place, line) else { return nil }
            return take(place..<behind, token)
        default: return readWord(line, at: place, token)
        }
    }

    private func mark(
        _ place: Int, _ token: (Range<Int>, Part) -> Void, _ fits: Bool
    ) -> Int? {
        guard fits else { return nil }
        token(place..<place + 1, .mark)
        return place + 1
    }

    private mutating func open(_ bracket: UInt8) -> Bool {
        guard wanted == .value || wanted == .valueOrEnd,
            brackets.count < FieldReader.maximumDepth
        else { return false }
        brackets.append(bracket)
        wanted = bracket == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
        return true
    }

    private mutating func close(_ bracket: UInt8) -> Bool {
        // In ASCII a closing bracket is one or two places after its opening one.
        guard let last = brackets.last, (1...2).contains(Int(bracket) - Int(last)),
            wanted == .commaOrEnd || wanted == .keyOrEnd || wanted == .valueOrEnd
        else { return false }
        brackets.removeLast()
        wanted = .commaOrEnd
        return true
    }

    private mutating func separate(_ byte: UInt8) -> Bool {
        if byte == UInt8(ascii: ":") {
            guard wanted == .colon else { return false }
            wanted = .value
            return true
        }
        guard wanted == .commaOrEnd, let last = brackets.last else { return false }
        // A comma may also follow the last element.
        wanted = last == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
        return true
    }

    // MARK: Texts and words

    /// Accepts a text or a word as a key or a value.
    private mutating func take(
        _ range: Range<Int>, _ token: (Range<Int>, Part) -> Void, as part: Part = .value
    ) -> Int? {
        switch wanted {
        case .keyOrEnd:
            wanted = .colon
            token(range, .key)
        case .value, .valueOrEnd:
            wanted = .commaOrEnd
            token(range, part)
        case .colon, .commaOrEnd: return nil
        }
        return range.upperBound
    }

    private mutating func readWord(
        _ line: UnsafeBufferPointer<UInt8>, at place: Int, _ token: (Range<Int>, Part) -> Void
    ) -> Int? {
        let wantsValue = wanted == .value || wanted == .valueOrEnd
        if wantsValue, PrintedError.nameEnd(line, at: place) != nil {
            let text = PrintedError.restOfLine(line, from: place)
            return end(ofError: text, place, token)
        }
        let end = ValueShape.endOfWord(at: place, line, isKey: wanted == .keyOrEnd)
        if end - place == 1, end < line.count, line[end] == UInt8(ascii: "'") { return end }
        if end - place == 1, line[place] == UInt8(ascii: "+"), wanted == .commaOrEnd {
            wanted = .value
            token(place..<end, .join)
            return end
        }
        if wantsValue, ValueShape.isClass(line[place..<end], before: line[end...]) { return end }
        return take(place..<end, token)
    }

    /// Accepts the message or a line of the stack of an error, and what follows it in its line.
    private mutating func end(
        ofError text: UnsafeBufferPointer<UInt8>, _ place: Int,
        _ token: (Range<Int>, Part) -> Void
    ) -> Int? {
        hasError = true
        let line = place + text.count
        let hasProperties = PrintedError.hasProperties(text)
        if !isInError {
            let message = place..<line - (hasProperties ? 1 : 0)
            guard take(message, token, as: .message) != nil else { return nil }
        }
        isInError = !hasProperties
        if hasProperties { return openProperties(at: line - 1, token) }
        if text.last == UInt8(ascii: ","), !brackets.isEmpty, PrintedError.isStack(text) {
            isInError = false
            _ = separate(UInt8(ascii: ","))
            token(line - 1..<line, .mark)
        }
        return line
    }

    /// Opens the properties of the error that was read last.
    private mutating func openProperties(
        at brace: Int, _ token: (Range<Int>, Part) -> Void
    ) -> Int? {
        wanted = .value
        guard open(UInt8(ascii: "{")) else { return nil }
        token(brace..<brace + 1, .properties)
        return brace + 1
    }

    /// What Node prints in square brackets that is no list: `[Error: no such entity]`,
    /// `[Function: send]`, `[Object: null prototype] {}`, and keys such as `[cause]`.
    private mutating func readAtom(
        _ line: UnsafeBufferPointer<UInt8>, at place: Int, _ token: (Range<Int>, Part) -> Void
    ) -> Int? {
        guard let atom = PrintedError.atom(line, at: place, isKey: wanted == .keyOrEnd) else {
            return nil
        }
        let range = place + 1..<place + atom.end - 1
        if wanted == .keyOrEnd { return take(range, token).map { $0 + 1 } }
        guard atom.isNamed, wanted == .value || wanted == .valueOrEnd else { return nil }
        guard atom.hasObject else { return take(range, token, as: .message).map { $0 + 1 } }
        guard PrintedError.nameEnd(line, at: range.lowerBound) != nil else {
            return range.upperBound + 1
        }
        // An error without a stack, and its properties.
        guard take(range, token, as: .message) != nil,
            let brace = line[(range.upperBound + 1)...].firstIndex(of: UInt8(ascii: "{"))
        else { return nil }
        return openProperties(at: brace, token)
    }

    /// The place after the closing quote.
    static func end(
        ofTextAt start: Int, _ line: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var place = start + 1
        while place < line.count {
            if line[place] == line[start] { return place + 1 }
            place += line[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// The place after a word without quotes. A colon ends it only if it is a key.
    private static func endOfWord(
        at start: Int, _ line: UnsafeBufferPointer<UInt8>, isKey: Bool
    ) -> Int {
        // Node leaves out elements: `... 3 more items`.
        let isGap = line[start...].starts(with: "...".utf8)
        return line[start...].firstIndex { byte in
            switch byte {
            case 0x20, 0x09: !isGap
            case 0x0a, 0x0d: true
            case UInt8(ascii: ":"): isKey
            default: "{}[](),\"'`".utf8.contains(byte)
            }
        } ?? line.count
    }

    /// Whether a word is the name of a class before its object or list: `Message { token: 'a' }`.
    private static func isClass(
        _ word: Slice<UnsafeBufferPointer<UInt8>>, before rest: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        guard let first = word.first, PrintedError.isCapital(first),
            word.allSatisfy(PrintedError.isOfName), rest.first == 0x20
        else { return false }
        let bracket = rest.dropFirst().first
        return bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "[")
    }
}
