/// Finds the end of a value over several lines by its brackets, quotes, commas and colons: JSON,
/// and the prints of Node and Python. Stops at the first mark that fits no such value, so that a
/// stray bracket in text costs no other line.
struct ValueShape {
    enum State: Equatable {
        case open
        /// The place after the last bracket.
        case closed(at: Int)
        case broken
    }

    private enum Wanted {
        case value, valueOrEnd, keyOrEnd, colon, commaOrEnd
    }

    private var brackets: [UInt8] = []
    private var wanted = Wanted.value

    /// Reads a line from `start` to its end. Calls `token` for each bracket, separator, blank, text
    /// in quotes and word, but not for the `u` of Python's `u'…'`.
    mutating func read(
        _ line: UnsafeBufferPointer<UInt8>, from start: Int,
        token: (_ range: Range<Int>, _ isKey: Bool) -> Void = { _, _ in }
    ) -> State {
        var place = start
        while place < line.count {
            let byte = line[place]
            let isKey = wanted == .keyOrEnd
            var end = place + 1
            var isPrefix = false
            switch byte {
            case 0x20, 0x09, 0x0d: break
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
                guard open(byte) else { return .broken }
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
                guard close(byte) else { return .broken }
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard separate(byte) else { return .broken }
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                guard let behind = ValueShape.end(ofTextAt: place, line), take() else {
                    return .broken
                }
                end = behind
            default:
                end = ValueShape.endOfWord(at: place, line, isKey: isKey)
                isPrefix = end - place == 1 && end < line.count && line[end] == 0x27
                guard isPrefix || take() else { return .broken }
            }
            if !isPrefix { token(place..<end, isKey) }
            place = end
            if brackets.isEmpty { return .closed(at: place) }
        }
        return brackets.isEmpty ? .broken : .open
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

    /// Accepts a text or a word as a key or a value.
    private mutating func take() -> Bool {
        switch wanted {
        case .keyOrEnd: wanted = .colon
        case .value, .valueOrEnd: wanted = .commaOrEnd
        case .colon, .commaOrEnd: return false
        }
        return true
    }

    /// The place after the closing quote, which must be in the same line.
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
            case UInt8(ascii: ":"): isKey
            default: "{}[](),\"'`".utf8.contains(byte)
            }
        } ?? line.count
    }
}
