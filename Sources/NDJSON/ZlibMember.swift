internal import CZlib

/// The version of the loaded zlib, which may differ from that of the headers.
package var zlibLibraryVersion: String { String(cString: zlibVersion()) }

/// zlib. Its messages about damaged data are shown to users.
final class ZlibMember: MemberInflater {
    private var stream = z_stream()

    /// Nil without memory.
    init?() {
        let gzipOnly: Int32 = 15 + 16
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, gzipOnly, ZLIB_VERSION, size) == Z_OK else { return nil }
    }

    deinit { inflateEnd(&stream) }

    func inflate(
        _ input: inout UnsafeMutableBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>, produced: inout Int
    ) -> MemberOutcome {
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        let code = CZlib.inflate(&stream, Z_NO_FLUSH)
        let used = input.count - Int(stream.avail_in)
        input = UnsafeMutableBufferPointer(rebasing: input[used...])
        produced = output.count - Int(stream.avail_out)
        switch code {
        case Z_OK, Z_BUF_ERROR: return .more
        case Z_STREAM_END:
            inflateReset(&stream)
            return .ended
        default:
            return .failed(stream.msg.map { String(cString: $0) } ?? "zlib code \(code)")
        }
    }
}
