import Foundation

/// A mail as its receivers read it, step by step from RFC 5322, 2045, 2046 and 2047.
struct PlainMail {
    struct Field: Equatable {
        var name: String
        /// Unfolded.
        var value: String
    }

    struct Part {
        var kind: String
        var text: String
    }

    private(set) var fields: [Field] = []
    private(set) var parts: [Part] = []

    /// Throws `Broken` for what is no mail of ASCII lines with two parts or more.
    init(_ source: String) throws(Broken) {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for line in lines {
            try expect(line.utf8.count <= 998, "a line of \(line.utf8.count) bytes")
            try expect(line.utf8.allSatisfy { 0x20...0x7e ~= $0 }, "a line that is not ASCII")
        }
        let (head, body) = PlainMail.halves(lines)
        fields = try PlainMail.fields(head)
        let marks = self["Content-Type"].components(between: "boundary=\"", and: "\"")
        guard let mark = marks.first, marks.count == 1 else { throw Broken("no boundary") }
        for part in try PlainMail.parts(body, "--" + mark) {
            let (head, text) = PlainMail.halves(part)
            let fields = try PlainMail.fields(head)
            try expectEqual(
                fields.map(\.name), ["Content-Type", "Content-Transfer-Encoding"], "a part")
            try expectEqual(fields[1].value, "quoted-printable", "an encoding")
            parts.append(Part(kind: fields[0].value, text: try PlainMail.unquoted(text)))
        }
    }

    /// The value of the first field of this name; empty without one.
    subscript(name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

    /// The lines of a text, whether or not the last one is ended.
    static func lines(_ text: String) -> [[UInt8]] {
        var lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
            .map(Array.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Before the first empty line, and behind it.
    private static func halves(_ lines: [String]) -> (head: [String], body: [String]) {
        let end = lines.firstIndex(of: "") ?? lines.count
        return (Array(lines[..<end]), Array(lines[min(end + 1, lines.count)...]))
    }

    private static func fields(_ lines: [String]) throws(Broken) -> [Field] {
        var fields: [Field] = []
        for line in lines {
            if line.hasPrefix(" "), !fields.isEmpty {
                fields[fields.count - 1].value += line
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { throw Broken("no field: \(line)") }
            fields.append(
                Field(
                    name: String(line[..<colon]),
                    value: String(line[line.index(after: colon)...].drop { $0 == " " })))
        }
        return fields
    }

    private static func parts(_ lines: [String], _ mark: String) throws(Broken) -> [[String]] {
        let stretches = lines.split(omittingEmptySubsequences: false) {
            $0 == mark || $0 == mark + "--"
        }
        try expectEqual(lines.count { $0 == mark + "--" }, 1, "ends of the parts")
        return stretches.dropFirst().dropLast().map(Array.init)
    }

    /// Quoted-printable: `=XX` is a byte, `=` at the end of a line joins it with the next.
    private static func unquoted(_ lines: [String]) throws(Broken) -> String {
        var bytes: [UInt8] = []
        for line in lines {
            try expect(line.utf8.count <= 76, "a line of \(line.utf8.count) bytes in a part")
            try expect(!line.hasSuffix(" "), "a space at the end of a line")
            try expect(!line.hasPrefix("."), "a line begins with a dot")
            let isJoined = line.hasSuffix("=")
            bytes += try PlainMail.bytes(isJoined ? line.dropLast() : line[...])
            if !isJoined { bytes.append(0x0a) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A header's text with its encoded words, `=?utf-8?q?…?=`; spaces between these are none.
    static func decoded(_ text: String) throws(Broken) -> String {
        guard text.hasPrefix("=?utf-8?q?") else { return text }
        var bytes: [UInt8] = []
        for word in text.split(separator: " ") {
            try expect(word.utf8.count <= 75, "an encoded word of \(word.utf8.count) bytes")
            guard word.hasPrefix("=?utf-8?q?"), word.hasSuffix("?=") else {
                throw Broken("no encoded word: \(word)")
            }
            let inner = word.dropFirst("=?utf-8?q?".count).dropLast(2)
            try expect(!inner.contains("?"), "a question mark in an encoded word")
            bytes += try PlainMail.bytes(inner.replacing("_", with: "=20")[...])
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func bytes(_ text: Substring) throws(Broken) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count >= 2
            else { throw Broken("no byte: \(text)") }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

extension String {
    /// What stands between two marks, wherever they are.
    fileprivate func components(between start: String, and end: String) -> [String] {
        split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.range(of: end).map { String(part[..<$0.lowerBound]) }
        }
    }
}
