internal import NDJSON

/// A JSON document over many lines, as far as they were read: a page as an API answers it.
struct OpenDocument {
    /// A page of 10,000 entries, the most that the Data API gives, has some 10 MB.
    private static let longest = 64 << 20

    /// Its first line, from 1.
    private(set) var line: Int64 = 0
    private var bytes: [UInt8] = []
    /// The brackets that are open.
    private var brackets: [UInt8] = []
    /// The last byte that is no blank.
    private var last: UInt8 = 0
    private var isInString = false
    private var isEscaped = false

    var isOpen: Bool { !bytes.isEmpty }
    var isWhole: Bool { isOpen && brackets.isEmpty }

    /// Whether a line begins another document, so that this one was cut off: a brace that nothing
    /// stands before, unless the next element of an array is due.
    func isCutOff(by line: UnsafeBufferPointer<UInt8>) -> Bool {
        let isInArray =
            brackets.last == UInt8(ascii: "[")
            && [UInt8(ascii: "["), UInt8(ascii: ",")].contains(last)
        return isOpen && bytes.first == UInt8(ascii: "{") && line.first == UInt8(ascii: "{")
            && !isInArray
    }

    /// False when there are too many bytes.
    mutating func append(_ line: Line) -> Bool {
        if bytes.isEmpty { self.line = line.number }
        for byte in line.bytes { follow(byte) }
        bytes += line.bytes
        bytes.append(UInt8(ascii: " "))
        return bytes.count <= Self.longest
    }

    private mutating func follow(_ byte: UInt8) {
        if byte > 0x20 { last = byte }
        if isInString {
            isInString = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): brackets.append(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = brackets.popLast()
        default: break
        }
    }

    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        PaddedBytes(bytes).withBytes(body)
    }
}

/// Bytes as `FieldReader` takes them.
struct PaddedBytes {
    private var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes + [UInt8](repeating: 0, count: FieldReader.padding)
    }

    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0.dropLast(FieldReader.padding)))
        }
    }
}
