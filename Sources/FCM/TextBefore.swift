internal import NDJSON

/// Where the text before a record has a time and a word for an event. The lines of a log begin with
/// the same text but for its digits, so that it is looked through once.
struct TextBefore {
    private var text: [UInt8] = []
    private var time: Range<Int>?
    private var word: Range<Int>?

    init() {}

    private init(of text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder) {
        self.text = Array(text)
        time = TimeInText.first(in: text).map(text.places)
        word = EventInText.last(in: text, decoder).map(text.places)
    }

    /// The first time and the last word of a text.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ decoder: RecordDecoder
    ) -> (time: JSONValue?, word: JSONValue?) {
        if !decoder.textBefore.isLike(text) {
            decoder.textBefore = TextBefore(of: text, decoder)
        }
        let known = decoder.textBefore
        return (known.time.map(text.string), known.word.map(text.string))
    }

    /// Whether a text differs in digits only.
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

extension UnsafeBufferPointer<UInt8> {
    fileprivate func places(of value: JSONValue) -> Range<Int> {
        guard let start = baseAddress else { return 0..<0 }
        return (value.start - start)..<(value.start - start + value.count)
    }

    fileprivate func string(_ places: Range<Int>) -> JSONValue {
        guard let start = baseAddress else { return .absent }
        return JSONValue(start: start + places.lowerBound, count: places.count, kind: .string)
    }
}
