/// The lines of a file, where a value that stands over several of them is one: JSON that was
/// printed for people, alone or behind text, each of its lines perhaps behind what a logger puts
/// before every line. What does not end as such a value are lines. So is a line that a container
/// runtime has cut: see `LinePart`.
///
/// A value has at most 100,000 lines and 4 MiB. The brackets of a list that stand alone in their
/// lines are lines, so that its elements are values of their own, however many they are.
package final class PieceReader {
    private static let mostLines = 100_000
    private static let mostBytes = 4 * 1024 * 1024
    /// So often lines are read again that were no value, for one that begins among them.
    private static let mostFailures = 16

    private let lines: LineReader
    private let piece = Piece()
    /// Lines that were read ahead, to see whether a value ends in them.
    private var ahead = HeldLines()
    /// The line given last, where it was one of them: its bytes are good until the next call.
    private var given: HeldLine?
    private var pointBefore: ResumePoint?
    /// How often a value was looked for in vain, among the lines before `tried`.
    private var failures = 0
    private var tried: Int64 = 0
    /// The file ended in the midst of a value, which begins in this line.
    package private(set) var openValue: Int64?

    package init(_ lines: LineReader) {
        self.lines = lines
    }

    /// Whether who goes on from here later reads the same: lines that were no value are given to
    /// their end.
    package var canRest: Bool { (ahead.first?.line.number ?? tried) >= tried }

    /// See `LineReader.resumePoint`.
    package func resumePoint(beforeLine: Bool = false) -> ResumePoint {
        let point = beforeLine ? pointBefore : ahead.first?.point
        return point ?? lines.resumePoint(beforeLine: beforeLine)
    }

    /// The next line or value. Of a plain file that may go on, a value that has not ended is none
    /// yet.
    package func next(mayGoOn: Bool) -> Line? {
        if ahead.isEmpty {
            pointBefore = nil
            guard let line = lines.next() else { return nil }
            guard PieceReader.mayBegin(line) else { return line }
            ahead.append(HeldLine(line, at: lines.resumePoint(beforeLine: true)))
        }
        return nextHeld(mayGoOn && !lines.isGzip)
    }

    /// By its ends alone: nearly all lines begin and end as a record does.
    @inline(__always)
    private static func mayBegin(_ line: Line) -> Bool {
        guard let first = line.bytes.first, let last = line.bytes.last, line.isEnded,
            !line.isCut
        else { return false }
        if LinePart.first(of: line.bytes) != nil { return true }
        switch last {
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return false
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: ","), 0x20:
            return true
        default: return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        }
    }

    /// The value that begins with the first line that was read ahead, or that line.
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
                return mayGoOn && lines.ending == .complete ? wait() : giveUp(count)
            }
            count += 1
            let state = piece.add(next)
            if case .closed = state {
                ahead.drop(count)
                return piece.whole
            }
            // What follows may make it another line.
            if !next.isEnded, mayGoOn { return wait() }
            if state == .broken { break }
        }
        return giveUp(count)
    }

    /// A line behind the first that was read ahead.
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

/// Lines in a row, of which the first ones go.
private struct HeldLines {
    private var lines: [HeldLine] = []
    private var dropped = 0

    var count: Int { lines.count - dropped }
    var isEmpty: Bool { count == 0 }
    var first: HeldLine? { isEmpty ? nil : lines[dropped] }

    subscript(place: Int) -> HeldLine { lines[dropped + place] }

    mutating func append(_ line: HeldLine) { lines.append(line) }

    /// Moves what is left only when it is less than what goes.
    mutating func drop(_ count: Int) {
        dropped += count
        guard dropped * 2 > lines.count else { return }
        lines.removeFirst(dropped)
        dropped = 0
    }
}

/// A line with memory of its own.
private final class HeldLine {
    let line: Line
    /// Before it.
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
