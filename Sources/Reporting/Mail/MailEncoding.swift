/// Text in the ASCII lines of a mail: quoted-printable bodies (RFC 2045) and header fields with
/// encoded words (RFC 2047). Lines end with a line feed, as sendmail and msmtp read them.
package enum MailEncoding {
    private static let longestLine = 76

    // MARK: Bodies

    /// A body in quoted-printable. No line is longer than 76 characters, and none begins with a
    /// dot or with `From `, which some programs change.
    package static func quotedPrintable(_ text: String) -> String {
        var lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(quotedPrintableLine).joined()
    }

    private static func quotedPrintableLine(_ line: Substring.UTF8View) -> String {
        var encoded = ""
        var width = 0
        for place in line.indices {
            let isLast = line.index(after: place) == line.endIndex
            var piece = quoted(line[place], isFirst: width == 0, isLast: isLast)
            // One place is left for the `=` that continues a line.
            if width + piece.utf8.count >= longestLine {
                encoded += "=\n"
                width = 0
                piece = quoted(line[place], isFirst: true, isLast: isLast)
            }
            encoded += piece
            width += piece.utf8.count
        }
        return encoded + "\n"
    }

    private static func quoted(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> String {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "F"): isFirst ? escape(byte) : character(byte)
        case UInt8(ascii: " "): isLast ? escape(byte) : " "
        case UInt8(ascii: "="): escape(byte)
        case 0x21...0x7e: character(byte)
        default: escape(byte)
        }
    }

    // MARK: Header fields

    /// A field without structure, such as `Subject`: as it is if it is short and printable ASCII
    /// without spaces at its ends, which readers drop, else in encoded words. Encoded words hold no
    /// line ends, so no text can add a field.
    package static func field(_ name: String, _ text: String) -> String {
        let isPlain =
            text.utf8.allSatisfy { 0x20...0x7e ~= $0 } && !text.contains("=?")
            && !text.hasPrefix(" ") && !text.hasSuffix(" ")
        guard isPlain, name.utf8.count + text.utf8.count + 2 <= longestLine else {
            return "\(name): \(encodedWords(text).joined(separator: "\n "))\n"
        }
        return "\(name): \(text)\n"
    }

    /// An encoded word has 75 characters at most, 12 of them around its text, and the first one
    /// follows the name of the field. Each holds whole scalars.
    private static func encodedWords(_ text: String) -> [String] {
        let limit = 50
        var words = [""]
        for scalar in text.unicodeScalars {
            let piece = String(scalar).utf8.map(quotedInWord).joined()
            if words[words.count - 1].utf8.count + piece.utf8.count > limit { words.append("") }
            words[words.count - 1] += piece
        }
        return words.map { "=?utf-8?q?\($0)?=" }
    }

    private static func quotedInWord(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: " "): "_"
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            character(byte)
        default: escape(byte)
        }
    }

    private static func character(_ byte: UInt8) -> String {
        String(Character(Unicode.Scalar(byte)))
    }

    /// `=E2`
    private static func escape(_ byte: UInt8) -> String {
        "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
