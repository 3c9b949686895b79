/// The beginning of a rejected line, fit to be kept: what looks like a token and what is
/// notification text is masked.
enum Excerpt {
    static let maximumBytes = 200
    /// Tokens are over a hundred characters and installation IDs 22; message IDs have no longer
    /// run than 19.
    private static let longestRun = 20
    private static let textKeys = [
        "title", "subtitle", "body", "alert", "title_loc_args", "body_loc_args",
    ].map { Array("\"\($0)\"".utf8) }
    private static let mask = "…".utf8

    /// Works on bytes: by characters, each asked of Unicode's tables, the few rejected lines of
    /// a log took 3 % of its whole ingest.
    static func make(_ line: UnsafeBufferPointer<UInt8>) -> String {
        var text = Array(line.prefix(maximumBytes))
        // One key after the other: in a broken line a key may stand where a string should.
        for key in textKeys { text = maskTexts(behind: key, text) }
        let masked = String(decoding: maskRuns(text), as: UTF8.self)
        return masked + (line.count > maximumBytes ? "…" : "")
    }

    /// Masks the string behind a key that holds notification text.
    private static func maskTexts(behind key: [UInt8], _ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            guard text[index] == UInt8(ascii: "\""), text[index...].starts(with: key) else {
                result.append(text[index])
                index += 1
                continue
            }
            result += key
            index += key.count
            while index < text.count, isBetween(text[index]) {
                result.append(text[index])
                index += 1
            }
            if index < text.count, text[index] == UInt8(ascii: "\"") {
                result.append(text[index])
                result += mask
                index = endOfString(text, from: index + 1)
            }
        }
        return result
    }

    /// What may stand between a key and its string, or the first of its strings.
    private static func isBetween(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[")
    }

    /// The place of a string's closing quote, or the end of the text.
    private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
        var index = start
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, text.count)
    }

    private static func maskRuns(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex { !isTokenByte($0) } ?? text.count
            result += end - start >= longestRun ? Array(mask) : Array(text[start..<end])
            if end < text.count { result.append(text[end]) }
            start = end + 1
        }
        return result
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
        default: false
        }
    }
}
