/// Why a line is not one JSON object (RFC 8259): the byte where reading stopped, and what would
/// have been valid there.
///
/// Holds no text of the line, so printing and storing it shows no value.
package struct JSONError: Error, Equatable, Sendable {
    package enum Problem: UInt8, Sendable {
        case expectedObject
        case expectedKey
        case expectedColon
        case expectedValue
        case expectedCommaOrEnd
        case expectedEndOfLine
        case unendedString
        case controlCharacterInString
        case badEscape
        case badNumber
        case badUTF8
        case nestedTooDeep
    }

    /// The kind of error.
    package var problem: Problem
    /// The position within the line, counted from 1.
    package var byte: Int

    package init(_ problem: Problem, byte: Int) {
        self.problem = problem
        self.byte = byte
    }
}

extension JSONError.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .expectedObject: "expected a JSON object"
        case .expectedKey: "expected a key in double quotes"
        case .expectedColon: "expected a colon after the key"
        case .expectedValue: "expected a value"
        case .expectedCommaOrEnd: "expected a comma or the end of the object or array"
        case .expectedEndOfLine: "expected the end of the line after the object"
        case .unendedString: "expected the closing quote of a string"
        case .controlCharacterInString: "expected control characters in strings to be escaped"
        case .badEscape: "expected a JSON escape after the backslash"
        case .badNumber: "expected a JSON number"
        case .badUTF8: "expected UTF-8"
        case .nestedTooDeep: "expected at most \(FieldReader.maximumDepth) levels of nesting"
        }
    }
}
