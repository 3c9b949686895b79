package import FCM
internal import NDJSON

/// What one line of a file said: a plain value, so that handing a block of them to another
/// thread counts no references.
package enum DecodedLine: Sendable {
    case send(SendRecord)
    case event(ClientEvent)
    /// The place in the block's batches.
    case batch(Int32)
    /// The place in the block's rejected lines.
    case rejected(Int32)
    case blank

    /// The message that a single record speaks of.
    @inline(__always)
    var key: MessageKey? {
        switch self {
        case .send(let send): send.key
        case .event(let event): event.key
        case .batch, .rejected, .blank: nil
        }
    }
}

/// A multicast request, with one send for each target.
struct DecodedBatch: Sendable {
    var identity: MessageKey
    var time: Timestamp
    var sends: [SendRecord]
}

/// A line that was set aside, with its place.
struct RejectedLine: Sendable {
    var line: Int64
    var byte: Int
    var reason: RejectReason
    var expected: String
    /// Nil beyond the number of lines that are kept of a file.
    var excerpt: String?
    /// Of the line and the reason: the same line anywhere has the same.
    var hash: UInt64
}

/// Some thousand lines of one file, decoded: what passes from reading to writing.
struct LineBlock: Sendable {
    var lines: [DecodedLine] = []
    var batches: [DecodedBatch] = []
    var rejected: [RejectedLine] = []
    /// The values that the records are the first to name by number.
    var delta = DictionaryDelta()
    /// Behind the last of the lines.
    var position = ResumePoint.start
    /// Raw bytes read of the file.
    var bytesRead: Int64 = 0
    /// How the file ended; nil while there is more.
    var ending: Ending?

    /// Empties the block and keeps its memory.
    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        batches.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        delta = DictionaryDelta()
        ending = nil
    }
}

/// Where blocks come from: read when they are asked for, or ahead by another thread.
protocol BlockSource {
    /// Fills the block anew. Not to be asked again after a block with an ending.
    func read(into block: inout LineBlock)
    /// Ends reading before the file does.
    func stop()
}

/// Reads and decodes the lines of one file, a block at a time.
final class BlockReader: BlockSource {
    private let lines: LineReader
    private let decoder: RecordDecoder
    private let blockSize: Int
    /// Rejected lines of which an excerpt may still be kept.
    private var excerptsLeft: Int64
    private let isStream: Bool
    private let path: String

    init(
        _ file: LedgerFile, _ decoder: RecordDecoder, _ options: IngestOptions
    ) throws(InputError) {
        path = file.identity.path
        isStream = file.identity.isStream
        lines = try LineReader(
            ByteSource(path: path), from: file.position, engine: options.inflater)
        self.decoder = decoder
        blockSize = min(4096, options.batchSize)
        excerptsLeft = options.keptRejects - file.counts.rejected
    }

    func stop() {}

    func read(into block: inout LineBlock) {
        block.removeAll()
        block.lines.reserveCapacity(blockSize)
        defer { block.delta = decoder.takeDelta() }
        while block.lines.count < blockSize {
            guard let line = lines.next() else {
                block.ending = lines.ending ?? .complete
                break
            }
            guard let decoded = decode(line, &block) else {
                // It may still be being written, so it is left for a later run.
                block.position = lines.resumePoint(beforeLine: true)
                block.bytesRead = lines.bytesRead
                block.ending = .incomplete(InputError(path: path, problem: .unendedLine))
                return
            }
            block.lines.append(decoded)
        }
        block.position = lines.resumePoint()
        block.bytesRead = lines.bytesRead
    }

    /// Nil for the last line of a plain file that has no line end and does not decode.
    private func decode(_ line: Line, _ block: inout LineBlock) -> DecodedLine? {
        if line.isCut { return reject(RecordError(.lineTooLong), line, &block) }
        if isBlank(line.bytes) { return .blank }
        do throws(RecordError) {
            switch try decoder.decode(line.bytes) {
            case .send(let send): return .send(send)
            case .event(let event): return .event(event)
            case .batch(let identity, let time):
                block.batches.append(
                    DecodedBatch(identity: identity, time: time, sends: decoder.batchSends))
                return .batch(Int32(block.batches.count - 1))
            }
        } catch {
            let mayGrow = !line.isEnded && !lines.isGzip && !isStream
            return mayGrow ? nil : reject(error, line, &block)
        }
    }

    private func reject(
        _ error: RecordError, _ line: Line, _ block: inout LineBlock
    ) -> DecodedLine {
        block.rejected.append(rejected(error, line))
        return .rejected(Int32(block.rejected.count - 1))
    }

    private func rejected(_ error: RecordError, _ line: Line) -> RejectedLine {
        var hash = SipHash(key: SipHash.Key(0, 0))
        hash.append(error.reason.rawValue)
        hash.append(line.bytes)
        excerptsLeft -= 1
        return RejectedLine(
            line: line.number, byte: error.byte, reason: error.reason,
            expected: error.json.map { "\($0)" } ?? error.reason.expectation,
            excerpt: excerptsLeft >= 0 ? Excerpt.make(line.bytes) : nil, hash: hash.finish())
    }

    private func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
    }
}
