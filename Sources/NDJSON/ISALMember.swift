internal import CInflate

/// ISA-L's inflater. Its success is final, because it has verified CRC and length. Its failure is
/// not: version 2.30 rejects a header with FHCRC that comes in two pieces, finds some damage later
/// than zlib, and waits for more input where zlib already fails.
final class ISALMember: MemberInflater {
    private let member: OpaquePointer
    /// Bytes of the member's header read so far, up to the flags.
    private var headerSeen = 0
    private static let flagsOffset = 3
    /// RFC 1952, 2.3.1.2: must be zero. ISA-L does not check them.
    private static let reservedFlags: UInt8 = 0xe0

    /// Nil without ISA-L or memory.
    init?() {
        guard let made = isal_member_make() else { return nil }
        member = made
    }

    deinit { isal_member_free(member) }

    func inflate(
        _ input: inout UnsafeMutableBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>, produced: inout Int
    ) -> MemberOutcome {
        guard hasKnownFlags(input) else { return .failed("unknown header flags") }
        var left = UInt32(input.count)
        var room = UInt32(output.count)
        let code = isal_member_inflate(
            member, input.baseAddress, &left, output.baseAddress, &room)
        // After a failure, the counts may refer to a buffer of ISA-L's own.
        guard code >= 0, left <= input.count else { return .failed("ISA-L code \(code)") }
        input = UnsafeMutableBufferPointer(rebasing: input[(input.count - Int(left))...])
        produced = output.count - Int(room)
        guard code == Int32(ISAL_ENDED.rawValue) else { return .more }
        isal_member_reset(member)
        headerSeen = 0
        return .ended
    }

    private func hasKnownFlags(_ input: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard headerSeen <= ISALMember.flagsOffset else { return true }
        let index = ISALMember.flagsOffset - headerSeen
        headerSeen += min(input.count, index + 1)
        return index >= input.count || input[index] & ISALMember.reservedFlags == 0
    }
}
