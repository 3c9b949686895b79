/// A line of an application in a record of Docker's json-file:
/// `{"log":"<text>\n","stream":"stdout",…}`.
enum DockerLine {
    static let begin: StaticString = #"{"log":""#
    private static let end = Array(#"\n","stream":""#.utf8)

    /// Whether a value may begin in the text of a record and go on in the next record, by the first
    /// and last characters only. Of nearly all other lines one byte is examined.
    @inline(__always)
    static func mayBegin(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.count > end.count && line[2] == UInt8(ascii: "l") && mayBeginInText(line)
    }

    @inline(never)
    private static func mayBeginInText(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = begin.utf8CodeUnitCount
        guard line.hasASCIIPrefix(begin), let end = end(of: line, from: start), end > start else {
            return false
        }
        return PieceReader.mayBegin(UnsafeBufferPointer(rebasing: line[start..<end]))
    }

    /// The place of the line end after the text of a record.
    private static func end(of line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = line.count - end.count
        while place >= start {
            if line[place] == end[0], line[place...].starts(with: end) { return place }
            place -= 1
        }
        return nil
    }
}
