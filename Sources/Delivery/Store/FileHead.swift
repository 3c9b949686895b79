internal import NDJSON

/// The first bytes of a file, by which it is known again after it has grown or moved.
struct FileHead: Equatable, Sendable {
    static let maximumLength = 64 * 1024

    var length: Int
    var hash: UInt64

    init(length: Int, hash: UInt64) {
        self.length = length
        self.hash = hash
    }

    init(_ bytes: [UInt8]) {
        length = bytes.count
        hash = FileHead.hash(bytes)
    }

    static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { SipHash.hash($0, key: SipHash.Key(0, 0)) }
    }

    /// Of the first line of a text, by which copies are looked for; nil while it is not whole.
    /// A line that is longer than a head counts with as much of it as that.
    static func firstLine(_ content: [UInt8]) -> UInt64? {
        if let end = content.firstIndex(of: 0x0a) { return hash(Array(content[..<end])) }
        return content.count >= maximumLength ? hash(content) : nil
    }
}

/// The bytes before the place that reading has reached in a plain file.
package struct FileTail: Equatable, Sendable {
    static let maximumLength: Int64 = 4096

    package var length: Int
    package var hash: UInt64

    package init(length: Int, hash: UInt64) {
        self.length = length
        self.hash = hash
    }

    /// Nil at the start of the file.
    init?(before position: Int64, _ read: (Range<Int64>) -> [UInt8]) {
        guard position > 0 else { return nil }
        let bytes = read(max(0, position - FileTail.maximumLength)..<position)
        self.init(length: bytes.count, hash: FileHead.hash(bytes))
    }

    /// The bytes of a file that it speaks of.
    func range(before position: Int64) -> Range<Int64> {
        max(0, position - Int64(length))..<max(0, position)
    }
}
