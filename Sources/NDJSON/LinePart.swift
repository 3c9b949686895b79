/// A line of an application as a container runtime writes it, which cuts long ones into several.
///
/// Kubernetes' CRI writes `<time> <stream> P <text>`, and `F` for `P` in the last part (design
/// proposal "kubelet-cri-logging"). Docker's json-file writes `{"log":"<text>","stream":…}`:
/// parts have 16 KiB of text, and only the last ends with a line end.
struct LinePart {
    /// Where the text of the application stands.
    var text: Range<Int>
    /// Where the stream stands, by which parts of one line are told from those of another.
    private var stream: Range<Int>
    var isLast: Bool

    /// The least bytes of a line of Docker's that is cut.
    private static let dockerSize = 16 * 1024

    /// Whether a line is a part behind which others follow. Told by a look for nearly all lines.
    @inline(__always)
    static func isBegin(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = line.first,
            Digits.isDecimal(first) || first == UInt8(ascii: "{") && line.count > dockerSize
        else { return false }
        return LinePart(line).map { !$0.isLast } ?? false
    }

    init?(_ line: UnsafeBufferPointer<UInt8>) {
        if line.first == UInt8(ascii: "{") {
            self.init(docker: line)
        } else {
            self.init(cri: line)
        }
    }

    private init?(cri line: UnsafeBufferPointer<UInt8>) {
        let space = UInt8(ascii: " ")
        guard line.count > 19, line[4] == UInt8(ascii: "-"),
            let behindTime = line.firstIndex(of: space, from: 19), behindTime < 40,
            let rest = line[behindTime...].rest(behind: " stdout ")
                ?? line[behindTime...].rest(behind: " stderr "),
            rest + 1 < line.count, line[rest + 1] == space,
            line[rest] == UInt8(ascii: "P") || line[rest] == UInt8(ascii: "F")
        else { return nil }
        text = (rest + 2)..<line.count
        stream = behindTime..<rest
        isLast = line[rest] == UInt8(ascii: "F")
    }

    private init?(docker line: UnsafeBufferPointer<UInt8>) {
        guard let begin = line[0...].rest(behind: #"{"log":""#),
            let value = FieldReader(PathTree()).value(at: begin - 1, of: line), value.isString,
            let end = line[(begin + value.count)...].rest(behind: #"","stream":"std"#)
        else { return nil }
        text = begin..<(begin + value.count)
        stream = text.upperBound..<min(end + 3, line.count)
        isLast = value.bytes.hasASCIISuffix(#"\n"#)
        guard isLast || text.count >= LinePart.dockerSize else { return nil }
    }

    /// Whether two parts are of one stream.
    static func areOfOneStream(
        _ part: LinePart, of line: UnsafeBufferPointer<UInt8>, _ other: LinePart,
        of otherLine: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        line[part.stream].elementsEqual(otherLine[other.stream])
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The place behind a word with which it begins.
    fileprivate func rest(behind word: StaticString) -> Int? {
        UnsafeBufferPointer(rebasing: self).hasASCIIPrefix(word)
            ? startIndex + word.utf8CodeUnitCount : nil
    }
}
