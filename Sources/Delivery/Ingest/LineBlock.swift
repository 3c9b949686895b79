internal import FCM
internal import NDJSON

/// What one line of a file said.
enum DecodedLine: Sendable {
    case record(FCM.Record)
    case rejected(RejectedLine)
    case blank
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
    /// Behind the last of the lines.
    var position = ResumePoint.start
    /// Raw bytes read of the file.
    var bytesRead: Int64 = 0
    /// How the file ended; nil while there is more.
    var ending: Ending?
}

/// Where blocks come from: read when they are asked for, or ahead by another thread.
protocol BlockSource {
    /// Not to be asked again after a block with an ending.
    func next() -> LineBlock
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

    func next() -> LineBlock {
        var block = LineBlock()
        block.lines.reserveCapacity(blockSize)
        while block.lines.count < blockSize {
            guard let line = lines.next() else {
                block.ending = lines.ending ?? .complete
                break
            }
            guard let decoded = decode(line) else {
                // It may still be being written, so it is left for a later run.
                block.position = lines.resumePoint(beforeLine: true)
                block.bytesRead = lines.bytesRead
                block.ending = .incomplete(InputError(path: path, problem: .unendedLine))
                return block
            }
            block.lines.append(decoded)
        }
        block.position = lines.resumePoint()
        block.bytesRead = lines.bytesRead
        return block
    }

    /// Nil for the last line of a plain file that has no line end and does not decode.
    private func decode(_ line: Line) -> DecodedLine? {
        if line.isCut { return .rejected(reject(RecordError(.lineTooLong), line)) }
        if isBlank(line.bytes) { return .blank }
        do throws(RecordError) {
            return .record(try decoder.decode(line.bytes))
        } catch {
            let mayGrow = !line.isEnded && !lines.isGzip && !isStream
            return mayGrow ? nil : .rejected(reject(error, line))
        }
    }

    private func reject(_ error: RecordError, _ line: Line) -> RejectedLine {
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
