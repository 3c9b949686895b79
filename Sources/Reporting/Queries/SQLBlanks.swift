/// What may stand between statements: spaces, semicolons and comments.
enum SQLBlanks {
    /// The byte at which something else begins, from a byte on.
    static func end(in sql: String, from offset: Int) -> Int {
        let bytes = Array(sql.utf8)
        var index = offset
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09...0x0d, UInt8(ascii: ";"): index += 1
            case UInt8(ascii: "-") where starts(bytes, index, "--"):
                index = bytes[index...].firstIndex(of: 0x0a) ?? bytes.count
            case UInt8(ascii: "/") where starts(bytes, index, "/*"):
                index += 2
                while index < bytes.count, !starts(bytes, index, "*/") { index += 1 }
                index = min(index + 2, bytes.count)
            default: return index
            }
        }
        return index
    }

    private static func starts(_ bytes: [UInt8], _ index: Int, _ word: StaticString) -> Bool {
        index + 1 < bytes.count && bytes[index] == word.utf8Start[0]
            && bytes[index + 1] == word.utf8Start[1]
    }
}
