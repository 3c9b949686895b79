import Foundation
import NDJSON

/// A file of settings: one JSON object with texts under known keys.
enum ConfigurationFile {
    /// Throws all problems of the file together.
    static func texts(
        _ data: Data, path: String, known: [String]
    ) throws(Diagnostic) -> [String: String] {
        let hint = #"for example {"db": "/var/lib/pushfunnel/push.db"}"#
        let object = try object(data, path: path, hint: hint)
        var problems: [Diagnostic] = []
        var texts: [String: String] = [:]
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            let place = "\(path): \(name)"
            if !known.contains(name) {
                problems.append(ValueError.unknown(name, at: place, known: known))
            } else if let text = value as? String {
                texts[name] = text
            } else {
                let expected = "a text, found \(JSONWord.kind(of: value))"
                problems.append(ValueError.wrong(place, expected: expected, hint: hint))
            }
        }
        if let problem = ValueError.joined(problems) { throw problem }
        return texts
    }

    /// The bytes of a file that an option or setting names.
    static func data(_ path: String, hint: String) throws(Diagnostic) -> Data {
        if let data = FileManager.default.contents(atPath: path) { return data }
        throw Diagnostic(.configuration, "\(path): cannot be read", hint: hint)
    }

    /// The members of the file's object.
    static func object(
        _ data: Data, path: String, hint: String
    ) throws(Diagnostic) -> [String: Any] {
        guard let word = try? JSONDecoder().decode(JSONWord.self, from: data) else {
            throw ValueError.wrong(
                place(of: data, path: path), expected: problem(of: data), hint: hint)
        }
        guard let object = word.value as? [String: Any] else {
            let expected = "a JSON object, found \(JSONWord.kind(of: word.value))"
            throw ValueError.wrong(path, expected: expected, hint: hint)
        }
        return object
    }

    private static func problem(of data: Data) -> String {
        guard let error = jsonError(data) else { return "a JSON object" }
        let text = "\(error.problem)"
        return text.hasPrefix("expected ") ? String(text.dropFirst("expected ".count)) : text
    }

    /// `path:line` of the first invalid line.
    private static func place(of data: Data, path: String) -> String {
        guard let error = jsonError(data) else { return path }
        let line = 1 + data.prefix(error.byte - 1).count { $0 == UInt8(ascii: "\n") }
        return "\(path):\(line)"
    }

    private static func jsonError(_ data: Data) -> JSONError? {
        let padded = Array(data) + Array(repeating: 0, count: FieldReader.padding)
        return padded.withUnsafeBufferPointer { bytes in
            do throws(JSONError) {
                try FieldReader(PathTree()).read(
                    UnsafeBufferPointer(rebasing: bytes[..<data.count]))
                return nil
            } catch {
                return error
            }
        }
    }
}
