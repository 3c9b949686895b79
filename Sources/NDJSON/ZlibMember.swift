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
        step(Z_NO_FLUSH, &input, into: output, &produced)
    }

    /// One call of zlib.
    fileprivate func step(
        _ flush: Int32, _ input: inout UnsafeMutableBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>, _ produced: inout Int
    ) -> MemberOutcome {
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        let code = CZlib.inflate(&stream, flush)
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

    /// Whether a call with Z_BLOCK has ended behind the member's header.
    fileprivate var hasReadHeader: Bool { stream.data_type & 128 != 0 }

    /// Whether zlib computes and compares checksums from here on.
    fileprivate func validates(_ validates: Bool) {
        inflateValidate(&stream, validates ? 1 : 0)
    }
}

/// zlib that leaves a member's CRC and length to `MemberCheck`. zlib itself reads members again
/// that end otherwise than they should.
final class QuickZlibMember: MemberInflater {
    private let zlib: ZlibMember
    private var check = MemberCheck()
    private var isInHeader = true

    /// Nil on a processor without fast CRC, and without memory.
    init?() {
        guard MemberCheck.isAvailable, let made = ZlibMember() else { return nil }
        zlib = made
    }

    func inflate(
        _ input: inout UnsafeMutableBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>, produced: inout Int
    ) -> MemberOutcome {
        if isInHeader {
            // zlib verifies the header's own checksum.
            let outcome = zlib.step(Z_BLOCK, &input, into: output, &produced)
            guard case .more = outcome, zlib.hasReadHeader else { return outcome }
            isInHeader = false
            zlib.validates(false)
        }
        let given = input
        let outcome = zlib.step(Z_NO_FLUSH, &input, into: output, &produced)
        check.read(UnsafeMutableBufferPointer(rebasing: given[..<(given.count - input.count)]))
        check.wrote(UnsafeMutableBufferPointer(rebasing: output[..<produced]))
        guard case .ended = outcome else { return outcome }
        let holds = check.holds
        check = MemberCheck()
        isInHeader = true
        zlib.validates(true)
        return holds ? .ended : .failed("CRC or length")
    }
}
