/// A text as SQL compares it: two spellings of an accent are two values.
struct Spelling: Hashable, Comparable {
    let text: String
    private let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    static func == (a: Spelling, b: Spelling) -> Bool { a.bytes == b.bytes }
    static func < (a: Spelling, b: Spelling) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
