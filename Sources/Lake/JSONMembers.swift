internal import NDJSON

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
        var content = text
        content.withUTF8 { JSONEscapes.append($0, to: &bytes) }
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
}
