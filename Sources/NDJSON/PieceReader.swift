/// The lines of a file, where a value that stands over several of them is one: JSON that was
/// printed for people, alone or behind text, each of its lines perhaps behind what a logger puts
/// before every line. What does not end as such a value are lines.
///
/// A value behind text has at most 200 lines and 64 KiB; one that begins a line has at most 20,000
/// and 4 MiB. The brackets of a list that stand alone in their lines are lines, so that its
/// elements are values of their own, however many they are.
package final class PieceReader {
    private static let limits = (
        text: (lines: 200, bytes: 64 * 1024), value: (lines: 20_000, bytes: 4 * 1024 * 1024)
    )

    private let lines: LineReader
    private let piece = Piece()
    /// Lines of what was no value, which are still to be given, and how many of them are.
    private var given = 0
    private var isBroken = false
    /// Before the last of them: it may begin a value, and was not looked at for that.
    private var pointBeforeLast: ResumePoint?
    /// Before the value given last, or nil where that was a line.
    private var pointBefore: ResumePoint?
    /// The file ended in the midst of a value, which begins in this line.
    package private(set) var openValue: Int64?

    package init(_ lines: LineReader) {
        self.lines = lines
    }

    /// Whether what was given so far can be stored: no line waits but one.
    package var canRest: Bool {
        !isBroken || pointBeforeLast != nil && piece.count - given <= 1
    }

    /// See `LineReader.resumePoint`.
    package func resumePoint(beforeLine: Bool = false) -> ResumePoint {
        if beforeLine, let pointBefore { return pointBefore }
        if !beforeLine, isBroken, let pointBeforeLast { return pointBeforeLast }
        return lines.resumePoint(beforeLine: beforeLine)
    }

    /// The next line or value. Of a plain file that may go on, a value that has not ended is none
    /// yet.
    package func next(mayGoOn: Bool) -> Line? {
        pointBefore = nil
        if isBroken { return nextHeld(mayGoOn) }
        guard let line = lines.next() else { return nil }
        guard PieceReader.mayBegin(line) else { return line }
        return value(beginningWith: line, at: lines.resumePoint(beforeLine: true), mayGoOn)
    }

    /// By its ends alone: nearly all lines begin and end as a record does.
    @inline(__always)
    private static func mayBegin(_ line: Line) -> Bool {
        guard let first = line.bytes.first, let last = line.bytes.last, line.isEnded,
            !line.isCut
        else {
            return false
        }
        switch last {
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return false
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: ","), 0x20:
            return true
        default: return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        }
    }

    private func value(
        beginningWith line: Line, at point: ResumePoint, _ mayGoOn: Bool
    ) -> Line? {
        guard piece.begin(line) else { return line }
        let limit = piece.isBehindText ? PieceReader.limits.text : PieceReader.limits.value
        pointBeforeLast = nil
        while piece.count < limit.lines, piece.size < limit.bytes {
            guard let next = lines.next() else {
                if mayGoOn, !lines.isGzip, lines.ending == .complete { return wait(at: point) }
                break
            }
            let state = piece.add(next)
            if case .closed = state {
                pointBefore = point
                return piece.whole
            }
            // What follows may make it another line.
            if !next.isEnded, mayGoOn, !lines.isGzip { return wait(at: point) }
            guard state == .open else {
                pointBeforeLast = lines.resumePoint(beforeLine: true)
                break
            }
        }
        isBroken = true
        given = 0
        return nextHeld(mayGoOn)
    }

    private func wait(at point: ResumePoint) -> Line? {
        pointBefore = point
        openValue = piece.firstLine
        return nil
    }

    /// The lines of what was no value, one by one; the last may begin one.
    private func nextHeld(_ mayGoOn: Bool) -> Line? {
        let line = piece[given]
        given += 1
        guard given == piece.count else { return line }
        isBroken = false
        guard let point = pointBeforeLast else { return line }
        pointBeforeLast = nil
        pointBefore = point
        guard PieceReader.mayBegin(line) else { return line }
        return value(beginningWith: piece.takeLast(), at: point, mayGoOn)
    }
}
