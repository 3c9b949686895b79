internal import CZlib

/// One gzip stream of any number of members (RFC 1952), inflated by zlib, which checks the
/// CRC and the length of each member.
///
/// Remembers where members start, so that reading can go on from the last of them.
final class Inflater {
    /// Where a member starts, in the file and in what came out.
    struct MemberStart {
        var compressed: Int64
        var inflated: Int64
    }

    enum Outcome {
        /// Room was filled or input used up.
        case more
        case endedMember
        case failed(String)
    }

    private var stream = z_stream()
    private(set) var member = 1
    /// Whether the stream stands between two members.
    private(set) var isBetweenMembers = true
    private(set) var inflatedCount: Int64 = 0
    private var starts: [MemberStart]

    init?(startingAt offset: Int64) {
        starts = [MemberStart(compressed: offset, inflated: 0)]
        let gzipOnly: Int32 = 15 + 16
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, gzipOnly, ZLIB_VERSION, size) == Z_OK else { return nil }
    }

    deinit { inflateEnd(&stream) }

    /// Inflates from `input` into `output`, taking what is used and filling what fits.
    func inflate(
        _ input: inout UnsafeMutableBufferPointer<UInt8>, offset: Int64,
        into output: UnsafeMutablePointer<UInt8>, room: Int, produced: inout Int
    ) -> Outcome {
        if isBetweenMembers {
            isBetweenMembers = false
            starts.append(MemberStart(compressed: offset, inflated: inflatedCount))
        }
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output
        stream.avail_out = UInt32(room)
        let code = CZlib.inflate(&stream, Z_NO_FLUSH)
        let used = input.count - Int(stream.avail_in)
        input = UnsafeMutableBufferPointer(rebasing: input[used...])
        produced = room - Int(stream.avail_out)
        inflatedCount += Int64(produced)
        switch code {
        case Z_OK, Z_BUF_ERROR: return .more
        case Z_STREAM_END:
            inflateReset(&stream)
            isBetweenMembers = true
            member += 1
            return .endedMember
        default:
            return .failed(stream.msg.map { String(cString: $0) } ?? "zlib code \(code)")
        }
    }

    /// The start of the member that holds byte `inflated` of the output, forgetting those before.
    func memberStart(before inflated: Int64) -> MemberStart {
        while starts.count > 1, starts[1].inflated <= inflated { starts.removeFirst() }
        return starts[0]
    }
}
