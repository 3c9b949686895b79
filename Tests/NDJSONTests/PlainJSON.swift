import NDJSON

/// RFC 8259 byte by byte, and the first thing that is wrong: what the reader is held against.
struct PlainJSON {
    private let text: [UInt8]
    private var at = 0

    private init(_ text: [UInt8]) { self.text = text }

    /// Nil for a line that is one object.
    static func problem(_ text: [UInt8]) -> JSONError? {
        var json = PlainJSON(text)
        do throws(JSONError) {
            try json.document()
            return nil
        } catch {
            return error
        }
    }

    private var byte: UInt8? { at < text.count ? text[at] : nil }

    private func error(_ problem: JSONError.Problem, _ place: Int? = nil) -> JSONError {
        JSONError(problem, byte: (place ?? at) + 1)
    }

    private func stands(_ character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }

    private mutating func space() {
        while let byte, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { at += 1 }
    }

    private mutating func document() throws(JSONError) {
        space()
        let start = at
        let isObject = stands("{")
        try value(depth: 0)
        space()
        if at < text.count { throw error(.expectedEndOfLine) }
        if !isObject { throw error(.expectedObject, start) }
    }

    private mutating func value(depth: Int) throws(JSONError) {
        switch byte {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try list(depth: depth + 1, end: "}", isObject: true)
        case UInt8(ascii: "["): try list(depth: depth + 1, end: "]", isObject: false)
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case nil: throw error(.expectedValue)
        default: try number()
        }
    }

    private mutating func list(
        depth: Int, end: Unicode.Scalar, isObject: Bool
    ) throws(JSONError) {
        at += 1
        if depth > FieldReader.maximumDepth { throw error(.nestedTooDeep) }
        space()
        if stands(end) {
            at += 1
            return
        }
        while true {
            if isObject { try key() }
            try value(depth: depth)
            space()
            let isLast = stands(end)
            if !isLast, !stands(",") { throw error(.expectedCommaOrEnd) }
            at += 1
            if isLast { return }
            space()
        }
    }

    private mutating func key() throws(JSONError) {
        if !stands("\"") { throw error(.expectedKey) }
        try string()
        space()
        if !stands(":") { throw error(.expectedColon) }
        at += 1
        space()
    }

    private mutating func word(_ word: String) throws(JSONError) {
        if !text[at...].starts(with: word.utf8) { throw error(.expectedValue) }
        at += word.utf8.count
    }

    private mutating func digits() -> Int {
        let start = at
        while let byte, (0x30...0x39).contains(byte) { at += 1 }
        return at - start
    }

    private mutating func number() throws(JSONError) {
        let start = at
        if stands("-") { at += 1 }
        let isZero = stands("0")
        if isZero {
            at += 1
        } else if digits() == 0 {
            throw error(at == start ? .expectedValue : .badNumber)
        }
        if stands(".") {
            at += 1
            if digits() == 0 { throw error(.badNumber) }
        }
        if stands("e") || stands("E") {
            at += 1
            if stands("+") || stands("-") { at += 1 }
            if digits() == 0 { throw error(.badNumber) }
        }
    }

    private mutating func string() throws(JSONError) {
        at += 1
        while true {
            switch byte {
            case nil: throw error(.unendedString)
            case UInt8(ascii: "\""):
                at += 1
                return
            case UInt8(ascii: "\\"): try escape()
            case (0..<0x20)?: throw error(.controlCharacterInString)
            case (0x20..<0x80)?: at += 1
            default: try character()
            }
        }
    }

    private mutating func escape() throws(JSONError) {
        guard at + 1 < text.count else { throw error(.unendedString, text.count) }
        let escape = text[at + 1]
        if escape == UInt8(ascii: "u") {
            let digits = text[(at + 2)...].prefix(4)
            guard digits.count == 4, digits.allSatisfy({ hexDigit($0) != nil }) else {
                throw error(.badEscape)
            }
            at += 6
        } else {
            guard #""\/bfnrt"#.utf8.contains(escape) else { throw error(.badEscape) }
            at += 2
        }
    }

    /// By Swift's own decoder.
    private mutating func character() throws(JSONError) {
        for length in 2...4 where at + length <= text.count {
            if let decoded = String(validating: text[at..<(at + length)], as: UTF8.self),
                decoded.unicodeScalars.count == 1
            {
                at += length
                return
            }
        }
        throw error(.badUTF8)
    }
}
