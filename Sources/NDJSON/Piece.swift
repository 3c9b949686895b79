/// Consecutive lines that may be one value, or the parts of one line, joined until that is decided.
final class Piece {
    /// The lines joined, without the prefix of all but the first.
    private let joined = GrowingBytes()
    /// The shapes that the text may still have.
    private var shape: ValueShape?
    private var printShape: PrintShape?
    /// The first line, and the number of the last.
    private var first: Line?
    private var last: Line?
    /// The start of the value in the first line.
    private var begin = 0
    /// The length of the prefix before every line; nil before the second line.
    private var prefix: Int?
    private var isBehindText = false
    /// The first line, if it is a part of a longer line.
    private var part: LinePart?
    /// The first line, if it is a record of Docker's; what follows its text, and the whole as such
    /// a record.
    private var record: LinePart?
    private let recordEnd = GrowingBytes()
    private let wholeRecord = GrowingBytes()
    private static let blank: [UInt8] = [0x20]
    private static let lineEnd: [UInt8] = [0x0a]

    var size: Int { joined.count }

    /// Whether the lines so far may be all there are: an error needs no properties.
    var mayEnd: Bool { shape?.isErrorAlone == true && printShape == nil }

    /// The most places in a line that are tried.
    private static let maximumTries = 16

    /// Begins with a line in which a value begins and does not end, or that is the first part of a
    /// longer line; false for other lines. The bytes of the line must stay valid until the whole is
    /// returned.
    func begin(_ line: Line) -> Bool {
        (first, last) = (line, line)
        joined.removeAll()
        (part, record) = (LinePart.first(of: line.bytes), nil)
        if let part {
            joined.append(UnsafeBufferPointer(rebasing: line.bytes[..<part.text.upperBound]))
            return true
        }
        record = LinePart(docker: line.bytes)
        guard let record else { return beginValue(line.bytes) }
        recordEnd.removeAll()
        recordEnd.append(UnsafeBufferPointer(rebasing: line.bytes[record.text.upperBound...]))
        return record.withDockerText(of: line.bytes, beginValue)
    }

    private func beginValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        var print: (shape: PrintShape, start: Int)?
        for _ in 0..<Piece.maximumTries {
            guard let start = Piece.start(in: text, from: place) else { break }
            var shape = ValueShape()
            let state = shape.read(text, from: start)
            if case .closed(let end) = state {
                place = end
                continue
            }
            if print == nil { print = Piece.print(in: text, from: start) }
            guard state == .open else {
                place = start + 1
                continue
            }
            guard !Piece.isListAlone(text) else { return false }
            begin(text, at: start, shape, print?.shape)
            return true
        }
        guard let print else { return beginError(text) }
        begin(text, at: print.start, nil, print.shape)
        return true
    }

    /// The print that may begin at a place, and go on in the next line.
    private static func print(
        in text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (PrintShape, Int)? {
        var print = PrintShape()
        return print.begin(text, from: start) ? (print, start) : nil
    }

    /// Begins with an error whose stack may follow.
    private func beginError(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = PrintedError.start(in: text) else { return false }
        var shape = ValueShape()
        guard shape.read(text, from: start) == .open, shape.isInError else { return false }
        begin(text, at: start, shape, nil)
        return true
    }

    private func begin(
        _ text: UnsafeBufferPointer<UInt8>, at start: Int, _ shape: ValueShape?,
        _ print: PrintShape?
    ) {
        self.shape = shape
        printShape = print
        (begin, prefix) = (start, nil)
        isBehindText = text[..<start].contains { $0 != 0x20 && $0 != 0x09 }
        joined.append(text)
    }

    /// The next place where a value may begin: a brace or bracket, or a parenthesis alone in its
    /// line, as PHP prints it.
    private static func start(in text: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
        let start = text.indices[place...].first {
            text[$0] == UInt8(ascii: "{") || text[$0] == UInt8(ascii: "[") && !isColor(text, $0)
        }
        if let start { return start }
        guard place == 0, let start = text.firstIndex(where: { $0 > 0x20 }), text[start] == 0x28,
            text[(start + 1)...].allSatisfy({ $0 <= 0x20 })
        else { return nil }
        return start
    }

    /// Whether a bracket is part of a terminal's colour.
    private static func isColor(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        place > 0 && text[place - 1] == 0x1b
    }

    /// Adds the next line.
    func add(_ line: Line) -> ValueShape.State {
        last = line
        guard !line.isCut else { return .broken }
        if let part { return add(line.bytes, of: part.stream) }
        guard let record else { return add(line.bytes) }
        guard let next = LinePart(docker: line.bytes), next.isLast, next.stream == record.stream
        else { return .broken }
        return next.withDockerText(of: line.bytes, add)
    }

    private func add(_ text: UnsafeBufferPointer<UInt8>) -> ValueShape.State {
        guard text.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return .open }
        let prefix = self.prefix ?? commonPrefix(text)
        self.prefix = prefix
        guard hasPrefix(prefix, text) else { return .broken }
        // The message of an error ends with its line, and so do the lines of its stack.
        let between = shape?.hasError == true ? Piece.lineEnd : Piece.blank
        between.withUnsafeBufferPointer { joined.append($0) }
        joined.append(UnsafeBufferPointer(rebasing: text[prefix...]))
        return readOn(text, from: prefix)
    }

    /// Continues all shapes that the text may still have.
    private func readOn(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> ValueShape.State {
        let state = shape?.read(line, from: start) ?? .broken
        if state == .broken { shape = nil }
        if case .closed = state { return state }
        let printState = printShape?.read(line, from: start) ?? .broken
        if printState == .broken { printShape = nil }
        return printState == .broken ? state : printState
    }

    /// Adds the text of another part. The last part ends the line.
    private func add(
        _ line: UnsafeBufferPointer<UInt8>, of stream: LinePart.Stream
    ) -> ValueShape.State {
        guard let next = LinePart(line), next.stream == stream else { return .broken }
        let end = next.isLast ? line.count : next.text.upperBound
        joined.append(UnsafeBufferPointer(rebasing: line[next.text.lowerBound..<end]))
        return next.isLast ? .closed(at: end) : .open
    }

    /// The joined lines as one line, without the comma after an element of a list.
    var whole: Line {
        var size = joined.count
        let isValue = part == nil && !isBehindText
        while isValue, size > 0, " \t,".utf8.contains(joined[size - 1]) { size -= 1 }
        let text = joined[0..<size]
        return Line(
            bytes: record == nil ? text : inRecord(text), number: first?.number ?? 0,
            isEnded: last?.isEnded ?? true, isCut: false, last: last?.number)
    }

    private func inRecord(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var bytes = Array(DockerLine.begin.description.utf8)
        JSONEscapes.append(text, to: &bytes)
        bytes += #"\n"#.utf8
        wholeRecord.removeAll()
        bytes.withUnsafeBufferPointer(wholeRecord.append)
        wholeRecord.append(recordEnd[0..<recordEnd.count])
        return wholeRecord[0..<wholeRecord.count]
    }

    /// Whether a line is only the bracket of a list, whose elements are separate values.
    private static func isListAlone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { $0 == UInt8(ascii: "[") || $0 == 0x20 || $0 == 0x09 }
    }

    // MARK: What stands before every line

    /// The common prefix of the first line and another, such as names and times of loggers. Digits
    /// may differ.
    private func commonPrefix(_ line: UnsafeBufferPointer<UInt8>) -> Int {
        var length = 0
        while length < begin, length < line.count, alike(length, line[length]) { length += 1 }
        while length > 0, !" \t|]:>".utf8.contains(line[length - 1]) { length -= 1 }
        return length
    }

    private func hasPrefix(_ length: Int, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.count >= length && (0..<length).allSatisfy { alike($0, line[$0]) }
    }

    /// Whether a byte equals that of the first line, or both are digits.
    private func alike(_ place: Int, _ byte: UInt8) -> Bool {
        let own = joined[place]
        return own == byte || Digits.isDecimal(own) && Digits.isDecimal(byte)
    }
}
