/// The lines of a file, with each value over several lines joined to one line: JSON printed for
/// people, alone or after text, possibly with a logger's prefix before each line. Lines that form
/// no value stay separate. Lines that a container runtime split are joined too (see `LinePart`),
/// and so are values over several records of Docker's: to one record, that of the first line.
///
/// A value has at most 100,000 lines and 4 MiB. Brackets of a list that are alone in their lines
/// stay lines, so the elements of a list are separate values, in any number.
package final class PieceReader {
    private static let mostLines = 100_000
    private static let mostBytes = 4 * 1024 * 1024
    /// How often lines that form no value are searched again for a value that begins among them.
    private static let mostFailures = 16

    private let lines: LineReader
    private let piece = Piece()
    /// Lines read ahead, in search of the end of a value.
    private var ahead = HeldLines()
    /// The last line returned, if it was read ahead: its bytes are valid until the next call.
    private var given: HeldLine?
    private var pointBefore: ResumePoint?
    /// The number of failed searches for a value among the lines before `tried`.
    private var failures = 0
    private var tried: Int64 = 0
    /// The file ended inside a value that begins in this line.
    package private(set) var openValue: Int64?

    package init(_ lines: LineReader) {
        self.lines = lines
    }

    /// Whether a later run that resumes here reads the same lines: no line read ahead is left from
    /// a failed search.
    package var canRest: Bool { (ahead.first?.line.number ?? tried) >= tried }

    /// See `LineReader.resumePoint`.
    package func resumePoint(beforeLine: Bool = false) -> ResumePoint {
        let point = beforeLine ? pointBefore : ahead.first?.point
        return point ?? lines.resumePoint(beforeLine: beforeLine)
    }

    /// The next line or value. `mayGoOn`: the plain file may grow, so an unfinished value is not
    /// returned yet.
    package func next(mayGoOn: Bool) -> Line? {
        if ahead.isEmpty {
            pointBefore = nil
            guard let line = lines.next() else { return nil }
            guard PieceReader.mayBegin(line) else { return line }
            ahead.append(HeldLine(line, at: lines.resumePoint(beforeLine: true)))
        }
        return nextHeld(mayGoOn && !lines.isGzip)
    }

    /// Whether a value may begin in a line, by its first and last byte only: nearly all lines begin
    /// and end as a record does.
    @inline(__always)
    private static func mayBegin(_ line: Line) -> Bool {
        guard line.isEnded, !line.isCut else { return false }
        return LinePart.first(of: line.bytes) != nil || DockerLine.mayBegin(line.bytes)
            || mayBegin(line.bytes)
    }

    @inline(__always)
    static func mayBegin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        switch last {
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return false
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: ","), 0x20:
            return true
        default:
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
                || PrintedError.start(in: text) != nil
        }
    }

    /// The value that begins with the first line read ahead, or that line.
    private func nextHeld(_ mayGoOn: Bool) -> Line? {
        let first = ahead[0]
        pointBefore = first.point
        if first.line.number >= tried { failures = 0 }
        guard failures < PieceReader.mostFailures, PieceReader.mayBegin(first.line),
            piece.begin(first.line)
        else { return giveFirst() }
        var count = 1
        while count < PieceReader.mostLines, piece.size < PieceReader.mostBytes {
            guard let next = line(ahead: count) else {
                let mayFollow = mayGoOn && lines.ending == .complete && !piece.mayEnd
                return mayFollow ? wait() : giveUp(count)
            }
            count += 1
            let state = piece.add(next)
            if case .closed = state {
                ahead.drop(count)
                return piece.whole
            }
            // More text may follow on this line.
            if !next.isEnded, mayGoOn { return wait() }
            if state == .broken { break }
        }
        return giveUp(count)
    }

    /// A line after the first one read ahead.
    private func line(ahead place: Int) -> Line? {
        if place == ahead.count {
            guard let line = lines.next() else { return nil }
            ahead.append(HeldLine(line, at: lines.resumePoint(beforeLine: true)))
        }
        return ahead[place].line
    }

    private func wait() -> Line? {
        openValue = ahead[0].line.number
        return nil
    }

    private func giveUp(_ count: Int) -> Line? {
        failures += 1
        tried = max(tried, ahead[count - 1].line.number)
        return giveFirst()
    }

    private func giveFirst() -> Line? {
        given = ahead[0]
        ahead.drop(1)
        return given?.line
    }
}

/// A queue of lines.
private struct HeldLines {
    private var lines: [HeldLine] = []
    private var dropped = 0

    var count: Int { lines.count - dropped }
    var isEmpty: Bool { count == 0 }
    var first: HeldLine? { isEmpty ? nil : lines[dropped] }

    subscript(place: Int) -> HeldLine { lines[dropped + place] }

    mutating func append(_ line: HeldLine) { lines.append(line) }

    /// Moves the rest only if it is smaller than the dropped part.
    mutating func drop(_ count: Int) {
        dropped += count
        guard dropped * 2 > lines.count else { return }
        lines.removeFirst(dropped)
        dropped = 0
    }
}

/// A line with its own memory.
private final class HeldLine {
    let line: Line
    /// The point before the line.
    let point: ResumePoint
    private let memory: UnsafeMutablePointer<UInt8>

    init(_ line: Line, at point: ResumePoint) {
        memory = FieldReader.paddedCopy(of: line.bytes)
        var held = line
        held.bytes = UnsafeBufferPointer(start: memory, count: line.bytes.count)
        self.line = held
        self.point = point
    }

    deinit { memory.deallocate() }
}
