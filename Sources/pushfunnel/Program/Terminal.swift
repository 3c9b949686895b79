import Delivery
import Foundation
import Reporting

/// Writes to standard output and standard error.
///
/// Texts contain file names and words of logs, so all control characters are escaped on a
/// terminal, except those of this file.
enum Terminal {
    static let outputIsTerminal = isatty(1) == 1
    static let errorIsTerminal = isatty(2) == 1

    /// Whether standard output is a terminal with colours, and NO_COLOR is not set.
    static var usesColor: Bool { outputIsTerminal && allowsColor }

    private static var allowsColor: Bool {
        (Defaults.environment("NO_COLOR") ?? "").isEmpty && !isDumb
    }

    /// Whether a line of standard error can be updated in place.
    static var canRedraw: Bool {
        errorIsTerminal && !isDumb
    }

    private static var isDumb: Bool { Defaults.environment("TERM") == "dumb" }

    /// Writes all of the text, unchanged unless standard output is a terminal. Throws if the disk
    /// is full. A reader that has closed the pipe, such as `head`, is no error.
    static func print(_ text: String) throws {
        do throws(SystemError) {
            try SystemError.write(outputIsTerminal ? TerminalText.shown(text) : text, to: 1)
        } catch {
            guard error.number != EPIPE else { return }
            throw Diagnostic("standard output: cannot be written", error)
        }
    }

    /// Writes to standard error, and ignores errors.
    static func note(_ text: String) {
        try? SystemError.write(SafeText.visibleLines(text), to: 2)
    }

    /// Suggests the next command to people.
    static func noteNext(_ command: String, _ database: String) {
        guard errorIsTerminal else { return }
        let option = database == Store.defaultPath ? "" : " --db \(database)"
        note("next: pushfunnel \(command)\(option)\n")
    }

    /// Replaces the last line of standard error, on a terminal only.
    static func redraw(_ line: String) {
        if canRedraw {
            try? SystemError.write("\r\u{1b}[K" + SafeText.visible(line), to: 2)
        }
    }
}
