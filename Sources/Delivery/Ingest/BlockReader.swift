internal import FCM
internal import NDJSON

/// Reads and decodes the lines of one file, a block at a time.
final class BlockReader {
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

    /// Fills the block anew with at most `limit` lines; fewer, where they tell of many sends each.
    func read(into block: inout LineBlock, limit: Int = Int.max) {
        let count = min(limit, blockSize)
        block.removeAll()
        block.lines.reserveCapacity(count)
        defer { block.delta = decoder.takeDelta() }
        while block.weight < count {
            guard let line = lines.next() else {
                block.end = .read(lines.ending ?? .complete)
                break
            }
            guard let decoded = decode(line, &block) else {
                // It may still be being written, so it is left for a later run.
                block.position = lines.resumePoint(beforeLine: true)
                block.bytesRead = lines.bytesRead
                block.end = .read(
                    .incomplete(InputError(path: path, problem: .unendedLine)))
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
            case .send(let send):
                block.time = send.time
                return .send(send)
            case .event(let event):
                block.time = event.time
                return .event(event)
            case .batch(let identity, let time):
                block.time = time
                block.batches.append(
                    DecodedBatch(identity: identity, time: time, sends: decoder.batchSends))
                block.batchSends += decoder.batchSends.count
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
