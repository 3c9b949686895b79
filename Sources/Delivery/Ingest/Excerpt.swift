/// The beginning of a rejected line, fit to be kept: what looks like a token and what is
/// notification text is masked.
enum Excerpt {
    static let maximumBytes = 200
    /// Tokens are over a hundred characters and installation IDs 22; message IDs have no longer
    /// run than 19.
    private static let longestRun = 20
    private static let textKeys = [
        "title", "subtitle", "body", "alert", "title_loc_args", "body_loc_args",
    ]

    static func make(_ line: UnsafeBufferPointer<UInt8>) -> String {
        let start = line.prefix(maximumBytes)
        let text = String(decoding: start, as: UTF8.self)
        return maskRuns(maskTexts(text)) + (line.count > maximumBytes ? "…" : "")
    }

    /// Masks the string behind a key that holds notification text.
    private static func maskTexts(_ text: String) -> String {
        var result = text
        for key in textKeys {
            let name = "\"\(key)\""
            var searched = ""
            while let found = result.firstRange(of: name) {
                searched += result[..<found.upperBound]
                var rest = result[found.upperBound...]
                let lead = rest.prefix { $0 == " " || $0 == ":" || $0 == "[" }
                searched += lead
                rest = rest.dropFirst(lead.count)
                if rest.first == "\"" {
                    searched += "\"…"
                    rest = afterString(rest.dropFirst())
                }
                result = String(rest)
            }
            result = searched + result
        }
        return result
    }

    /// What follows a string, from its closing quote on.
    private static func afterString(_ text: Substring) -> Substring {
        var isEscaped = false
        for index in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\\" {
                isEscaped = true
            } else if text[index] == "\"" {
                return text[index...]
            }
        }
        return ""
    }

    private static func maskRuns(_ text: String) -> String {
        var result = ""
        var run = ""
        func close() {
            result += run.utf8.count >= longestRun ? "…" : run
            run = ""
        }
        for character in text {
            if isTokenCharacter(character) {
                run.append(character)
            } else {
                close()
                result.append(character)
            }
        }
        close()
        return result
    }

    private static func isTokenCharacter(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }
}
