import ArgumentParser
import Foundation
import Reporting

/// The form of every error about a value: the place, the expected value, the found value.
enum ValueError {
    static func text(_ place: String, expected: String, found: String? = nil) -> String {
        "\(place): expected \(expected)" + (found.map { ", found '\($0)'" } ?? "")
    }

    /// A wrong value in a file or setting.
    static func wrong(
        _ place: String, expected: String, found: String? = nil, hint: String
    ) -> Diagnostic {
        Diagnostic(.configuration, text(place, expected: expected, found: found), hint: hint)
    }

    /// An unknown name, with the known names.
    static func unknown(_ name: String, at place: String, known: [String]) -> Diagnostic {
        let words = (known.count == 1 ? "" : "one of ") + known.joined(separator: ", ")
        return Diagnostic(
            .configuration, "\(place): unknown key, expected \(words)",
            hint: suggestion(for: name, in: known))
    }

    /// `did you mean db?`; nil if no known name is similar.
    static func suggestion(for name: String, in known: [String]) -> String? {
        let near = NearNames.of(name, in: known)
        return near.isEmpty ? nil : "did you mean \(near.joined(separator: " or "))?"
    }

    /// All problems of a file as one error, each with its hint.
    static func joined(_ problems: [Diagnostic]) -> Diagnostic? {
        guard var last = problems.last else { return nil }
        let text = problems.dropLast().map(\.text).joined() + last.text
        last.message = String(text.dropFirst("error: ".count).dropLast())
        last.hint = nil
        return last
    }
}

extension ValidationError {
    /// The place is an option, a variable or a key of a file.
    init(_ place: String, expected: String, found: String? = nil, hint: String? = nil) {
        self.init(ValueError.text(place, expected: expected, found: found), hint: hint)
    }

    /// Throws for a number that is not in a range.
    static func expect<Number: Comparable>(
        _ place: String, _ number: Number?, in range: some RangeExpression<Number>,
        _ expected: String
    ) throws {
        guard let number, !range.contains(number) else { return }
        throw ValidationError(place, expected: expected, found: "\(number)")
    }

    /// Options that cannot be combined.
    init(_ place: String, excludes other: String, hint: String? = nil) {
        self.init("\(place): cannot be combined with \(other)", hint: hint)
    }

    init(_ place: String, needs other: String) {
        self.init("\(place): needs \(other)", hint: nil)
    }

    init(_ message: String, hint: String?) {
        self.init(message + (hint.map { "\n    hint: \($0)" } ?? ""))
    }
}
