import Alerts
import ArgumentParser
import Foundation
import Reporting

/// The headers of posts, `Name: value` on each line. No error repeats them: values are secret.
struct HeaderFile {
    private static let longest = 1500

    let lines: [String]

    init(path: String) throws {
        let text = try TextOption.text("--headers", path)
        lines = text.split(whereSeparator: \.isNewline).map {
            $0.trimmingCharacters(in: .whitespaces)
        }.filter { !$0.isEmpty }
        let isValid = lines.allSatisfy { line in
            line.wholeMatch(of: /[A-Za-z0-9-]+: *[\x20-\x7e]+/) != nil
        }
        guard isValid, text.utf8.count <= HeaderFile.longest else {
            throw ValidationError(
                "--headers",
                expected: "lines such as Authorization: Bearer …, at most "
                    + "\(HeaderFile.longest) bytes",
                found: path)
        }
    }
}

/// The template of a payload.
struct AlertTemplateFile {
    private let path: String
    private let template: AlertTemplate

    init(path: String) throws {
        self.path = path
        guard let template = AlertTemplate(try TextOption.text("--template", path)) else {
            throw ValidationError(
                "--template",
                expected: #"a template in Mustache, such as {"text": "{{headline}}"}"#,
                found: path)
        }
        self.template = template
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
    static func text(_ option: String, _ path: String) throws -> String {
        guard let text = try? TextFile(path: path).text else {
            throw ValidationError(option, expected: "a file", found: path)
        }
        return text
    }
}
