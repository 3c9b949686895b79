internal import CScan
internal import Dispatch
internal import Glibc

/// A place after a line end at which reading can resume.
///
/// For gzip: the offset of a member, and the number of its inflated bytes already read. For plain
/// text the "member" is the whole file.
package struct ResumePoint: Equatable, Sendable {
    package var memberOffset: Int64
    package var inflatedOffset: Int64
    /// Lines before this point.
    package var line: Int64

    package static let start = ResumePoint(memberOffset: 0, inflatedOffset: 0, line: 0)

    package init(memberOffset: Int64, inflatedOffset: Int64, line: Int64) {
        self.memberOffset = memberOffset
        self.inflatedOffset = inflatedOffset
        self.line = line
    }
}

/// One line, without its line end (`
/// ` or `\r
/// `). Its bytes are valid until the next call.
package struct Line {
    package var bytes: UnsafeBufferPointer<UInt8>
    /// Counted from 1 in the file.
    package var number: Int64
    /// Whether a line end followed; the last line of a file may lack it.
    package var isEnded: Bool
    /// The line was longer than the limit; its bytes are only the beginning.
    package var isCut: Bool
    /// The number of the last line of a value over several lines: see `PieceReader`.
    package var last: Int64?
}

extension Line {
    package var isBlank: Bool {
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
    }

    /// Whether the line contains these bytes.
    package func contains(_ part: [UInt8]) -> Bool {
        bytes.contains(part: part)
    }
}

/// How reading a file ended.
package enum Ending: Equatable, Sendable {
    case complete
    /// Everything so far was readable; more may follow later.
    case incomplete(InputError)
    /// The rest cannot be read.
    case broken(InputError)
}

/// The memory for long lines: several readers that have one between them take turns.
package final class LongLineMemory: Sendable {
    fileprivate let turn = DispatchSemaphore(value: 1)

    package init() {}
}

/// The lines of a file or of standard input, plain or gzip (by the first bytes, not by the name),
/// in memory that does not grow with the file.
///
/// Lines may span gzip members. Data after a broken or truncated member is not read: all whole
/// lines before it are returned, then `ending` has the error.
package final class LineReader {
    /// A longer line is returned once, cut, when its end is found.
    package static let maximumLineLength = 16 * 1024 * 1024
    private static let cutLength = 4096
    /// All sizes from 128 KiB to 2 MiB take the same CPU time (an ingest of 415,000 lines, within
    /// the noise of 3 %). Reusing buffers for the next file saves nothing: the page faults of 300
    /// small files were the same, because malloc keeps them.
    private static let initialCapacity = 256 * 1024
    /// The most bytes inflated in one step, so that little is left after a long line.
    private static let mostAtOnce = 1024 * 1024

    /// A larger buffer is one for long lines. No reader keeps it beyond `rest()`.
    private static let usualCapacity = 4 * 1024 * 1024

    private let source: ByteSource
    private let engine: InflateEngine
    private let longLines: LongLineMemory?
    private var hasTurn = false
    private var inflater: Inflater?
    private var input = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var sniffed = false
    /// Whether the first bytes must still be examined: they may be of another format.
    private var mustRecognize: Bool

    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var start = 0
    private var end = 0
    /// Bytes of the unfinished line in which no line end was found.
    private var scanned = 0
    /// The start of a line that is too long, counted as `consumed`, until its end is found; and its
    /// first bytes.
    private var longLineStart: Int64?
    private let longLineBeginning: UnsafeMutablePointer<UInt8>

    private var lineNumber: Int64
    /// Inflated bytes before `start`, counted from the point where reading began.
    private var consumed: Int64 = 0
    /// The same for the start of the last line returned.
    private var lineStart: Int64 = 0
    private var toSkip: Int64
    /// An earlier run ended with a line without a line end: a line end that comes first now belongs
    /// to it.
    private var resumesInsideLine = false

    package private(set) var ending: Ending?

    /// Sources that cannot be read again, such as pipes, are inflated by all of zlib, whatever
    /// `engine` is. With `refusesOtherFormats`, content known to be no lines of JSON or text (zstd,
    /// CSV, UTF-16, …) is `broken` from its start. Waits for `longLines` while another reader uses
    /// it. Throws if the source cannot seek to `point`.
    package init(
        _ source: ByteSource, from point: ResumePoint = .start, engine: InflateEngine = .best,
        refusesOtherFormats: Bool = false, longLines: LongLineMemory? = nil
    ) throws(InputError) {
        self.source = source
        self.longLines = longLines
        self.engine = engine
        lineNumber = point.line
        capacity = LineReader.initialCapacity
        buffer = LineReader.allocate(capacity)
        longLineBeginning = .allocate(capacity: LineReader.cutLength)
        toSkip = point.inflatedOffset
        mustRecognize = refusesOtherFormats && point == .start
        try source.seek(to: point.memberOffset)
    }

    deinit {
        LineReader.deallocate(buffer, capacity)
        longLineBeginning.deallocate()
        endTurn()
    }

    /// Raw bytes read so far, for progress.
    package var bytesRead: Int64 { source.offset }

    package var isGzip: Bool { inflater != nil }

    /// Bytes of the file as stored; fewer at its end.
    package func stored(_ range: Range<Int64>) -> [UInt8] { source.bytes(range) }

    /// The point after the last line returned, or before it. The point before a line is available
    /// only until the one after it is requested.
    package func resumePoint(beforeLine: Bool = false) -> ResumePoint {
        let inflated = beforeLine ? lineStart : longLineStart ?? consumed
        let line = beforeLine ? lineNumber - 1 : lineNumber
        guard let inflater else {
            return ResumePoint(memberOffset: 0, inflatedOffset: inflated, line: line)
        }
        let member = inflater.memberStart(before: inflated)
        return ResumePoint(
            memberOffset: member.compressed, inflatedOffset: inflated - member.inflated,
            line: line)
    }

    /// The next line, or nil when `ending` is known.
    package func next() -> Line? {
        while true {
            let from = start + scanned
            if let found = memchr(buffer + from, 0x0a, end - from) {
                let position = found.assumingMemoryBound(to: UInt8.self) - buffer
                if let line = take(upTo: position, ended: true) { return line }
                continue
            }
            scanned = end - start
            if scanned > LineReader.maximumLineLength { skipLongLine() }
            guard ending == nil, fill() else { return lastLine() }
        }
    }

    private func take(upTo position: Int, ended: Bool) -> Line? {
        let first = start
        let next = ended ? position + 1 : position
        if position - start > LineReader.maximumLineLength { beginLongLine() }
        lineStart = longLineStart ?? consumed
        consumed += Int64(next - start)
        start = next
        scanned = 0
        if longLineStart != nil { return endLongLine(ended: ended) }
        var text = UnsafeBufferPointer(start: buffer + first, count: position - first)
        if text.last == 0x0d { text = UnsafeBufferPointer(rebasing: text.dropLast()) }
        if resumesInsideLine {
            resumesInsideLine = false
            if text.isEmpty { return nil }
        }
        lineNumber += 1
        if lineNumber == 1 { text = text.withoutByteOrderMark }
        return Line(bytes: text, number: lineNumber, isEnded: ended, isCut: false)
    }

    // MARK: Lines that are too long

    private func beginLongLine() {
        guard longLineStart == nil else { return }
        longLineStart = consumed
        longLineBeginning.update(from: buffer + start, count: LineReader.cutLength)
    }

    /// Drops the line's bytes except its beginning.
    private func skipLongLine() {
        beginLongLine()
        consumed += Int64(scanned)
        start = end
        scanned = 0
    }

    private func endLongLine(ended: Bool) -> Line {
        longLineStart = nil
        resumesInsideLine = false
        lineNumber += 1
        let bytes = UnsafeBufferPointer(start: longLineBeginning, count: LineReader.cutLength)
        return Line(bytes: bytes, number: lineNumber, isEnded: ended, isCut: true)
    }

    /// The text after the last line end, if the file is known to end there.
    private func lastLine() -> Line? {
        guard ending == .complete, start < end || longLineStart != nil else { return nil }
        return take(upTo: end, ended: false)
    }

    /// Reads more bytes into the buffer; false if there are none to read lines from.
    private func fill() -> Bool {
        guard produce() else { return false }
        guard mustRecognize else { return true }
        mustRecognize = false
        while end - start < FileFormat.headLength, !FileFormat.beginsAsJSON(head), ending == nil,
            produce()
        {}
        guard let format = FileFormat.recognized(head, isWhole: ending != nil) else { return true }
        ending = .broken(error(.otherFormat(format, isInGzip: isGzip)))
        return false
    }

    /// The first bytes, before any line is returned.
    private var head: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: buffer, count: min(end, FileFormat.longestHead))
    }

    private func produce() -> Bool {
        makeRoom()
        do throws(InputError) {
            if !sniffed { try sniff() }
            let produced = inflater == nil ? try copyPlain() : try inflateMore()
            guard produced > 0 else { return false }
            end += produced
            (buffer + end).update(repeating: 0, count: FieldReader.padding)
            skipDone()
            return true
        } catch {
            ending = .broken(error)
            return false
        }
    }

    private func makeRoom() {
        if start > 0 {
            memmove(buffer, buffer + start, end - start)
            end -= start
            start = 0
        }
        guard end > capacity / 2, capacity < 2 * LineReader.maximumLineLength else { return }
        if capacity == LineReader.usualCapacity { takeTurn() }
        let larger = LineReader.allocate(capacity * 2)
        larger.update(from: buffer, count: end)
        LineReader.deallocate(buffer, capacity)
        buffer = larger
        capacity *= 2
    }

    /// Releases the memory of a long line while other files are read. The last line returned
    /// becomes invalid.
    package func rest() {
        let kept = end - start
        var smaller = LineReader.initialCapacity
        while smaller / 2 < kept { smaller *= 2 }
        guard smaller < capacity else { return }
        let room = LineReader.allocate(smaller)
        room.update(from: buffer + start, count: kept)
        (room + kept).update(repeating: 0, count: FieldReader.padding)
        LineReader.deallocate(buffer, capacity)
        buffer = room
        capacity = smaller
        start = 0
        end = kept
        if capacity <= LineReader.usualCapacity { endTurn() }
    }

    /// Memory for long lines is mapped, so that it returns to the system whichever thread had it:
    /// `malloc` keeps what is freed, for each thread.
    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let size = capacity + FieldReader.padding
        guard capacity > usualCapacity else { return .allocate(capacity: size) }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0),
            memory != MAP_FAILED
        else { fatalError("no memory for a line of \(capacity) bytes") }
        return memory.bindMemory(to: UInt8.self, capacity: size)
    }

    private static func deallocate(_ buffer: UnsafeMutablePointer<UInt8>, _ capacity: Int) {
        guard capacity > usualCapacity else { return buffer.deallocate() }
        munmap(buffer, capacity + FieldReader.padding)
    }

    private func takeTurn() {
        longLines?.turn.wait()
        hasTurn = true
    }

    private func endTurn() {
        if hasTurn { longLines?.turn.signal() }
        hasTurn = false
    }

    /// Skips the bytes of this member that an earlier run has read.
    private func skipDone() {
        guard toSkip > 0 else { return }
        let skipped = min(toSkip, Int64(end - start))
        start += Int(skipped)
        consumed += skipped
        toSkip -= skipped
        resumesInsideLine = toSkip == 0 && buffer[start - 1] != 0x0a
    }

    /// Examines the first bytes: gzip by its magic number, else plain text.
    private func sniff() throws(InputError) {
        sniffed = true
        let offset = source.offset
        input = try source.next()
        // No text begins with the first byte of gzip's magic number, so one byte is enough.
        guard input.first == 0x1f, input.count < 2 || input[1] == 0x8b else {
            if toSkip > 0 { try seekPlain() }
            return
        }
        inflater = Inflater(engine, startingAt: offset, canGoBack: source.canGoBack)
        if inflater == nil { throw error(.outOfMemory) }
    }

    /// Plain text can seek instead of reading again.
    private func seekPlain() throws(InputError) {
        try source.seek(to: toSkip - 1)
        consumed = toSkip - 1
        toSkip = 1
        input = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    private func copyPlain() throws(InputError) -> Int {
        if input.isEmpty { input = try source.next() }
        guard let bytes = input.baseAddress else { return finish(.complete) }
        guard !input.isEmpty else { return finish(.complete) }
        let count = min(input.count, capacity - end)
        (buffer + end).update(from: bytes, count: count)
        input = UnsafeMutableBufferPointer(rebasing: input[count...])
        return count
    }

    /// ISA-L may return bytes of a member before it finds damage that zlib finds earlier. So its
    /// output, at most 1 MiB, is held back until the buffer is full or the input ends.
    private func inflateMore() throws(InputError) -> Int {
        guard let inflater else { return 0 }
        let first = inflater.inflatedCount
        let limit = min(capacity, end + LineReader.mostAtOnce)
        var held = 0
        while true {
            if input.isEmpty, !inflater.mayHoldMore {
                input = try source.next()
                if input.isEmpty {
                    if try goBack(inflater, to: first, &held) { continue }
                    return held > 0 ? held : finishGzip(inflater)
                }
            }
            let offset = source.offset - Int64(input.count)
            if inflater.isBetweenMembers, inflater.member > 1, let done = try trailing(offset) {
                return done
            }
            var produced = 0
            let room = UnsafeMutableBufferPointer(
                start: buffer + end + held, count: limit - end - held)
            let outcome = inflater.inflate(&input, offset: offset, into: room, produced: &produced)
            held += produced
            switch outcome {
            case .doubtful where try goBack(inflater, to: first, &held): continue
            case .doubtful: throw error(.outOfMemory)
            case .failed(let detail):
                let place = source.offset - Int64(input.count)
                ending = .broken(
                    error(.corrupt(member: inflater.member, offset: place, detail: detail)))
                return held
            case .more where !inflater.isFinal && end + held < limit: break
            case .more, .endedMember: if held > 0 { return held }
            }
        }
    }

    /// Reads a member again with all of zlib if no end of it was found, and drops its held bytes.
    /// False if that has inflated it, or between members.
    private func goBack(
        _ inflater: Inflater, to first: Int64, _ held: inout Int
    ) throws(InputError) -> Bool {
        guard !inflater.isBetweenMembers, let offset = inflater.readMemberAgain(given: first)
        else { return false }
        held = 0
        try source.seek(to: offset)
        input = UnsafeMutableBufferPointer(start: nil, count: 0)
        return true
    }

    private func finishGzip(_ inflater: Inflater) -> Int {
        if inflater.isBetweenMembers { return finish(.complete) }
        return finish(.incomplete(error(.truncated(member: inflater.member))))
    }

    /// After a member: nil if another one begins. Zero padding ends the file, as in gzip.
    private func trailing(_ offset: Int64) throws(InputError) -> Int? {
        if input[0] == 0x1f { return nil }
        while !input.isEmpty {
            guard input.allSatisfy({ $0 == 0 }) else {
                return finish(.broken(error(.trailingGarbage(offset: offset))))
            }
            input = try source.next()
        }
        return finish(.complete)
    }

    private func error(_ problem: InputError.Problem) -> InputError {
        InputError(path: source.path, problem: problem)
    }

    private func finish(_ ending: Ending) -> Int {
        self.ending = ending
        return 0
    }
}
