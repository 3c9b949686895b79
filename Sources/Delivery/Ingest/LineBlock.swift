package import FCM
package import NDJSON

/// What one line of a file said: a plain value, so that handing a block of them to another
/// thread counts no references.
package enum DecodedLine: Sendable {
    case send(SendRecord)
    case event(ClientEvent)
    /// The place in the block's batches.
    case batch(Int32)
    /// The place in the block's rejected lines.
    case rejected(Int32)
    case foreign(ForeignLine)
    case blank

    /// The message that a single record speaks of.
    @inline(__always)
    package var key: MessageKey? {
        switch self {
        case .send(let send): send.key
        case .event(let event): event.key
        case .batch, .rejected, .foreign, .blank: nil
        }
    }
}

/// A multicast request, with one send for each target.
package struct DecodedBatch: Sendable {
    package var identity: MessageKey
    package var time: Timestamp
    package var sends: [SendRecord]
}

/// A rejected line, with its place.
package struct RejectedLine: Sendable {
    package var line: Int64
    package var byte: Int
    package var reason: RejectReason
    /// Names of members: see `MemberNames`.
    package var keys: String
    package var expected: String
    /// Nil beyond the number of lines that are kept of a file.
    package var excerpt: String?
    /// Of the line and the reason: the same line anywhere has the same.
    package var hash: UInt64
    /// Of a record from the future: its time, in ms since 1970.
    package var dueAt: Int64?

    package static func hash(of line: UnsafeBufferPointer<UInt8>, _ reason: RejectReason) -> UInt64
    {
        var hash = SipHash(key: SipHash.Key(0, 0))
        hash.append(reason.rawValue)
        hash.append(line)
        return hash.finish()
    }
}

/// Some thousand lines of one file, decoded: what passes from reading to writing.
package struct LineBlock: Sendable {
    /// The place of the file among those of the run.
    package internal(set) var file = 0
    package var lines: [DecodedLine] = []
    package var batches: [DecodedBatch] = []
    /// Of all batches.
    package var batchSends = 0
    package var rejected: [RejectedLine] = []
    /// Hashes of lines that an earlier reading rejected, and this one does not.
    package var withdrawn: [UInt64] = []
    /// The texts of IDs that their keys do not hold.
    package var messageIDs: [(key: MessageKey, text: String)] = []
    /// Messages that records name by two IDs.
    package var links: [MessageLink] = []
    /// The number of the decoder that the records' numbers are of.
    package internal(set) var decoder = 0
    /// What decoders have numbered since the block before this one: to be learnt before the
    /// records are looked at.
    package internal(set) var values: [NumberedValues] = []
    /// Of the last record; nil when none has one.
    package var time: Timestamp?
    /// Behind the last of the lines.
    package var position = ResumePoint.start
    /// What stands before that in a plain file.
    package var tail: FileMark?
    /// Raw bytes read of the file.
    package var bytesRead: Int64 = 0
    /// How the file ended; nil while there is more.
    package var end: FileEnd?

    package init() {}

    /// What bounds the memory of a block: a line may tell of hundreds of sends.
    package var weight: Int { lines.count + batchSends }

    /// Whether it stands for a file that cannot be opened.
    var isUnread: Bool {
        if case .cannotOpen = end { true } else { false }
    }

    mutating func reject(_ line: RejectedLine) -> DecodedLine {
        rejected.append(line)
        return .rejected(Int32(rejected.count - 1))
    }

    /// Empties the block and keeps its memory.
    package mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        batches.removeAll(keepingCapacity: true)
        batchSends = 0
        rejected.removeAll(keepingCapacity: true)
        withdrawn.removeAll()
        messageIDs.removeAll()
        links.removeAll()
        values.removeAll()
        time = nil
        tail = nil
        end = nil
    }
}

/// Why a file's blocks end.
package enum FileEnd: Sendable {
    case read(Ending)
    case cannotOpen(InputError)
}
