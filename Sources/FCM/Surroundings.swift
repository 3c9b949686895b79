internal import NDJSON

/// The surroundings of a record: time, event, the app's state and so on, for members that the
/// record itself lacks.
final class Surroundings {
    private static let others = Field.callback.rawValue...Field.campaign.rawValue

    private var times = InlineArray<8, JSONValue>(repeating: .absent)
    private var others = InlineArray<6, JSONValue>(repeating: .absent)
    private var event = JSONValue.absent
    /// The event in a member that may hold anything.
    private var general = JSONValue.absent
    /// A word without a known event, in a member that should hold an event.
    private var unknown = JSONValue.absent
    private var text = JSONValue.absent
    /// What became of a push, in words.
    private var outcome = JSONValue.absent
    /// Of the slots of `RecordDecoder.outerDimensions`, in their order; empty if none is given.
    private var dimensions: [JSONValue] = []

    /// Empty surroundings.
    init() {}

    /// The surroundings from the last object read, inside `outer`.
    init(
        _ fields: FieldReader, in outer: Surroundings = Surroundings(), of decoder: RecordDecoder
    ) {
        let isOuterTime =
            Surroundings.isDatedBySend(fields)
            || outer.hasTime && outer.saysEvent && !outer.isOverruled(by: fields, decoder)
        for slot in Field.times { times[slot] = isOuterTime ? outer.times[slot] : fields[slot] }
        for (index, slot) in Surroundings.others.enumerated() { others[index] = fields[slot] }
        event = decoder.outerWord(fields) ?? .absent
        general = decoder.generalWord(fields) ?? outer.general
        unknown = decoder.unknownWord(fields) ?? .absent
        text = decoder.writtenWord(fields) ?? .absent
        outcome = decoder.outcomeText(fields) ?? outer.outcome
        guard !decoder.outerDimensions.isEmpty else { return }
        dimensions = decoder.outerDimensions.enumerated().map { place, slot in
            let own = fields[slot]
            return own.isGiven || outer.dimensions.isEmpty ? own : outer.dimensions[place]
        }
    }

    /// The same with the time and the event's word of a text before a record. The zone of a time
    /// without one is unknown, so a time from further out wins over it.
    init(_ outer: Surroundings, before: UnsafeBufferPointer<UInt8>, of decoder: RecordDecoder) {
        (times, others) = (outer.times, outer.others)
        (event, general) = (outer.event, outer.general)
        (unknown, text) = (outer.unknown, outer.text)
        dimensions = outer.dimensions
        let read = TextBefore.read(before, decoder)
        text = read.word ?? text
        outcome = read.outcome ?? outer.outcome
        guard let time = read.time, Timestamp(time) != nil,
            !hasTime || TimeInText.hasZone(time)
        else { return }
        times = InlineArray(repeating: .absent)
        times[0] = time
    }

    /// Whether an object is Expo's notification, whose `date` is that of the send on Android.
    private static func isDatedBySend(_ fields: FieldReader) -> Bool {
        fields[Field.request.rawValue].isGiven && fields[Field.date.rawValue].isGiven
    }

    var saysEvent: Bool { event.isGiven || general.isGiven || text.isGiven }

    /// Whether an object names its event itself.
    private func isOverruled(by fields: FieldReader, _ decoder: RecordDecoder) -> Bool {
        decoder.ownWord(fields) != nil
            || !event.isGiven && decoder.ownGeneralWord(fields) != nil
    }

    private var hasTime: Bool { Field.times.contains { times[$0].isGiven } }

    /// Whether an object has the message's content at the top level, next to the app's own keys,
    /// and not under a name.
    private static func isBare(_ fields: FieldReader) -> Bool {
        let holders: [Field] = [
            .request, .message, .response, .batch, .responses, .error, .userInfo, .bundle, .payload,
            .remoteMessage, .pluginMessage,
        ]
        return !holders.contains { fields[$0.rawValue].isGiven }
    }

    /// Fills the slots that the last object read lacks. A bare object of a device gets the time of
    /// its event's surroundings, because the app may have sent times of its own.
    func fill(_ fields: FieldReader, of decoder: RecordDecoder) {
        fields.fill(Field.outerEvent.rawValue, with: event.isGiven ? event : unknown)
        fields.fill(Field.outerGeneral.rawValue, with: general)
        fields.fill(Field.outerText.rawValue, with: text)
        if outcome.isGiven { fields.fill(Field.outerOutcome.rawValue, with: outcome) }
        for (index, slot) in Surroundings.others.enumerated() {
            fields.fill(slot, with: others[index])
        }
        if !dimensions.isEmpty {
            for (place, slot) in decoder.outerDimensions.enumerated() {
                fields.fill(slot, with: dimensions[place])
            }
        }
        guard hasTime else { return }
        if saysEvent, Surroundings.isBare(fields), !isOverruled(by: fields, decoder) {
            fields.empty(Field.times)
        }
        guard fields.givenTime == nil else { return }
        for slot in Field.times { fields.fill(slot, with: times[slot]) }
    }
}

/// Words for events in text next to records.
enum EventInText {
    /// The number of words at the end that may be an event: `push notification opened: {`, or
    /// `Notification caused app to open from background state: {`.
    private static let words = 7

    /// Words before an event that deny it or put it into the future.
    private static let denials: Set<String> = [
        "not", "no", "never", "cannot", "unable", "fail", "failed", "failing", "failure",
        "without", "before", "if", "will", "would", "should", "going", "about", "mark", "marked",
        "retry", "skip", "skipped", "ignore", "ignored",
    ]
    /// The number of words before the event that are checked, in the same sentence.
    private static let wordsBefore = 6

    private static func isDenied(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let start = text.lastIndex { ".;|]!?".utf8.contains($0) } ?? text.startIndex
        return text[start...].split { !isLetter($0) }.suffix(wordsBefore)
            .contains { denies($0, in: text) }
    }

    /// `couldn't` ends in a word of its own. The `T` of a time denies nothing.
    private static func denies(
        _ word: Slice<UnsafeBufferPointer<UInt8>>, in text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        let letters = String(decoding: word, as: UTF8.self).lowercased()
        guard letters == "t" else { return denials.contains(letters) }
        return word.startIndex > text.startIndex
            && text[word.startIndex - 1] == UInt8(ascii: "'")
    }

    /// The event's word at the end of a text. What follows `while` or `when` says how the app was:
    /// `Notification received while app is closed: {`.
    static func last(
        in text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder
    ) -> JSONValue? {
        let word = lastWord(in: text, decoder)
        guard let clause = clause(in: text) else { return word }
        if let place = word.flatMap(text.place(of:)), place <= clause { return word }
        return lastWord(in: UnsafeBufferPointer(rebasing: text[..<clause]), decoder)
    }

    private static let clauses: Set<String> = ["while", "whilst", "when"]

    /// The beginning of the last clause about the app's state in the last sentence.
    private static func clause(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let start = text.lastIndex { ".;|]!?".utf8.contains($0) } ?? text.startIndex
        return text[start...].split { !isLetter($0) }.suffix(words).last {
            clauses.contains(String(decoding: $0, as: UTF8.self).lowercased())
        }?.startIndex
    }

    private static func lastWord(
        in text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder
    ) -> JSONValue? {
        guard let end = text.lastIndex(where: isLetter).map({ $0 + 1 }) else { return nil }
        var begin = end
        var longest: JSONValue?
        for _ in 0..<words {
            while begin > 0, !isLetter(text[begin - 1]) { begin -= 1 }
            while begin > 0, isLetter(text[begin - 1]) { begin -= 1 }
            let word = text.value(in: begin..<end)
            if decoder.eventKind(word) != nil { longest = word }
        }
        return longest == nil || isDenied(text[..<end]) ? nil : longest
    }

    /// The last words of a text that say what became of a push, as many as do:
    /// `12:00:01 production.INFO: push sent {`.
    static func outcome(
        in text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder
    ) -> Range<Int>? {
        guard let end = text.lastIndex(where: isLetter).map({ $0 + 1 }) else { return nil }
        var begin = end
        var longest: Range<Int>?
        for _ in 0..<outcomeWords {
            while begin > 0, text[begin - 1] == 0x20 { begin -= 1 }
            let last = begin
            while begin > 0, isLetter(text[begin - 1]) { begin -= 1 }
            guard begin < last else { break }
            if decoder.sendOutcome(text.value(in: begin..<end)) != nil { longest = begin..<end }
        }
        return longest.flatMap { isDenied(justBefore: text[..<$0.lowerBound]) ? nil : $0 }
    }

    private static func isDenied(justBefore text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let word = text.split { !isLetter($0) }.last ?? text[..<text.startIndex]
        return denies(word, in: text)
    }

    /// The most words of such a statement.
    private static let outcomeWords = 6

    /// Whether a text has any event's word.
    static func isAnywhere(
        in text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder
    ) -> Bool {
        text.split { !isLetter($0) }.contains { word in
            decoder.eventKind(text.value(in: word.indices)) != nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a, 0x5f, 0x2d: true
        default: byte >= 0x80
        }
    }
}
