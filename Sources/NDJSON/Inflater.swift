/// One gzip stream of any number of members (RFC 1952), inflated by zlib or by ISA-L, which check
/// the CRC and the length of each member.
///
/// Remembers where members start, so that reading can go on from the last of them. zlib judges:
/// where ISA-L finds damage or no end, the member is to be read again, and what zlib makes of it
/// counts. So the result is that of zlib whatever inflates, but for one thing: damage that ISA-L
/// finds later than zlib, behind bytes that the reader has already passed on.
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
        /// Nothing of this call counts: `readMemberAgain`.
        case doubtful
        case failed(String)
    }

    private var engine: any MemberInflater
    /// Whether zlib inflates, so that what comes out is final.
    private(set) var isFinal: Bool
    private(set) var member = 1
    /// Whether the stream stands between two members.
    private(set) var isBetweenMembers = true
    /// Whether more may come out before more goes in.
    private(set) var mayHoldMore = false
    private(set) var inflatedCount: Int64 = 0
    /// What comes again of a member that is read again.
    private var toDrop: Int64 = 0
    private var starts: [MemberStart]

    init?(_ engine: InflateEngine, startingAt offset: Int64) {
        starts = [MemberStart(compressed: offset, inflated: 0)]
        if engine == .isal, let made = ISALMember() {
            self.engine = made
            isFinal = false
        } else {
            guard let made = ZlibMember() else { return nil }
            self.engine = made
            isFinal = true
        }
    }

    /// Inflates from `input` into `output`, taking what is used and filling what fits.
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
            guard toDrop == 0 else { return .failed("zlib and ISA-L contradict each other") }
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

    /// Lets zlib inflate from here on, from the start of the member in which the stream stands:
    /// the byte to go back to. What was inflated behind byte `given` of the output is forgotten.
    /// Nil when zlib has inflated it, or cannot be had.
    func readMemberAgain(given: Int64) -> Int64? {
        guard !isFinal, let zlib = ZlibMember(), let start = starts.last else { return nil }
        engine = zlib
        isFinal = true
        mayHoldMore = false
        inflatedCount = given
        toDrop = given - start.inflated
        return start.compressed
    }

    /// The start of the member that holds byte `inflated` of the output, forgetting those before.
    func memberStart(before inflated: Int64) -> MemberStart {
        while starts.count > 1, starts[1].inflated <= inflated { starts.removeFirst() }
        return starts[0]
    }
}
