package import NDJSON

/// RFC 8259 byte by byte, and the first thing that is wrong: what the reader is held against.
package struct PlainJSON {
    private let text: [UInt8]
    private var at = 0

    private init(_ text: [UInt8]) { self.text = text }

    /// Nil for a line that is one object.
    package static func problem(_ text: [UInt8]) -> JSONError? {
        do throws(JSONError) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    /// The one object that a line is.
    static func read(_ text: [UInt8]) throws(JSONError) -> PlainValue {
        var json = PlainJSON(text)
        return try json.document()
    }

    private var byte: UInt8? { at < text.count ? text[at] : nil }

    private func error(_ problem: JSONError.Problem, _ place: Int? = nil) -> JSONError {
        JSONError(problem, byte: (place ?? at) + 1)
    }

    private func stands(_ character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }

    private mutating func space() {
        while let byte, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { at += 1 }
    }

    private mutating func document() throws(JSONError) -> PlainValue {
        space()
        let start = at
        let isObject = stands("{")
        let value = try value(depth: 0)
        space()
        if at < text.count { throw error(.expectedEndOfLine) }
        if !isObject { throw error(.expectedObject, start) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> PlainValue {
        let start = at
        let form: PlainValue.Form =
            switch byte {
            case UInt8(ascii: "\""): try string()
            case UInt8(ascii: "{"): try object(depth: depth + 1)
            case UInt8(ascii: "["): try array(depth: depth + 1)
            case UInt8(ascii: "t"): try word("true")
            case UInt8(ascii: "f"): try word("false")
            case UInt8(ascii: "n"): try word("null")
            case nil: throw error(.expectedValue)
            default: try number()
            }
        return PlainValue(form: form, bytes: text[start..<at])
    }

    private mutating func object(depth: Int) throws(JSONError) -> PlainValue.Form {
        var members: [PlainValue.Member] = []
        try list(depth: depth, end: "}") { (json) throws(JSONError) in
            let name = try json.key()
            members.append(.init(name: name, value: try json.value(depth: depth)))
        }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> PlainValue.Form {
        var elements: [PlainValue] = []
        try list(depth: depth, end: "]") { (json) throws(JSONError) in
            elements.append(try json.value(depth: depth))
        }
        return .array(elements)
    }

    private mutating func list(
        depth: Int, end: Unicode.Scalar, element: (inout PlainJSON) throws(JSONError) -> Void
    ) throws(JSONError) {
        at += 1
        if depth > FieldReader.maximumDepth { throw error(.nestedTooDeep) }
        space()
        if stands(end) {
            at += 1
            return
        }
        while true {
            try element(&self)
            space()
            let isLast = stands(end)
            if !isLast, !stands(",") { throw error(.expectedCommaOrEnd) }
            at += 1
            if isLast { return }
            space()
        }
    }

    private mutating func key() throws(JSONError) -> [UInt8] {
        if !stands("\"") { throw error(.expectedKey) }
        let start = at
        let key = PlainValue(form: try string(), bytes: text[start..<at])
        space()
        if !stands(":") { throw error(.expectedColon) }
        at += 1
        space()
        return key.characters
    }

    private mutating func word(_ word: String) throws(JSONError) -> PlainValue.Form {
        if !text[at...].starts(with: word.utf8) { throw error(.expectedValue) }
        at += word.utf8.count
        return .word
    }

    private mutating func digits() -> Int {
        let start = at
        while let byte, (0x30...0x39).contains(byte) { at += 1 }
        return at - start
    }

    private mutating func number() throws(JSONError) -> PlainValue.Form {
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
        return .number
    }

    private mutating func string() throws(JSONError) -> PlainValue.Form {
        at += 1
        var isEscaped = false
        while true {
            switch byte {
            case nil: throw error(.unendedString)
            case UInt8(ascii: "\""):
                at += 1
                return .string(isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                try escape()
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
