/// The content of a file from its start, inflated if it is gzip, up to the first damage. For
/// comparing files, not for reading lines.
package final class ContentReader {
    private let source: ByteSource
    private let inflater: Inflater?
    private var input: UnsafeMutableBufferPointer<UInt8>
    private let output: UnsafeMutableBufferPointer<UInt8>
    private static let outputSize = 128 * 1024

    /// Nil if zlib cannot start.
    package init?(_ source: ByteSource) {
        guard let first = try? source.next() else { return nil }
        input = first
        self.source = source
        let isGzip = first.count >= 2 && first[0] == 0x1f && first[1] == 0x8b
        inflater = isGzip ? Inflater(.zlib, startingAt: 0, canGoBack: false) : nil
        output = .allocate(capacity: ContentReader.outputSize)
        guard isGzip == (inflater != nil) else { return nil }
    }

    deinit { output.deallocate() }

    package var isGzip: Bool { inflater != nil }

    /// The next bytes, empty at the end or at the first damage. They are valid until the next call.
    package func next() -> UnsafeBufferPointer<UInt8> {
        guard let inflater else { return nextPlain() }
        while true {
            if input.isEmpty, !inflater.mayHoldMore {
                guard let more = try? source.next(), !more.isEmpty else { break }
                input = more
            }
            // After a member comes another one, or padding or garbage, which are no content.
            if inflater.isBetweenMembers, input.first != 0x1f { break }
            var produced = 0
            let offset = source.offset - Int64(input.count)
            let outcome = inflater.inflate(
                &input, offset: offset, into: output, produced: &produced)
            if produced > 0 { return UnsafeBufferPointer(rebasing: output[..<produced]) }
            if case .failed = outcome { break }
            if case .doubtful = outcome { break }
        }
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    private func nextPlain() -> UnsafeBufferPointer<UInt8> {
        if input.isEmpty, let more = try? source.next() { input = more }
        defer { input = UnsafeMutableBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(input)
    }

    /// The next `count` bytes, or all that are left.
    package func take(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = next()
            if more.isEmpty { break }
            bytes += more.prefix(count - bytes.count)
        }
        return bytes
    }
}
