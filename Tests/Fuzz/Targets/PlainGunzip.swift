import CZlib

/// A gzip file read by zlib in one call for each member, as RFC 1952 has it.
enum PlainGunzip {
    /// A text that is longer is not looked at: nil.
    private static let longest = 32 * 1024

    static func read(_ file: [UInt8]) -> ReadLines? {
        guard isGzip(file) else {
            return ReadLines(lines: PlainLines.split(file, isWhole: true), end: .complete)
        }
        var text: [UInt8] = []
        var offset = 0
        for member in 1... {
            let (produced, used, code) = inflate(file[offset...])
            text += produced
            if text.count > longest { return nil }
            offset += used
            guard code == Z_STREAM_END else {
                let end: ReadLines.End =
                    code == Z_OK || code == Z_BUF_ERROR
                    ? .truncated(member: member)
                    : .corrupt(member: member, offset: Int64(offset))
                return ReadLines(lines: PlainLines.split(text, isWhole: false), end: end)
            }
            if file[offset...].first != 0x1f { break }
        }
        let isPadding = file[offset...].allSatisfy { $0 == 0 }
        return ReadLines(
            lines: PlainLines.split(text, isWhole: isPadding),
            end: isPadding ? .complete : .garbage(offset: Int64(offset)))
    }

    static func isGzip(_ file: [UInt8]) -> Bool {
        file.first == 0x1f && (file.count < 2 || file[1] == 0x8b)
    }

    private static func inflate(
        _ file: ArraySlice<UInt8>
    ) -> (text: [UInt8], used: Int, code: Int32) {
        var stream = z_stream()
        inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { inflateEnd(&stream) }
        var input = Array(file)
        var text = [UInt8](repeating: 0, count: longest + 1)
        let code = input.withUnsafeMutableBufferPointer { source in
            text.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return CZlib.inflate(&stream, Z_NO_FLUSH)
            }
        }
        let produced = text.count - Int(stream.avail_out)
        return (Array(text.prefix(produced)), file.count - Int(stream.avail_in), code)
    }
}
