/// A word of SQL, as far as the lint looks.
struct SQLToken: Equatable {
    enum Kind: Equatable {
        case word, number, string, parameter, symbol
        /// `".."`, backticks, brackets.
        case quotedName
    }

    var kind: Kind
    var text: String
    var line: Int

    func isWord(_ words: String...) -> Bool { kind == .word && words.contains(text.lowercased()) }
    func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
}

/// Cuts SQL into words, leaving out comments.
struct SQLTokenizer {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    static func tokens(_ sql: String) -> [SQLToken] {
        var tokenizer = SQLTokenizer(bytes: Array(sql.utf8))
        var tokens: [SQLToken] = []
        while let token = tokenizer.next() { tokens.append(token) }
        return tokens
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func next() -> SQLToken? {
        skipBlanks()
        guard index < bytes.count else { return nil }
        let (start, startLine) = (index, line)
        let kind = advance()
        line += bytes[start..<index].count { $0 == 0x0a }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        return SQLToken(kind: kind, text: text, line: startLine)
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            if bytes[index] == 0x0a { line += 1 }
            if bytes[index] == 0x20 || (0x09...0x0d).contains(bytes[index]) {
                index += 1
            } else if bytes[index...].starts(with: "--".utf8) {
                while index < bytes.count, bytes[index] != 0x0a { index += 1 }
            } else {
                return
            }
        }
    }

    private mutating func advance() -> SQLToken.Kind {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "'"): return quoted(until: byte, .string)
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(until: byte, .quotedName)
        case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"), .quotedName)
        case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "?"):
            index += 1
            skip(Self.isWordByte)
            return .parameter
        case 0x30...0x39:
            skip { Self.isWordByte($0) || $0 == UInt8(ascii: ".") }
            return .number
        case _ where Self.isWordByte(byte):
            skip(Self.isWordByte)
            return .word
        default: return symbol()
        }
    }

    private mutating func quoted(until end: UInt8, _ kind: SQLToken.Kind) -> SQLToken.Kind {
        index += 1
        while index < bytes.count, bytes[index] != end { index += 1 }
        index = min(index + 1, bytes.count)
        return kind
    }

    private mutating func symbol() -> SQLToken.Kind {
        let pairs = ["<=", ">=", "<>", "!=", "==", "||", "<<", ">>", "->", "/*"]
        let isPair = pairs.contains { bytes[index...].starts(with: $0.utf8) }
        index += isPair ? 2 : 1
        return .symbol
    }

    private mutating func skip(_ condition: (UInt8) -> Bool) {
        while index < bytes.count, condition(bytes[index]) { index += 1 }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x80...0xff: true
        default: false
        }
    }
}
