import Foundation

/// Why the oracle refuses a line: one of the reasons of `Sources/README.md`.
struct OracleRejection: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A JSON value as the oracle sees it: Foundation's parser, with numbers kept as their digits.
enum OracleJSON {
    case null
    case bool(Bool)
    /// An integer of any size, as text: 19 digits do not fit a double.
    case integer(String)
    case number(Double)
    case string(String)
    case array([OracleJSON])
    case object([String: OracleJSON])

    /// Nesting beyond this is `nested_too_deep`; the tests stay far from it on both sides.
    static let maximumDepth = 256

    /// The object that a line holds.
    static func object(line: [UInt8]) throws -> [String: OracleJSON] {
        guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { throw OracleForeign() }
        guard String(validating: line, as: UTF8.self) != nil else {
            throw OracleRejection("invalid_utf8")
        }
        try checkStructure(line)
        guard
            let value = try? JSONSerialization.jsonObject(
                with: Data(line), options: [.fragmentsAllowed]),
            case .object(let object) = OracleJSON(value)
        else { throw OracleRejection("invalid_json") }
        return object
    }

    /// What Foundation lets through or limits in its own way: depth, and a comma before a bracket
    /// that closes.
    private static func checkStructure(_ line: [UInt8]) throws {
        var depth = 0
        var inString = false
        var escaped = false
        var previous: UInt8 = 0
        for byte in line {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), 0x09, 0x0A, 0x0D:
                continue
            case UInt8(ascii: "\""):
                inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > maximumDepth { throw OracleRejection("nested_too_deep") }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if previous == UInt8(ascii: ",") { throw OracleRejection("invalid_json") }
            default:
                break
            }
            previous = byte
        }
    }

    private init(_ value: Any) {
        switch value {
        case let value as [String: Any]:
            self = .object(value.mapValues { OracleJSON($0) })
        case let value as [Any]:
            self = .array(value.map { OracleJSON($0) })
        case let value as String:
            self = .string(value)
        case let value as NSNumber:
            // A Boolean is a number of C type `char`; the parser makes no other of that type.
            switch String(cString: value.objCType) {
            case "c": self = .bool(value.boolValue)
            case "d" where !(value is NSDecimalNumber): self = .number(value.doubleValue)
            default:
                let text = value.stringValue
                let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
                let isInteger = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
                self = isInteger ? .integer(text) : .number(value.doubleValue)
            }
        default:
            self = .null
        }
    }
}

extension OracleJSON {
    var object: [String: OracleJSON]? {
        if case .object(let value) = self { value } else { nil }
    }

    var array: [OracleJSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// Null and empty text are absent.
    var isNone: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        default: false
        }
    }

    /// A string that is not empty: empty strings count nowhere.
    var text: String? {
        if case .string(let value) = self, !value.isEmpty { value } else { nil }
    }

    /// Yes in every spelling that logs use: `true`, `1`, `"1"`, `"true"`.
    var isYes: Bool {
        switch self {
        case .bool(let value): value
        case .integer(let value): value == "1"
        case .string(let value): value == "1" || value == "true"
        default: false
        }
    }

    /// One text for one value, whatever the order of keys, escapes and spaces of the line were.
    var canonical: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): value
        case .number(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .array(let value): "[" + value.map(\.canonical).joined(separator: ",") + "]"
        case .object(let value):
            "{"
                + value.filter { !$0.value.isNone }.keys.sorted().map { key in
                    key.debugDescription + ":" + (value[key]?.canonical ?? "")
                }.joined(separator: ",") + "}"
        }
    }
}

extension [String: OracleJSON] {
    /// The value of the first key that is there and neither null nor empty text.
    func first(_ keys: String...) -> OracleJSON? { first(of: keys) }

    func first(of keys: [String]) -> OracleJSON? {
        for key in keys {
            if let value = self[key] {
                if value.isNone { continue }
                return value
            }
        }
        return nil
    }

    /// The first of these keys that holds an object.
    func object(_ keys: String...) -> [String: OracleJSON]? {
        for key in keys {
            if let object = self[key]?.object { return object }
        }
        return nil
    }

    /// The first of these keys that holds a string that is not empty.
    func text(_ keys: String...) -> String? {
        for key in keys {
            if let text = self[key]?.text { return text }
        }
        return nil
    }
}
