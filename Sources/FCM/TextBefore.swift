internal import NDJSON

/// The time and the event's word in the text before a record. In most logs this text differs only
/// in digits from line to line, so it is searched once and then reused.
struct TextBefore {
    private var text: [UInt8] = []
    private var time: Range<Int>?
    private var word: Range<Int>?
    private var outcome: Range<Int>?

    init() {}

    private init(of text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder) {
        self.text = Array(text)
        time = TimeInText.first(in: text).flatMap { TextBefore.places(of: $0, in: text) }
        word = EventInText.last(in: text, decoder).flatMap { TextBefore.places(of: $0, in: text) }
        outcome = decoder.ownIDs.isEmpty ? nil : EventInText.outcome(in: text, decoder)
    }

    private static func places(
        of value: JSONValue, in text: UnsafeBufferPointer<UInt8>
    ) -> Range<Int>? {
        text.place(of: value).map { $0..<($0 + value.count) }
    }

    /// The first time and the last event's word of a text, and what it says of a push.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder
    ) -> (time: JSONValue?, word: JSONValue?, outcome: JSONValue?) {
        if !decoder.textBefore.isLike(text) {
            decoder.textBefore = TextBefore(of: text, decoder)
        }
        let known = decoder.textBefore
        return (
            known.time.map { text.value(in: $0) }, known.word.map { text.value(in: $0) },
            known.outcome.map { text.value(in: $0) }
        )
    }

    /// Whether a text differs only in digits.
    private func isLike(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == other.count else { return false }
        return text.withUnsafeBufferPointer { text in
            text.indices.allSatisfy {
                text[$0] == other[$0]
                    || Digits.isDecimal(text[$0]) && Digits.isDecimal(other[$0])
            }
        }
    }
}
