/// A gzip stream of any number of members (RFC 1952), inflated by zlib or ISA-L, with the CRC and
/// the length of each member verified.
///
/// Keeps the starts of members, so that reading can resume at the last one. zlib decides: if ISA-L,
/// or zlib without its own checks, finds damage or no end, the member is read again with all of
/// zlib, and that result counts. The result is therefore always zlib's, with one exception: damage
/// that ISA-L finds later than zlib, after bytes that the reader has already returned.
final class Inflater {
    /// The start of a member, as offsets in the file and in the inflated bytes.
    struct MemberStart {
        var compressed: Int64
        var inflated: Int64
    }

    enum Outcome {
        /// The output is full or the input is used up.
        case more
        case endedMember
        /// The result of this call is invalid: call `readMemberAgain`.
        case doubtful
        case failed(String)
    }

    private var engine: any MemberInflater
    /// Whether all of zlib inflates, so the output is final.
    private(set) var isFinal: Bool
    private(set) var member = 1
    /// Whether the stream is between two members.
    private(set) var isBetweenMembers = true
    /// Whether more output may come without more input.
    private(set) var mayHoldMore = false
    private(set) var inflatedCount: Int64 = 0
    /// Bytes to drop, because a member is inflated again.
    private var toDrop: Int64 = 0
    private var starts: [MemberStart]

    /// `canGoBack`: whether the bytes can be read again, as ISA-L and `QuickZlibMember` need it.
    init?(_ engine: InflateEngine, startingAt offset: Int64, canGoBack: Bool) {
        starts = [MemberStart(compressed: offset, inflated: 0)]
        let quick = canGoBack ? Inflater.quick(engine) : nil
        guard let made = quick ?? ZlibMember() else { return nil }
        self.engine = made
        isFinal = quick == nil
    }

    private static func quick(_ engine: InflateEngine) -> (any MemberInflater)? {
        if engine == .isal, let made = ISALMember() { return made }
        return QuickZlibMember()
    }

    /// Inflates from `input` into `output`. Removes the used bytes from `input`.
    func inflate(
        _ input: inout UnsafeMutableBufferPointer<UInt8>, offset: Int64,
        into output: UnsafeMutableBufferPointer<UInt8>, produced: inout Int
    ) -> Outcome {
        if isBetweenMembers {
            isBetweenMembers = false
            starts.append(MemberStart(compressed: offset, inflated: inflatedCount))
        }
        let outcome = engine.inflate(&input, into: output, produced: &produced)
        mayHoldMore = produced == output.count
        if case .failed = outcome, !isFinal {
            produced = 0
            return .doubtful
        }
        if toDrop > 0 { drop(output, &produced) }
        inflatedCount += Int64(produced)
        switch outcome {
        case .more: return .more
        case .failed(let detail): return .failed(detail)
        case .ended:
            guard toDrop == 0 else { return .failed("zlib contradicts what has been read") }
            isBetweenMembers = true
            mayHoldMore = false
            member += 1
            return .endedMember
        }
    }

    private func drop(_ output: UnsafeMutableBufferPointer<UInt8>, _ produced: inout Int) {
        let dropped = Int(min(toDrop, Int64(produced)))
        toDrop -= Int64(dropped)
        produced -= dropped
        guard let start = output.baseAddress else { return }
        start.update(from: start + dropped, count: produced)
    }

    /// Switches to zlib for the current member and drops the inflated bytes from `given` on.
    /// Returns the offset at which to read again; nil if zlib has inflated the member already, or
    /// cannot start.
    func readMemberAgain(given: Int64) -> Int64? {
        guard !isFinal, let zlib = ZlibMember(), let start = starts.last else { return nil }
        engine = zlib
        isFinal = true
        mayHoldMore = false
        inflatedCount = given
        toDrop = given - start.inflated
        return start.compressed
    }

    /// The start of the member that holds byte `inflated` of the output. Drops earlier starts.
    func memberStart(before inflated: Int64) -> MemberStart {
        while starts.count > 1, starts[1].inflated <= inflated { starts.removeFirst() }
        return starts[0]
    }
}
