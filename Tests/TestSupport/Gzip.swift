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

/// One gzip member that holds these bytes many times: they are deflated once, behind a flush that
/// forgets all before (`Z_FULL_FLUSH`), so that gigabytes take no time to make.
package func gzip(repeating bytes: [UInt8], count: Int) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    var input = bytes
    var block = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    let blockSize = input.withUnsafeMutableBufferPointer { source in
        block.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            let code = deflate(&stream, Z_FULL_FLUSH)
            precondition(code == Z_OK && stream.avail_in == 0, "the block holds all bytes")
            return target.count - Int(stream.avail_out)
        }
    }
    let once = crc32(0, bytes, UInt32(bytes.count))
    var sum = crc32(0, nil, 0)
    for _ in 0..<count { sum = crc32_combine(sum, once, bytes.count) }
    var member: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
    member.reserveCapacity(blockSize * count + 32)
    for _ in 0..<count { member += block[..<blockSize] }
    // An empty last block, the sum and the length, of which the lowest 32 bits are kept.
    member += [3, 0]
    let length = UInt32(truncatingIfNeeded: bytes.count * count)
    for number in [UInt32(truncatingIfNeeded: sum), length] {
        member += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return member
}
