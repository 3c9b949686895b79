/// The beginning of a rejected line, fit to be kept: its shape, its keys, and of its values those
/// that tell why it was rejected and nothing of anybody.
///
/// Values of other keys are masked, whatever they are: notification text, tokens, addresses, the
/// app's own data. So are words that are as long as tokens, and mail addresses, wherever they
/// stand. Works on bytes, for lines that are no JSON, too.
struct Excerpt {
    static let maximumBytes = 200

    /// Tokens are over a hundred characters and installation IDs 22; message IDs have no longer
    /// run than 19.
    private static let longestRun = 20
    private static let mask = "…".utf8

    /// Keys of times, of what happened, and of message IDs.
    private static let shownKeys: Set<[UInt8]> = Set(
        [
            "time", "ts", "timestamp", "@timestamp", "sent_at", "event_timestamp", "platform",
            "sdk_platform", "event", "event_name", "callback", "app_state", "action", "campaign",
            "analytics_label", "message_type", "message_id", "messageId", "gcm.message_id",
            "google.message_id", "fcmMessageId", "status", "code", "errorCode", "@type",
            "validate_only", "level",
        ].map { Array($0.utf8) })

    /// Values that are shown under any key: names of messages.
    private static let messageName = Array("projects/".utf8)

    static func make(_ line: UnsafeBufferPointer<UInt8>) -> String {
        let isCut = line.count > maximumBytes
        var excerpt = Excerpt(Array(line.prefix(maximumBytes)), isCut: isCut)
        excerpt.walk()
        return String(decoding: excerpt.result, as: UTF8.self) + (isCut ? "…" : "")
    }

    private let text: [UInt8]
    /// Whether the line goes on behind the text.
    private let isCut: Bool
    private var result: [UInt8] = []
    private var index = 0
    /// Whether the value that comes next is one to show: a key shows one.
    private var isValueShown = false
    /// Before an object begins, words are a logger's own.
    private var isInObject = false

    private init(_ text: [UInt8], isCut: Bool) {
        self.text = text
        self.isCut = isCut
    }

    private mutating func walk() {
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\"") {
                walkString()
            } else if Excerpt.isWordByte(byte) || byte >= 0x80 {
                walkWord()
            } else {
                if byte == UInt8(ascii: "{") { isInObject = true }
                if byte == UInt8(ascii: ",") { isValueShown = false }
                result.append(byte)
                index += 1
            }
        }
    }

    /// A key, or a value of the key before it.
    private mutating func walkString() {
        let end = endOfString(from: index + 1)
        let content = text[(index + 1)..<end]
        let isClosed = end < text.count
        index = min(end + 1, text.count)
        result.append(UInt8(ascii: "\""))
        if isClosed, nextIsColon {
            isValueShown = Excerpt.shownKeys.contains(Array(content))
            append(content)
        } else if takeIsValueShown() || content.starts(with: Excerpt.messageName) {
            append(content)
        } else if !content.isEmpty {
            result += Excerpt.mask
        }
        if isClosed { result.append(UInt8(ascii: "\"")) }
    }

    private mutating func takeIsValueShown() -> Bool {
        defer { isValueShown = false }
        return isValueShown
    }

    private var nextIsColon: Bool {
        let next = text[index...].first { $0 != UInt8(ascii: " ") }
        return next == UInt8(ascii: ":")
    }

    /// The place of a string's closing quote, or the end of the text.
    private func endOfString(from start: Int) -> Int {
        var index = start
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, text.count)
    }

    /// A number, `true`, or what is no JSON.
    private mutating func walkWord() {
        let end =
            text[index...].firstIndex { !Excerpt.isWordByte($0) && $0 < 0x80 } ?? text.count
        let word = text[index..<end]
        index = end
        let isLiteral = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
        if takeIsValueShown() || isLiteral || !isInObject {
            append(word)
        } else {
            result += Excerpt.mask
        }
    }

    /// Text that may be shown, but for what looks like a token or a mail address in it.
    private mutating func append(_ shown: ArraySlice<UInt8>) {
        var start = shown.startIndex
        while start < shown.endIndex {
            guard Excerpt.isWordByte(shown[start]) else {
                result.append(shown[start])
                start += 1
                continue
            }
            let end = shown[start...].firstIndex { !Excerpt.isWordByte($0) } ?? shown.endIndex
            let word = shown[start..<end]
            // Of a word that is cut nobody knows how long it is.
            let mayGoOn = isCut && end == text.count
            if mayGoOn || Excerpt.isAddress(word) {
                result += Excerpt.mask
            } else {
                appendRuns(word)
            }
            start = end
        }
    }

    private mutating func appendRuns(_ word: ArraySlice<UInt8>) {
        let runs = word.split(omittingEmptySubsequences: false) { !Excerpt.isTokenByte($0) }
        for run in runs {
            if run.startIndex > word.startIndex { result.append(word[run.startIndex - 1]) }
            if run.count >= Excerpt.longestRun { result += Excerpt.mask } else { result += run }
        }
    }

    private static func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
        guard let at = word.firstIndex(of: UInt8(ascii: "@")) else { return false }
        return at > word.startIndex && at + 1 < word.endIndex
    }

    /// Of tokens, numbers, mail addresses and Base64.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        isTokenByte(byte) || ".%+@=~".utf8.contains(byte)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
        default: false
        }
    }
}
