internal import FCM

/// What a value looks like that an excerpt may show: nothing else of a value is ever shown.
enum ExcerptForm {
    /// A calendar time, or seconds to nanoseconds since 1970 of the years 2010 to 2034.
    case time
    /// A word that `KnownWord` knows.
    case event
    case platform
    /// An ID in one of the shapes of FCM, with a message's name around it or without.
    case messageID
    /// `projects/…/messages/ID` alone.
    case messageName
    /// A code of FCM, or a status of HTTP.
    case code
    case flag
    case level

    /// The value as it may be shown; nil if it has another form.
    func shown(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        let holds =
            switch self {
            case .time: ExcerptForm.isTime(value)
            case .event: KnownWord.isEvent(String(decoding: value, as: UTF8.self))
            case .platform: KnownWord.isPlatform(String(decoding: value, as: UTF8.self))
            case .messageID: ExcerptForm.isMessageID(value)
            case .messageName: false
            case .code: ExcerptWords.isCode(value) || ExcerptForm.isStatus(value)
            case .flag: ExcerptWords.isFlag(value)
            case .level: ExcerptWords.isLevel(value) || ExcerptForm.isNumber(value, of: 2)
            }
        return holds ? Array(value) : ExcerptForm.messageName(value)
    }

    // MARK: Times

    private static func isTime(_ value: ArraySlice<UInt8>) -> Bool {
        var text = ExcerptPattern(value)
        if text.takeDate() {
            guard text.take("T") || text.take(" ") else { return text.isAtEnd }
            return text.takeClock() && text.takeZone() && text.isAtEnd
        }
        return isEpoch(value)
    }

    private static func isEpoch(_ value: ArraySlice<UInt8>) -> Bool {
        let digits = value.prefix { (0x30...0x39).contains($0) }
        let seconds = Int64(String(decoding: digits.prefix(10), as: UTF8.self)) ?? 0
        var rest = ExcerptPattern(value[digits.endIndex...])
        return [10, 13, 16, 19].contains(digits.count)
            && (1_262_304_000..<2_051_222_400).contains(seconds)
            && rest.takeFraction() && rest.isAtEnd
    }

    /// The end of a value without quotes: times and message IDs hold colons, and a blank may stand
    /// between a date and a clock.
    static func endOfValue(_ text: [UInt8], from start: Int) -> Int {
        var time = ExcerptPattern(text[start...])
        if time.takeDate(), time.take(" "), time.takeClock() {
            return endOfToken(text, from: time.index)
        }
        return endOfToken(text, from: start)
    }

    private static func endOfToken(_ text: [UInt8], from start: Int) -> Int {
        text[start...].firstIndex { " \t,;{}[]()<>&|\"".utf8.contains($0) } ?? text.count
    }

    /// The end of a time, a level or the name of a stream with which a logger begins a line.
    static func endOfLeading(_ text: [UInt8], from start: Int) -> Int? {
        var time = ExcerptPattern(text[start...])
        if time.takeDate(), time.take("T") || time.take(" "), time.takeClock(), time.takeZone(),
            endOfToken(text, from: time.index) == time.index
        {
            return time.index
        }
        time = ExcerptPattern(text[start...])
        if ExcerptWords.months.contains(where: { time.take($0) }),
            time.take(" 00 ") || time.take("  0 "), time.takeClock(),
            endOfToken(text, from: time.index) == time.index
        {
            return time.index
        }
        let end = endOfToken(text, from: start)
        let isLabel = text[start..<end].last == UInt8(ascii: ":")
        let word = text[start..<(isLabel ? end - 1 : end)]
        return ExcerptWords.isLevel(word) ? word.endIndex : nil
    }

    // MARK: Message IDs

    private static func isMessageID(_ value: ArraySlice<UInt8>) -> Bool {
        var android = ExcerptPattern(value)
        if android.take("0:0000000000000000%"), android.takeHex(16...32) { return android.isAtEnd }
        var uuid = ExcerptPattern(value)
        let isUUID =
            uuid.takeHex(8...8) && uuid.take("-") && uuid.takeHex(4...4) && uuid.take("-")
            && uuid.takeHex(4...4) && uuid.take("-") && uuid.takeHex(4...4) && uuid.take("-")
            && uuid.takeHex(12...12) && uuid.isAtEnd
        return isUUID || value.count == 16 && isEpoch(value)
    }

    /// `projects/…/messages/ID`: the project is a word of the user's.
    private static func messageName(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = value.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].elementsEqual("projects".utf8),
            parts[2].elementsEqual("messages".utf8), isMessageID(parts[3])
        else { return nil }
        return Array("projects/…/messages/".utf8) + parts[3]
    }

    private static func isStatus(_ value: ArraySlice<UInt8>) -> Bool {
        isNumber(value, of: 3) && (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(value.first ?? 0)
    }

    private static func isNumber(_ value: ArraySlice<UInt8>, of digits: Int) -> Bool {
        value.count == digits && value.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// Reads bytes by patterns, in which `0` stands for a digit.
struct ExcerptPattern {
    private let bytes: ArraySlice<UInt8>
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    mutating func take(_ pattern: String) -> Bool {
        var place = index
        for expected in pattern.utf8 {
            guard place < bytes.endIndex else { return false }
            let isDigit = (0x30...0x39).contains(bytes[place])
            guard expected == 0x30 ? isDigit : bytes[place] == expected else { return false }
            place += 1
        }
        index = place
        return true
    }

    mutating func takeHex(_ counts: ClosedRange<Int>) -> Bool {
        let digits = bytes[index...].prefix {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
        }
        guard counts.contains(digits.count) else { return false }
        index = digits.endIndex
        return true
    }

    mutating func takeDate() -> Bool { take("2000-00-00") || take("2000/00/00") }

    /// Hours and minutes, seconds and their fraction.
    mutating func takeClock() -> Bool {
        take("00:00") && (!take(":") || take("00") && takeFraction())
    }

    /// At most nine digits behind a point or comma, or nothing.
    mutating func takeFraction() -> Bool {
        guard take(".") || take(",") else { return true }
        let start = index
        while take("0") {}
        return (1...9).contains(index - start)
    }

    /// `Z`, an offset, or nothing.
    mutating func takeZone() -> Bool {
        let start = index
        if take("Z") || take("z") || take(" UTC") { return true }
        _ = take(" ")
        if take("+00:00") || take("-00:00") || take("+0000") || take("-0000") { return true }
        index = start
        return true
    }
}
