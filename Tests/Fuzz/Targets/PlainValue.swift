/// A JSON value with the bytes that it stands in, quotes and brackets included.
struct PlainValue {
    struct Member {
        /// With escapes decoded.
        var name: [UInt8]
        var value: PlainValue
    }

    indirect enum Form {
        case object([Member])
        case array([PlainValue])
        case string(isEscaped: Bool)
        case number
        /// `true`, `false` or `null`.
        case word
    }

    var form: Form
    var bytes: ArraySlice<UInt8>

    var members: [Member] {
        if case .object(let members) = form { members } else { [] }
    }

    /// What a string says, its escapes decoded by way of UTF-16; a lone surrogate is U+FFFD.
    var characters: [UInt8] {
        let content = bytes.dropFirst().dropLast()
        guard case .string(isEscaped: true) = form else { return Array(content) }
        var units: [UInt16] = []
        var rest = content
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                units.append(PlainValue.unit(ofEscape: &rest))
            } else {
                let run = [byte] + rest.prefix { $0 != UInt8(ascii: "\\") }
                rest = rest.dropFirst(run.count - 1)
                units += Array(String(decoding: run, as: UTF8.self).utf16)
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func unit(ofEscape rest: inout ArraySlice<UInt8>) -> UInt16 {
        let escape = rest.popFirst() ?? 0
        switch escape {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0c
        case UInt8(ascii: "n"): return 0x0a
        case UInt8(ascii: "r"): return 0x0d
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let digits = String(decoding: rest.prefix(4), as: UTF8.self)
            rest = rest.dropFirst(4)
            return UInt16(digits, radix: 16) ?? 0
        default: return UInt16(escape)
        }
    }

    /// The text as a JSON string with its quotes.
    static func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
            case ..<0x20:
                let digits = String(byte, radix: 16)
                quoted += Array((digits.count == 1 ? "\\u000" : "\\u00").utf8)
                quoted += Array(digits.utf8)
            default: quoted.append(byte)
            }
        }
        return quoted + [UInt8(ascii: "\"")]
    }
}

extension PlainValue {
    /// How deep objects and arrays are nested.
    var depth: Int {
        switch form {
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        default: 0
        }
    }
}
