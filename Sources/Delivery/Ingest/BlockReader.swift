internal import FCM
internal import NDJSON

/// Reads and decodes the lines of one file, a block at a time.
///
/// By one thread at a time, which may be another one for each block.
final class BlockReader {
    private let lines: LineReader
    private let pieces: PieceReader
    private let blockSize: Int
    /// Rejected lines of which an excerpt may still be kept.
    private var excerptsLeft: Int64
    private let horizon: Horizon?
    /// The horizon's least key; without one, nothing is less. Keys without a time always are.
    private let leastKey: Int64
    private let isStream: Bool
    private let path: String
    private let head: FileMark
    private let following: Following?
    /// Of a file that is read again.
    private let former: FormerRejects?
    private let names = MemberNames()
    private var position: ResumePoint
    private var lastTail: FileMark?

    init(
        _ file: LedgerFile, _ options: IngestOptions, following: Following?,
        _ longLines: LongLineMemory
    ) throws(InputError) {
        path = file.identity.path
        isStream = file.identity.isStream
        head = file.head
        position = file.position
        lastTail = file.tail
        self.following = following
        let source =
            if let held = following?.held {
                try ByteSource(path: path, reading: held.descriptor)
            } else {
                try ByteSource(path: path)
            }
        // A log that was rotated since it was looked at has left its path to another: the lines of
        // that one would be noted as those of this one, which nobody would read then.
        let identity = file.identity
        guard isStream || source.isFile(device: identity.device, inode: identity.inode) else {
            throw InputError(path: path, problem: .replaced)
        }
        lines = try LineReader(
            source, from: file.position, engine: options.inflater, refusesOtherFormats: true,
            longLines: longLines)
        pieces = PieceReader(lines)
        blockSize = min(4096, options.batchSize)
        excerptsLeft = options.keptRejects - file.counts.rejected
        horizon = options.horizon
        leastKey = options.horizon?.leastKey ?? Int64.min
        former = file.toldBefore == nil ? nil : options.former
    }

    /// Fills the block anew with at most `limit` lines; fewer, where they tell of many sends each.
    func read(
        into block: inout LineBlock, _ decoder: RecordDecoder, limit: Int = Int.max
    ) {
        block.removeAll()
        fill(&block, decoder, min(limit, blockSize))
        block.bytesRead = lines.bytesRead
        if !lines.isGzip, !isStream { settlePlain(&block) }
        position = block.position
        lines.rest()
        block.messageIDs = decoder.takeMessageIDs()
        block.links = decoder.takeLinks()
    }

    /// Notes what stands before the place that was reached. What was read of a followed file that
    /// is another one by now counts for nothing: it may be some of either.
    private func settlePlain(_ block: inout LineBlock) {
        // First of all: it counts only if the file is the same one afterwards.
        block.tail = FileMark(before: block.position.inflatedOffset, lines.stored)
        if following != nil, FileMark(lines.stored(0..<Int64(head.length))) != head {
            block.removeAll()
            block.position = position
            block.tail = lastTail
            block.end = .read(.incomplete(InputError(path: path, problem: .replaced)))
        }
        lastTail = block.tail
    }

    private func fill(_ block: inout LineBlock, _ decoder: RecordDecoder, _ count: Int) {
        block.lines.reserveCapacity(count)
        while block.weight < count || !pieces.canRest {
            guard let line = pieces.next(mayGoOn: mayGoOn) else {
                if let first = pieces.openValue {
                    leave(&block, because: .unendedValue(line: first))
                    return
                }
                block.end = .read(lines.ending ?? .complete)
                break
            }
            let rejectedBefore = block.rejected.count
            guard mayTake(line), decode(line, decoder, &block) else {
                leave(&block, because: .unendedLine)
                return
            }
            if let former {
                let reasons = block.rejected[rejectedBefore...].map(\.reason)
                block.withdrawn += former.withdrawn(line.bytes, rejectedFor: reasons)
            }
        }
        block.position = pieces.resumePoint()
    }

    /// What may still be being written is left for a later run.
    private func leave(_ block: inout LineBlock, because problem: InputError.Problem) {
        block.position = pieces.resumePoint(beforeLine: true)
        block.end = .read(.incomplete(InputError(path: path, problem: problem)))
    }

    /// Whether more of the file may come.
    private var mayGoOn: Bool { !isStream && !(following?.isSettled ?? false) }

    /// A followed file may go on at any time, in the midst of a line, too.
    private func mayTake(_ line: Line) -> Bool {
        line.isEnded || following?.isSettled ?? true
    }

    /// Whether the line cannot go on. Text that has no line end yet may still become anything; an
    /// object that has ended is whole.
    private func isWhole(_ line: Line) -> Bool {
        line.isEnded || lines.isGzip || !mayGoOn
            || line.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    }

    /// Adds what a line says. False for the last line of a plain file that has no line end and is
    /// text or does not decode.
    private func decode(
        _ line: Line, _ decoder: RecordDecoder, _ block: inout LineBlock
    ) -> Bool {
        guard isWhole(line) else { return false }
        if line.isCut {
            block.lines.append(reject(RecordError(.lineTooLong), line, &block))
        } else if line.isBlank {
            block.lines.append(.blank)
        } else {
            do throws(RecordError) {
                let record = try decoder.decode(line.bytes)
                guard case .several = record else {
                    var sends: [SendRecord] = []
                    if case .batch = record { sends = decoder.takeBatchSends() }
                    block.lines.append(decoded(record, sends, line, &block))
                    return true
                }
                for entry in decoder.takeEntries() {
                    block.lines.append(decoded(entry, line, &block))
                }
            } catch {
                guard line.isEnded || lines.isGzip || isStream else { return false }
                block.lines.append(reject(error, line, &block))
            }
        }
        return true
    }

    private func decoded(
        _ entry: Entry, _ line: Line, _ block: inout LineBlock
    ) -> DecodedLine {
        switch entry.outcome {
        case .success(let record): decoded(record, entry.sends, line, &block)
        case .failure(let error): reject(error, line, &block)
        }
    }

    @inline(__always)
    private func decoded(
        _ record: Record, _ sends: [SendRecord], _ line: Line, _ block: inout LineBlock
    ) -> DecodedLine {
        switch record {
        case .send(let send):
            block.time = send.time
            return isPast(send.key, send.time) ? rejectPast(line, &block) : .send(send)
        case .event(let event):
            block.time = event.time
            return isPast(event.key, event.time) ? rejectPast(line, &block) : .event(event)
        case .batch(let identity, let time):
            block.time = time
            // As a whole, so that no element is lost without a line that is.
            if isPast(identity, time) || sends.contains(where: { isPast($0.key, $0.time) }) {
                return rejectPast(line, &block)
            }
            block.batches.append(DecodedBatch(identity: identity, time: time, sends: sends))
            block.batchSends += sends.count
            return .batch(Int32(block.batches.count - 1))
        case .foreign(let line): return .foreign(line)
        case .several: preconditionFailure("an entry is one record")
        }
    }

    @inline(__always)
    private func isPast(_ key: MessageKey, _ time: Timestamp) -> Bool {
        key.k < leastKey && horizon?.isPast(key, at: time) == true
    }

    /// Counted, and not stored: nothing of its text is kept, and no hash of it.
    private func rejectPast(_ line: Line, _ block: inout LineBlock) -> DecodedLine {
        let reason = RejectReason.pastRetention
        return block.reject(
            RejectedLine(
                line: line.number, byte: 1, reason: reason, keys: "", expected: reason.expectation,
                excerpt: nil, hash: 0))
    }

    private func reject(
        _ error: RecordError, _ line: Line, _ block: inout LineBlock
    ) -> DecodedLine {
        excerptsLeft -= 1
        let isKept = excerptsLeft >= 0
        let rejected = RejectedLine(
            line: line.number, byte: error.byte, reason: error.reason,
            keys: isKept ? names.text(of: error.record ?? line.bytes) : "",
            expected: (line.last.map { "lines \(line.number) to \($0): " } ?? "")
                + (error.json.map { "\($0)" } ?? error.reason.expectation),
            excerpt: isKept ? Excerpt.make(line.bytes) : nil,
            hash: RejectedLine.hash(of: line.bytes, error.reason),
            dueAt: error.time?.milliseconds)
        return block.reject(rejected)
    }
}
