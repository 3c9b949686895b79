internal import CZlib

/// What a gzip header may hold beside the ten bytes that it must have (RFC 1952, 2.3.1).
package struct GzipHeader: OptionSet, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let checksum = GzipHeader(rawValue: 2)
    package static let extra = GzipHeader(rawValue: 4)
    package static let name = GzipHeader(rawValue: 8)
    package static let comment = GzipHeader(rawValue: 16)

    package static let all = stride(from: 0, to: 32, by: 2).map(GzipHeader.init)

    private static let text = Array("a-name-or-a-comment.ndjson".utf8) + [0]

    /// Runs `body` with these fields set; their texts live as long.
    fileprivate func with<Result>(_ body: (inout gz_header) -> Result) -> Result {
        var text = GzipHeader.text
        return text.withUnsafeMutableBufferPointer { text in
            var header = gz_header()
            header.hcrc = contains(.checksum) ? 1 : 0
            if contains(.extra) {
                header.extra = text.baseAddress
                header.extra_len = UInt32(text.count)
            }
            if contains(.name) { header.name = text.baseAddress }
            if contains(.comment) { header.comment = text.baseAddress }
            return body(&header)
        }
    }
}

/// One gzip member with these bytes in it.
package func gzip(_ bytes: [UInt8], level: Int32 = 6, header: GzipHeader = []) -> [UInt8] {
    header.with { gzip(bytes, level, &$0) }
}

private func gzip(_ bytes: [UInt8], _ level: Int32, _ header: inout gz_header) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    deflateSetHeader(&stream, &header)
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    let count = input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            let code = deflate(&stream, Z_FINISH)
            precondition(code == Z_STREAM_END, "the output holds all that deflate can make")
            return target.count - Int(stream.avail_out)
        }
    }
    return Array(output.prefix(count))
}
