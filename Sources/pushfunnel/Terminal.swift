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

    /// Data: to a program byte by byte; a terminal gets no orders but colours.
    static func print(_ text: String) {
        write(outputIsTerminal ? TerminalText.shown(text) : text, to: 1)
    }

    static func note(_ text: String) { write(SafeText.visibleLines(text), to: 2) }

    /// Writes the last line of standard error anew, where that can be done.
    static func redraw(_ line: String) {
        if canRedraw { write("\r\u{1b}[K" + SafeText.visible(line), to: 2) }
    }

    /// All of it; what cannot be written (a closed pipe) is dropped, as other tools do.
    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                written += count
            }
        }
    }
}
