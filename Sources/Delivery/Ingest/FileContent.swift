internal import NDJSON

/// Knows a file by what stands in it, inflated where it is gzip: a log that was copied or
/// compressed when it was rotated, and went on from there.
///
/// It is one that is known when all of this is so: the first 64 KiB are the same (or as much as
/// there was of it when it was looked at last), the 4 KiB before the place that was reached are
/// the same, and it is at least as long as that.
struct FileContent {
    enum Comparison: Equatable {
        case other
        /// It ends before the head of the known file does: nobody can tell yet.
        case tooShort
        /// It begins like it, and ends before the place that was reached.
        case shorter
        case same(hasMore: Bool)
    }

    /// Its first line; nil while that is not whole.
    let firstLine: UInt64?
    private let open: () -> ContentReader?

    /// `open` gives the content from its start, again and again.
    init?(_ open: @escaping () -> ContentReader?) {
        guard let reader = open() else { return nil }
        self.open = open
        firstLine = FileMark.firstLine(reader.take(FileMark.longestHead))
    }

    func compare(with file: LedgerFile) -> Comparison {
        guard let tail = file.tail, let first = open(), let second = open() else { return .other }
        let head = first.take(file.head.length)
        guard head.count == file.head.length else { return .tooShort }
        guard FileMark(head) == file.head else { return .other }
        var window = ContentWindow(second)
        let range = tail.range(before: file.position.inflatedOffset)
        window.skip(to: range.lowerBound)
        let bytes = window.take(through: range.upperBound)
        guard bytes.count == range.count else { return .shorter }
        guard FileMark(bytes) == tail else { return .other }
        return .same(hasMore: !window.take(through: range.upperBound + 1).isEmpty)
    }
}

/// Reads on through a content, to given places.
private struct ContentWindow {
    private let reader: ContentReader
    private var chunk: ArraySlice<UInt8> = []
    private var position: Int64 = 0

    init(_ reader: ContentReader) {
        self.reader = reader
    }

    /// The bytes from here to there; fewer where the content ends.
    mutating func take(through end: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        pass(to: end) { bytes += $0 }
        return bytes
    }

    mutating func skip(to end: Int64) { pass(to: end) { _ in } }

    private mutating func pass(to end: Int64, _ body: (ArraySlice<UInt8>) -> Void) {
        while position < end {
            if chunk.isEmpty { chunk = ArraySlice(Array(reader.next())) }
            if chunk.isEmpty { return }
            let part = chunk.prefix(Int(min(Int64(chunk.count), end - position)))
            body(part)
            position += Int64(part.count)
            chunk = chunk.dropFirst(part.count)
        }
    }
}
