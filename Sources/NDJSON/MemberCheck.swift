internal import CInflate

/// CRC and length of a member (RFC 1952, 2.3.1), by instructions of the processor: zlib's own take
/// a fifth of its time.
struct MemberCheck {
    static let isAvailable = fast_crc_is_available() != 0

    private var crc: UInt32 = 0
    private var length: UInt32 = 0
    /// The last eight bytes that were read: at the member's end its trailer, CRC and length.
    private var lastRead: UInt64 = 0

    mutating func read(_ input: UnsafeMutableBufferPointer<UInt8>) {
        for byte in input.suffix(8) { lastRead = lastRead >> 8 | UInt64(byte) << 56 }
    }

    mutating func wrote(_ output: UnsafeMutableBufferPointer<UInt8>) {
        guard let start = output.baseAddress else { return }
        crc = fast_crc(crc, start, output.count)
        length &+= UInt32(truncatingIfNeeded: output.count)
    }

    /// Once the member has ended.
    var holds: Bool { lastRead == UInt64(length) << 32 | UInt64(crc) }
}
