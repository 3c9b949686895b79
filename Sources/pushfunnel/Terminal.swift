import Delivery
import Foundation
import Reporting

/// What standard output and standard error are, and how to write to them.
///
/// Names of files, words of logs and of users are in what is written. No control character gets
/// through to a terminal but those that stand here.
enum Terminal {
    static let outputIsTerminal = isatty(1) == 1
    static let errorIsTerminal = isatty(2) == 1

    /// Colours on standard output: on a terminal that has them, unless NO_COLOR says no.
    static var usesColor: Bool { outputIsTerminal && allowsColor }

    private static var allowsColor: Bool {
        (Defaults.environment("NO_COLOR") ?? "").isEmpty && !isDumb
    }

    /// Whether a line of standard error can be written again.
    static var canRedraw: Bool {
        errorIsTerminal && !isDumb
    }

    private static var isDumb: Bool { Defaults.environment("TERM") == "dumb" }

    /// Data, all of it: to a program byte by byte; a terminal gets no orders but colours. Throws
    /// when there is no room for it. A reader that has gone, such as `head`, is no mistake.
    static func print(_ text: String) throws {
        do throws(SystemError) {
            try SystemError.write(outputIsTerminal ? TerminalText.shown(text) : text, to: 1)
        } catch {
            guard error.number != EPIPE else { return }
            throw Diagnostic(
                message: "standard output: cannot be written: \(error)", hint: error.hint,
                code: .inputOutput)
        }
    }

    /// What cannot be told is dropped.
    static func note(_ text: String) {
        try? SystemError.write(SafeText.visibleLines(text), to: 2)
    }

    /// Tells people which command is the next of use for a database.
    static func noteNext(_ command: String, _ database: String) {
        guard errorIsTerminal else { return }
        let option = database == Store.defaultPath ? "" : " --db \(database)"
        note("next: pushfunnel \(command)\(option)\n")
    }

    /// Writes the last line of standard error anew, where that can be done.
    static func redraw(_ line: String) {
        if canRedraw {
            try? SystemError.write("\r\u{1b}[K" + SafeText.visible(line), to: 2)
        }
    }
}
