internal import NDJSON

/// Bytes of a file by which it is known again: how many, and their hash.
package struct FileMark: Equatable, Sendable {
    package var length = 0
    package var hash: UInt64 = 0

    /// The bytes of a file before a position, where these stand.
    func range(before position: Int64) -> Range<Int64> {
        max(0, position - Int64(length))..<max(0, position)
    }
}

extension FileMark {
    init(_ bytes: [UInt8]) { self.init(length: bytes.count, hash: FileMark.hash(bytes)) }

    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { SipHash.hash($0, key: SipHash.Key(0, 0)) }
    }

    // MARK: The first bytes, by which a file is known after it has grown or moved

    static let longestHead = 64 * 1024

    /// The hash of the first line of a text, by which copies are looked for; nil while it is not
    /// whole. A line that is longer than a head counts with as much of it as that.
    static func firstLine(_ content: [UInt8]) -> UInt64? {
        if let end = content.firstIndex(of: 0x0a) { return hash(Array(content[..<end])) }
        return content.count >= longestHead ? hash(content) : nil
    }

    // MARK: The bytes before the place that reading has reached in a plain file

    private static let longestTail: Int64 = 4096

    /// Nil at the start of the file.
    init?(before position: Int64, _ read: (Range<Int64>) -> [UInt8]) {
        guard position > 0 else { return nil }
        self.init(read(max(0, position - FileMark.longestTail)..<position))
    }
}
