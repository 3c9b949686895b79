import Alerts
import ArgumentParser
import Foundation
import Reporting
import Synchronization

/// The headers of posts, `Name: value` on each line. No error repeats them: values are secret.
struct HeaderFile {
    private static let longest = 1500

    let lines: [String]

    init(path: String) throws {
        let text = try TextOption.text("--headers", path)
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for (place, line) in all.enumerated() where HeaderFile.isHeader(line) {
            guard let expected = HeaderFile.missing(line) else { continue }
            throw ValidationError("--headers: \(path):\(place + 1)", expected: expected)
        }
        lines = all.filter(HeaderFile.isHeader)
        guard lines.reduce(0, { $0 + $1.utf8.count + 1 }) <= HeaderFile.longest else {
            throw ValidationError(
                "--headers: \(path)", expected: "at most \(HeaderFile.longest) bytes of headers")
        }
    }

    /// Whether a line is neither blank nor a comment.
    private static func isHeader(_ line: String) -> Bool { !line.isEmpty && !line.hasPrefix("#") }

    /// What a line lacks; nil for a valid one.
    private static func missing(_ line: String) -> String? {
        let form = "Authorization: Bearer …"
        guard line.prefixMatch(of: /[A-Za-z0-9-]+:/) != nil else {
            return "a name of letters, digits and hyphens, then a colon, such as \(form)"
        }
        let value = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
        if value.isEmpty { return "a value after the colon, such as \(form)" }
        let isVisible = value.unicodeScalars.allSatisfy { 0x20...0x7e ~= $0.value }
        return isVisible ? nil : "a value of visible ASCII characters"
    }
}

/// The template of a payload.
struct AlertTemplateFile {
    private let path: String
    private let text: String
    private let template: AlertTemplate

    init(path: String) throws {
        self.path = path
        text = try TextOption.text("--template", path)
        guard let template = AlertTemplate(text) else {
            throw ValidationError(
                "--template",
                expected: #"a template in Mustache, such as {"text": "{{headline}}"}"#,
                found: path)
        }
        self.template = template
    }

    /// `own` are the dimensions of the database's sends.
    func expectNames(own: [String]) throws {
        guard let unknown = AlertTemplateNames.unknown(inMessage: text, own: own) else { return }
        throw ValidationError(
            "--template: \(path)", expected: unknown.expected, found: unknown.found,
            hint: unknown.hint)
    }

    func text(of report: AlertReport, _ commands: AlertCommands) throws -> String {
        guard let text = template.text(of: report, commands: commands) else {
            throw ValidationError(
                "--template", expected: "a template that makes JSON", found: path,
                hint: "{{^last()}},{{/last()}} writes a comma between alerts")
        }
        return text
    }
}

private enum TextOption {
    /// A pipe can be read once, and options are checked before the command reads them.
    private static let pipes = Mutex<[String: String]>([:])

    static func text(_ option: String, _ path: String) throws -> String {
        if let known = pipes.withLock({ $0[path] }) { return known }
        let isFile = OutputFile.kind(of: path) == S_IFREG
        guard let text = try? TextFile(path: path).text else {
            throw ValidationError(option, expected: "a file", found: path)
        }
        if !isFile { pipes.withLock { $0[path] = text } }
        return text
    }
}
