/// Lines that may be one value, kept until it is known.
final class Piece {
    /// Of one of them, in `bytes`.
    private struct Held {
        var range: Range<Int>
        var number: Int64
        var isEnded: Bool
        var isCut: Bool
    }

    private var held: [Held] = []
    private let bytes = GrowingBytes()
    /// The lines as one, without what stands before each but the first.
    private let joined = GrowingBytes()
    private var shape = ValueShape()
    /// Of the first line: what stands before the value.
    private var begin = 0
    /// What stands before every line, if anything; nil before the second.
    private var prefix: Int?
    /// A line that was taken from the end, which may be the first of the next piece.
    private let last = GrowingBytes()
    private static let blank: [UInt8] = [0x20]

    var count: Int { held.count }
    var size: Int { bytes.count }
    var firstLine: Int64 { held.first?.number ?? 0 }
    /// Whether more than blanks stands before the value.
    private(set) var isBehindText = false

    /// Places in a line that are tried.
    private static let maximumTries = 16

    /// Begins with a line in which a value begins and does not end; false when there is none.
    func begin(_ line: Line) -> Bool {
        let text = line.bytes
        var place = 0
        for _ in 0..<Piece.maximumTries {
            guard let start = text[place...].firstIndex(where: { $0 == 0x7b || $0 == 0x5b }) else {
                return false
            }
            var shape = ValueShape()
            switch shape.read(text, from: start) {
            case .closed(let end): place = end
            case .broken: place = start + 1
            case .open:
                guard !Piece.isListAlone(text) else { return false }
                reset()
                self.shape = shape
                begin = start
                isBehindText = text[..<start].contains { $0 != 0x20 && $0 != 0x09 }
                hold(line)
                joined.append(text)
                return true
            }
        }
        return false
    }

    /// Adds the next line.
    func add(_ line: Line) -> ValueShape.State {
        hold(line)
        guard !line.isCut else { return .broken }
        guard line.bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return .open }
        let prefix = self.prefix ?? commonPrefix(line.bytes)
        self.prefix = prefix
        guard hasPrefix(prefix, line.bytes) else { return .broken }
        Piece.blank.withUnsafeBufferPointer { _ = joined.append($0) }
        joined.append(UnsafeBufferPointer(rebasing: line.bytes[prefix...]))
        return shape.read(line.bytes, from: prefix)
    }

    /// All of it as one line, without the comma behind an element of a list.
    var whole: Line {
        var size = joined.count
        while !isBehindText, size > 0, " \t,".utf8.contains(joined[size - 1]) { size -= 1 }
        return Line(
            bytes: joined[0..<size], number: firstLine,
            isEnded: held.last?.isEnded ?? true, isCut: false, last: held.last?.number)
    }

    /// One of its lines.
    subscript(index: Int) -> Line {
        let line = held[index]
        return Line(
            bytes: bytes[line.range], number: line.number, isEnded: line.isEnded,
            isCut: line.isCut)
    }

    /// The last of its lines, in memory of its own: another piece may begin with it.
    func takeLast() -> Line {
        var line = self[count - 1]
        last.removeAll()
        last.append(line.bytes)
        line.bytes = last[0..<last.count]
        return line
    }

    private func reset() {
        held.removeAll(keepingCapacity: true)
        bytes.removeAll()
        joined.removeAll()
        prefix = nil
    }

    private func hold(_ line: Line) {
        let start = bytes.append(line.bytes)
        held.append(
            Held(
                range: start..<bytes.count, number: line.number, isEnded: line.isEnded,
                isCut: line.isCut))
        bytes.keepPadding()
    }

    /// The bracket of a list whose elements are values of their own.
    private static func isListAlone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { $0 == UInt8(ascii: "[") || $0 == 0x20 || $0 == 0x09 }
    }

    // MARK: What stands before every line

    /// What the first line and another begin with, but for digits, as names and times of loggers.
    private func commonPrefix(_ line: UnsafeBufferPointer<UInt8>) -> Int {
        var length = 0
        while length < begin, length < line.count, alike(bytes[length], line[length]) {
            length += 1
        }
        while length > 0, !" \t|]:>".utf8.contains(line[length - 1]) { length -= 1 }
        return length
    }

    private func hasPrefix(_ length: Int, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.count >= length && (0..<length).allSatisfy { alike(bytes[$0], line[$0]) }
    }

    private func alike(_ a: UInt8, _ b: UInt8) -> Bool {
        a == b || Digits.isDecimal(a) && Digits.isDecimal(b)
    }
}
