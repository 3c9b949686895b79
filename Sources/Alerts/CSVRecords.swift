internal import NDJSON

/// Records of comma-separated values, as in RFC 4180, with a heading. Lines end in LF or CRLF;
/// blank lines are skipped.
package struct CSVRecords {
    package struct Record {
        /// Its first line, from 1.
        var line: Int
        var fields: [String]
    }

    package private(set) var heading: [String]
    package private(set) var records: [Record]

    package init(_ text: String) throws(AlertFileError) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let first = try reader.next() else {
            throw AlertFileError("expected a heading, found an empty file")
        }
        heading = first.fields
        records = []
        while let record = try reader.next() {
            guard record.fields.count == heading.count else {
                throw AlertFileError(
                    line: record.line,
                    "expected \(heading.count) fields, found \(record.fields.count)")
            }
            records.append(record)
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0
        var line = 1

        /// Nil at the end.
        mutating func next() throws(AlertFileError) -> Record? {
            while position < bytes.count, isLineEnd { endLine() }
            guard position < bytes.count else { return nil }
            var record = Record(line: line, fields: [])
            repeat { record.fields.append(try field()) } while take(UInt8(ascii: ","))
            if position < bytes.count {
                guard isLineEnd else {
                    throw AlertFileError(
                        line: line, "expected a comma or the line's end after a quoted field")
                }
                endLine()
            }
            return record
        }

        private var isLineEnd: Bool {
            bytes[position] == UInt8(ascii: "\n") || bytes[position] == UInt8(ascii: "\r")
        }

        private mutating func endLine() {
            _ = take(UInt8(ascii: "\r"))
            if take(UInt8(ascii: "\n")) { line += 1 }
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        private mutating func field() throws(AlertFileError) -> String {
            guard take(UInt8(ascii: "\"")) else { return plainField() }
            let start = line
            var found: [UInt8] = []
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                if byte == UInt8(ascii: "\n") { line += 1 }
                if byte == UInt8(ascii: "\""), !take(UInt8(ascii: "\"")) {
                    return String(decoding: found, as: UTF8.self)
                }
                found.append(byte)
            }
            throw AlertFileError(line: start, "expected a closing quote, found the file's end")
        }

        private mutating func plainField() -> String {
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: ","), !isLineEnd {
                position += 1
            }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
    }
}

extension CSVRecords {
    /// Hours since 1970-01-01 00:00 UTC: `2026-11-20T09`, or any time on the hour.
    package static func hour(_ text: String, line: Int) throws(AlertFileError) -> Int64 {
        let whole = text.utf8.count == 13 ? text + ":00:00" : text
        guard let time = Timestamp(whole), time.microseconds == time.hour * 3_600_000_000 else {
            throw AlertFileError(
                line: line, "expected an hour such as 2026-11-20T09, found '\(shown(text))'",
                hint: "times without an offset are UTC")
        }
        return time.hour
    }

    package static func count(_ text: String, _ column: String, line: Int) throws(AlertFileError)
        -> Int64
    {
        guard let count = Int64(text), count >= 0 else {
            throw AlertFileError(
                line: line,
                "expected a whole number, 0 or more, for \(column), found '\(shown(text))'")
        }
        return count
    }

    /// A field as messages print it: short, and without terminal control characters.
    package static func shown(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(40).map {
                    $0.properties.generalCategory == .control ? " " : $0
                }))
    }
}
