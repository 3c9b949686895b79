/// A line of an application in the format of a container runtime, which splits long lines.
///
/// Kubernetes' CRI writes `<time> <stream> P <text>`, with `F` for `P` in the last part (design
/// proposal "kubelet-cri-logging"). Docker's json-file writes `{"log":"<text>","stream":…}`: parts
/// have 16 KiB of text, and only the last one ends with a line end.
struct LinePart {
    enum Stream {
        case output, error
    }

    /// The range of the application's text.
    var text: Range<Int>
    /// All parts of a line have the same stream.
    var stream: Stream
    var isLast: Bool

    /// Docker splits longer lines.
    private static let dockerSize = 16 * 1024

    /// This line as the first part of a longer line; nil if it is none. For nearly all lines only
    /// the first byte is examined.
    @inline(__always)
    static func first(of line: UnsafeBufferPointer<UInt8>) -> LinePart? {
        guard let first = line.first,
            Digits.isDecimal(first) || first == UInt8(ascii: "{") && line.count > dockerSize,
            let part = LinePart(line), !part.isLast
        else { return nil }
        return part
    }

    init?(_ line: UnsafeBufferPointer<UInt8>) {
        if line.first == UInt8(ascii: "{") {
            self.init(docker: line)
        } else {
            self.init(cri: line)
        }
    }

    private init?(cri line: UnsafeBufferPointer<UInt8>) {
        guard line.count > 19, line[4] == UInt8(ascii: "-"),
            let time = line.firstIndex(of: UInt8(ascii: " "), from: 19), time < 40
        else { return nil }
        let rest = UnsafeBufferPointer(rebasing: line[time...])
        if rest.hasASCIIPrefix(" stdout ") {
            stream = .output
        } else if rest.hasASCIIPrefix(" stderr ") {
            stream = .error
        } else {
            return nil
        }
        let tag = UnsafeBufferPointer(rebasing: rest[8...])
        isLast = tag.hasASCIIPrefix("F ")
        guard isLast || tag.hasASCIIPrefix("P ") else { return nil }
        text = (time + 10)..<line.count
    }

    /// A whole line or a part of one, in a record of Docker's.
    init?(docker line: UnsafeBufferPointer<UInt8>) {
        let begin = DockerLine.begin.utf8CodeUnitCount
        guard line.hasASCIIPrefix(DockerLine.begin),
            let value = FieldReader(PathTree()).value(at: begin - 1, of: line), value.isString
        else { return nil }
        text = begin..<(begin + value.count)
        let rest = UnsafeBufferPointer(rebasing: line[text.upperBound...])
        if rest.hasASCIIPrefix(#"","stream":"stdout""#) {
            stream = .output
        } else if rest.hasASCIIPrefix(#"","stream":"stderr""#) {
            stream = .error
        } else {
            return nil
        }
        isLast = value.withCharacters { $0.last == UInt8(ascii: "\n") }
        guard isLast || text.count >= LinePart.dockerSize else { return nil }
    }

    /// Calls `body` with the text of a whole line in a record of Docker's, without its line end.
    func withDockerText<Result>(
        of line: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let escaped = UnsafeBufferPointer(rebasing: line[text])
        return JSONEscapes.withDecoded(escaped, padding: FieldReader.padding) {
            body(UnsafeBufferPointer(rebasing: $0.dropLast()))
        }
    }
}
