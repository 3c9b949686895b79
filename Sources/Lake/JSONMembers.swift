/// Members of a JSON object, as they are written into a line: a comma before each. What is nil is
/// left out.
struct JSONMembers {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ name: String, _ number: Int64?) {
        guard let number else { return }
        begin(name)
        bytes += String(number).utf8
    }

    mutating func add(_ name: String, _ text: String?) {
        guard let text else { return }
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { append(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func add(_ members: JSONMembers) { bytes += members.bytes }

    /// The object on a line of its own.
    mutating func write(to lines: inout [UInt8]) {
        guard !bytes.isEmpty else {
            lines += "{}\n".utf8
            return
        }
        bytes[0] = UInt8(ascii: "{")
        lines += bytes
        lines += "}\n".utf8
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func begin(_ name: String) {
        bytes.append(UInt8(ascii: ","))
        bytes.append(UInt8(ascii: "\""))
        bytes += name.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// RFC 8259 asks for quotation mark, backslash and control characters.
    private mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case ..<0x20:
            bytes += "\\u00".utf8
            bytes.append(JSONMembers.digits[Int(byte >> 4)])
            bytes.append(JSONMembers.digits[Int(byte & 0xf)])
        default: bytes.append(byte)
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
