/// A format other than JSON lines, recognised by the first bytes of a file or stream.
package enum FileFormat: Sendable, CaseIterable {
    case zstd
    case xz
    case bzip2
    case lz4
    case compress
    /// Inside of gzip: compressed twice.
    case gzip
    case tar
    case zip
    case sevenZip
    case parquet
    case avro
    case orc
    case sqlite
    case csv
    case utf16
    case utf16LittleEndian
    case utf16BigEndian
    case utf32
    case pdf
    case image
    case binary

    /// Bytes needed to recognise a format; fewer only at the end of the content.
    static let headLength = 4096
    /// The most bytes that are examined.
    static let longestHead = 64 * 1024

    package var name: String {
        switch self {
        case .zstd: "zstd data"
        case .xz: "xz data"
        case .bzip2: "bzip2 data"
        case .lz4: "lz4 data"
        case .compress: "compress data"
        case .gzip: "gzip data"
        case .tar: "a tar archive"
        case .zip: "a zip archive"
        case .sevenZip: "a 7z archive"
        case .parquet: "a Parquet file"
        case .avro: "an Avro file"
        case .orc: "an ORC file"
        case .sqlite: "an SQLite database"
        case .csv: "CSV"
        case .utf16, .utf16LittleEndian, .utf16BigEndian: "UTF-16 text"
        case .utf32: "UTF-32 text"
        case .pdf: "a PDF document"
        case .image: "an image"
        case .binary: "binary data"
        }
    }
}

// MARK: Recognition

extension FileFormat {
    /// Nil for possible lines of JSON or text. `isWhole`: the content ends with the head.
    static func recognized(_ head: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> FileFormat? {
        guard !beginsAsJSON(head) else { return nil }
        return bySignature(head) ?? byEncoding(head)
            ?? (CSVShape.matches(head.withoutByteOrderMark, isWhole: isWhole) ? .csv : nil)
            ?? (isBinary(head) ? .binary : nil)
    }

    /// Whether the content begins with a JSON object in UTF-8, so no more bytes are needed.
    static func beginsAsJSON(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = head.withoutByteOrderMark
        return text.count > 1 && text[0] == UInt8(ascii: "{") && text[1] != 0
    }

    private static let signatures: [(bytes: [UInt8], format: FileFormat)] = [
        ([0x28, 0xb5, 0x2f, 0xfd], .zstd),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], .xz),
        ([0x04, 0x22, 0x4d, 0x18], .lz4),
        ([0x02, 0x21, 0x4c, 0x18], .lz4),
        ([0x1f, 0x8b], .gzip),
        ([0x1f, 0x9d], .compress),
        ([0x50, 0x4b, 0x03, 0x04], .zip),
        ([0x50, 0x4b, 0x05, 0x06], .zip),
        ([0x50, 0x4b, 0x07, 0x08], .zip),
        ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], .sevenZip),
        (Array("Obj\u{1}".utf8), .avro),
        (Array("SQLite format 3\0".utf8), .sqlite),
        (Array("%PDF-".utf8), .pdf),
        ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], .image),
        ([0xff, 0xd8, 0xff], .image),
        (Array("GIF89a".utf8), .image),
        (Array("GIF87a".utf8), .image),
        ([0x7f, 0x45, 0x4c, 0x46], .binary),
        ([0xff, 0xfe, 0x00, 0x00], .utf32),
        ([0x00, 0x00, 0xfe, 0xff], .utf32),
        ([0xff, 0xfe], .utf16),
        ([0xfe, 0xff], .utf16),
    ]

    private static func bySignature(_ head: UnsafeBufferPointer<UInt8>) -> FileFormat? {
        if let found = signatures.first(where: { head.starts(with: $0.bytes) }) {
            return found.format
        }
        if isBzip2(head) { return .bzip2 }
        if isSkippableZstd(head) { return .zstd }
        // In text, no control character follows these letters.
        if head.starts(with: "PAR1".utf8), head.count > 4, head[4] < 0x20 { return .parquet }
        if head.starts(with: "ORC".utf8), head.prefix(64).contains(where: isControl) {
            return .orc
        }
        return isTar(head) ? .tar : nil
    }

    /// `BZh`, the block size, and the mark of a block or of the end.
    private static func isBzip2(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        guard head.count >= 10, head.starts(with: "BZh".utf8), 0x31...0x39 ~= head[3] else {
            return false
        }
        let mark = head[4..<10]
        return mark.elementsEqual([0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
            || mark.elementsEqual([0x17, 0x72, 0x45, 0x38, 0x50, 0x90])
    }

    private static func isSkippableZstd(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        head.count > 3 && head[0] & 0xf0 == 0x50 && head[1...3].elementsEqual([0x2a, 0x4d, 0x18])
    }

    private static func isTar(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        head.count > 262 && head[257...261].elementsEqual("ustar".utf8)
    }

    // MARK: Text in other encodings

    /// UTF-16 without a byte order mark: in nine of ten pairs of bytes, one is NUL and the other
    /// ASCII.
    private static func byEncoding(_ head: UnsafeBufferPointer<UInt8>) -> FileFormat? {
        let pairs = min(head.count, 512) / 2
        guard pairs >= 4 else { return nil }
        var (little, big) = (0, 0)
        for pair in 0..<pairs {
            let (first, second) = (head[2 * pair], head[2 * pair + 1])
            if second == 0, isText(first) { little += 1 }
            if first == 0, isText(second) { big += 1 }
        }
        if little * 10 >= pairs * 9 { return .utf16LittleEndian }
        return big * 10 >= pairs * 9 ? .utf16BigEndian : nil
    }

    private static func isText(_ byte: UInt8) -> Bool {
        0x20..<0x7f ~= byte || 0x09...0x0d ~= byte
    }

    // MARK: Binary data

    /// Whether more than one byte in twenty is a control character that text does not have, and
    /// some are NUL or invalid UTF-8.
    ///
    /// A run of one byte counts once. NULs at the start do not count: a log truncated while its
    /// writer continues begins with them, and a log of a crashed machine may hold some.
    private static func isBinary(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = head.prefix(headLength).drop { $0 == 0 }
        guard bytes.count >= 16 else { return false }
        var controls = 0
        var last: UInt8 = 0x20
        for byte in bytes {
            if isControl(byte), byte != last { controls += 1 }
            last = byte
        }
        guard controls * 20 > bytes.count else { return false }
        return bytes.contains(0) || !isUTF8(bytes)
    }

    /// The head may end inside a character.
    private static func isUTF8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        (0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    }

    /// Except tabs, line ends and the escape of terminals.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x08...0x0d ~= byte) && byte != 0x1b || byte == 0x7f
    }
}

/// A header of names, then lines with as many fields. Text logs do not match: in a sentence a blank
/// follows a comma, and the lines of a log differ in their commas.
private enum CSVShape {
    private static let mostRecords = 20
    private static let fewestRecords = 3

    static func matches(_ head: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
        guard let first = head.first, isNameStart(first) || first == UInt8(ascii: "\"") else {
            return false
        }
        var records = CSVFields(head)
        guard let header = records.next(isWhole: isWhole), isHeader(header) else { return false }
        var count = 1
        while count < mostRecords, let record = records.next(isWhole: isWhole) {
            if record == [[]] { continue }
            guard record.count == header.count else { return false }
            count += 1
        }
        return count >= fewestRecords && !records.isBroken
    }

    private static func isHeader(_ names: [ArraySlice<UInt8>]) -> Bool {
        names.count > 1 && Set(names).count == names.count && names.allSatisfy(isName)
    }

    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, isNameStart(first), name.last != 0x20 else { return false }
        return name.allSatisfy {
            isNameStart($0) || 0x30...0x39 ~= $0 || " .:-()/%".utf8.contains($0)
        }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        0x41...0x5a ~= byte || 0x61...0x7a ~= byte || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "@") || byte >= 0x80
    }
}

/// The records of CSV (RFC 4180).
private struct CSVFields {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The text is no CSV: a quote inside a field, or a JSON object without quotes.
    private(set) var isBroken = false

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// The fields of the next record, without quotes; nil at the end, and for a record that may
    /// continue after the text.
    mutating func next(isWhole: Bool) -> [ArraySlice<UInt8>]? {
        guard index < text.count else { return nil }
        var fields: [ArraySlice<UInt8>] = []
        while let field = field() {
            fields.append(field)
            guard index < text.count else { return isWhole ? fields : nil }
            let end = text[index]
            index += 1
            if end == 0x0a { return fields }
        }
        return nil
    }

    /// A field up to a comma, a line end or the end of the text.
    private mutating func field() -> ArraySlice<UInt8>? {
        var bytes: [UInt8] = []
        let isQuoted = index < text.count && text[index] == UInt8(ascii: "\"")
        if isQuoted {
            index += 1
            while index < text.count {
                let byte = text[index]
                index += 1
                if byte != UInt8(ascii: "\"") {
                    bytes.append(byte)
                } else if index < text.count, text[index] == byte {
                    bytes.append(byte)
                    index += 1
                } else {
                    break
                }
            }
        }
        while index < text.count, text[index] != UInt8(ascii: ","), text[index] != 0x0a {
            let byte = text[index]
            index += 1
            if byte == 0x0d { continue }
            guard !isQuoted, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "{") else {
                isBroken = true
                return nil
            }
            bytes.append(byte)
        }
        return bytes[...]
    }
}
