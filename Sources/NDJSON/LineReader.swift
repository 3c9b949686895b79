internal import CScan

#if canImport(Glibc)
    internal import Glibc
#endif

/// A place at a line end from which a file can be read on.
///
/// For gzip: the byte at which a member starts, and how many inflated bytes behind it are done.
/// For plain text the "member" is the whole file.
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

/// One line, without its line end (`\n` or `\r\n`). Its bytes are good until the next call.
package struct Line {
    package var bytes: UnsafeBufferPointer<UInt8>
    /// Counted from 1 in the file.
    package var number: Int64
    /// Whether a line end followed; the last line of a file may lack it.
    package var isEnded: Bool
    /// The line was longer than the limit: its bytes are only its beginning.
    package var isCut: Bool
    /// Of a value over several lines the number of the last: see `PieceReader`.
    package var last: Int64?
}

extension Line {
    package var isBlank: Bool {
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
    }

    /// Whether these bytes stand in the line.
    package func contains(_ part: [UInt8]) -> Bool {
        bytes.contains(part: part)
    }
}

/// How a file ended.
package enum Ending: Equatable, Sendable {
    case complete
    /// Readable so far; the rest may come later, or never.
    case incomplete(InputError)
    /// What follows cannot be read.
    case broken(InputError)
}

/// The lines of a file or of standard input, plain or gzip (told by the first bytes, not by
/// the name), in memory that does not grow with the file.
///
/// Lines may span gzip members. Data behind a broken or truncated member is not read; `ending`
/// says so, after all whole lines before it were given.
package final class LineReader {
    /// A longer line is given once, cut, when its end is found.
    package static let maximumLineLength = 16 * 1024 * 1024
    private static let cutLength = 4096
    /// Any size from 128 KiB to 2 MiB takes the same time (CPU seconds of an ingest of 415,000
    /// lines within the noise of 3 %), and keeping buffers for the next file gains nothing: page
    /// faults of 300 small files were the same, for malloc keeps them.
    private static let initialCapacity = 256 * 1024
    /// No more is inflated at once, so that little is left behind a line that is long.
    private static let mostAtOnce = 1024 * 1024

    private let source: ByteSource
    private let engine: InflateEngine
    private var inflater: Inflater?
    private var input = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var sniffed = false
    /// The first bytes are still to be looked at: they may be of another format.
    private var mustRecognize: Bool

    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var start = 0
    private var end = 0
    /// Bytes of the unfinished line that hold no line end.
    private var scanned = 0
    /// Where a line that is too long starts, counted as `consumed`, until its end is found; and
    /// its first bytes.
    private var longLineStart: Int64?
    private let longLineBeginning: UnsafeMutablePointer<UInt8>

    private var lineNumber: Int64
    /// Inflated bytes before `start`, counted from where reading began.
    private var consumed: Int64 = 0
    /// The same before the line given last.
    private var lineStart: Int64 = 0
    private var toSkip: Int64
    /// The last line of an earlier run had no line end yet: one that comes first now is its.
    private var resumesInsideLine = false

    package private(set) var ending: Ending?

    /// What cannot be read again, such as a pipe, is inflated by zlib, whatever `engine` says.
    /// With `refusesOtherFormats`, content that is known to be no lines of JSON or text, such as
    /// zstd, CSV or UTF-16, is `broken` from its start.
    package init(
        _ source: ByteSource, from point: ResumePoint = .start, engine: InflateEngine = .best,
        refusesOtherFormats: Bool = false
    ) throws(InputError) {
        self.source = source
        self.engine = source.canGoBack ? engine : .zlib
        lineNumber = point.line
        capacity = LineReader.initialCapacity
        buffer = .allocate(capacity: capacity + FieldReader.padding)
        longLineBeginning = .allocate(capacity: LineReader.cutLength)
        toSkip = point.inflatedOffset
        mustRecognize = refusesOtherFormats && point == .start
        try source.seek(to: point.memberOffset)
    }

    deinit {
        buffer.deallocate()
        longLineBeginning.deallocate()
    }

    /// Raw bytes read so far, for progress.
    package var bytesRead: Int64 { source.offset }

    package var isGzip: Bool { inflater != nil }

    /// Bytes of the file as it is stored; fewer where it ends.
    package func stored(_ range: Range<Int64>) -> [UInt8] { source.bytes(range) }

    /// The point behind the line given last, or before it. The point before a line is to be had
    /// only until the one behind it was asked for.
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
        if lineNumber == 1 { text = LineReader.withoutByteOrderMark(text) }
        return Line(bytes: text, number: lineNumber, isEnded: ended, isCut: false)
    }

    /// Editors on Windows begin a file with U+FEFF; it belongs to no line.
    private static func withoutByteOrderMark(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        text.starts(with: [0xef, 0xbb, 0xbf])
            ? UnsafeBufferPointer(rebasing: text.dropFirst(3)) : text
    }

    // MARK: Lines that are too long

    private func beginLongLine() {
        guard longLineStart == nil else { return }
        longLineStart = consumed
        longLineBeginning.update(from: buffer + start, count: LineReader.cutLength)
    }

    /// Forgets what was read of the line but its beginning.
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

    /// What follows the last line end, when the file is known to end there.
    private func lastLine() -> Line? {
        guard ending == .complete, start < end || longLineStart != nil else { return nil }
        return take(upTo: end, ended: false)
    }

    /// Brings more bytes into the buffer; false when there are none to read lines from.
    private func fill() -> Bool {
        guard produce() else { return false }
        guard mustRecognize else { return true }
        mustRecognize = false
        while end - start < FileFormat.headLength, !FileFormat.beginsAsJSON(head), ending == nil,
            produce()
        {}
        guard let format = FileFormat.recognized(head, isWhole: ending != nil) else { return true }
        let problem = InputError.Problem.otherFormat(format, isInGzip: isGzip)
        ending = .broken(InputError(path: source.path, problem: problem))
        return false
    }

    /// The first bytes, while nothing was taken of them.
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
        let larger = UnsafeMutablePointer<UInt8>.allocate(
            capacity: capacity * 2 + FieldReader.padding)
        larger.update(from: buffer, count: end)
        buffer.deallocate()
        buffer = larger
        capacity *= 2
    }

    /// Gives back what a long line took, for a reader that waits for others. The line given last is
    /// gone then.
    package func rest() {
        let kept = end - start
        var smaller = LineReader.initialCapacity
        while smaller / 2 < kept { smaller *= 2 }
        guard smaller < capacity else { return }
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: smaller + FieldReader.padding)
        room.update(from: buffer + start, count: kept)
        (room + kept).update(repeating: 0, count: FieldReader.padding)
        buffer.deallocate()
        buffer = room
        capacity = smaller
        start = 0
        end = kept
    }

    /// Drops what an earlier run has already read of this member.
    private func skipDone() {
        guard toSkip > 0 else { return }
        let skipped = min(toSkip, Int64(end - start))
        start += Int(skipped)
        consumed += skipped
        toSkip -= skipped
        resumesInsideLine = toSkip == 0 && buffer[start - 1] != 0x0a
    }

    /// Looks at the first bytes: gzip by its magic number, else plain text.
    private func sniff() throws(InputError) {
        sniffed = true
        let offset = source.offset
        input = try source.next()
        // No text begins with the first byte of gzip's magic number, so one byte may tell.
        guard input.first == 0x1f, input.count < 2 || input[1] == 0x8b else {
            if toSkip > 0 { try seekPlain() }
            return
        }
        guard let made = Inflater(engine, startingAt: offset) else {
            throw InputError(path: source.path, problem: .outOfMemory)
        }
        inflater = made
    }

    /// Plain text needs no reading of what is done.
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

    /// ISA-L may give bytes of a member before it finds damage that zlib stops at earlier. So what
    /// it gives is held back, a MiB at most, until the buffer is full or the input ends.
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
            case .doubtful: throw InputError(path: source.path, problem: .outOfMemory)
            case .failed(let detail):
                let problem = InputError.Problem.corrupt(
                    member: inflater.member, offset: source.offset - Int64(input.count),
                    detail: detail)
                ending = .broken(InputError(path: source.path, problem: problem))
                return held
            case .more where !inflater.isFinal && end + held < limit: break
            case .more, .endedMember: if held > 0 { return held }
            }
        }
    }

    /// Has zlib read once more what ISA-L found no end of, and forgets what is held of it. False
    /// when there is nothing to doubt.
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
        let problem = InputError.Problem.truncated(member: inflater.member)
        return finish(.incomplete(InputError(path: source.path, problem: problem)))
    }

    /// Behind a member: nil when another begins; zero padding ends the file, as gzip has it.
    private func trailing(_ offset: Int64) throws(InputError) -> Int? {
        if input[0] == 0x1f { return nil }
        if input.allSatisfy({ $0 == 0 }) {
            input = UnsafeMutableBufferPointer(start: nil, count: 0)
            return try inflaterPadding(offset)
        }
        let garbage = InputError(path: source.path, problem: .trailingGarbage(offset: offset))
        return finish(.broken(garbage))
    }

    private func inflaterPadding(_ offset: Int64) throws(InputError) -> Int {
        while true {
            let more = try source.next()
            if more.isEmpty { return finish(.complete) }
            guard more.allSatisfy({ $0 == 0 }) else {
                let problem = InputError.Problem.trailingGarbage(offset: offset)
                return finish(.broken(InputError(path: source.path, problem: problem)))
            }
        }
    }

    private func finish(_ ending: Ending) -> Int {
        self.ending = ending
        return 0
    }
}
