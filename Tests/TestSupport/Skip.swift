internal import Foundation

/// Reports what a test leaves out because this machine lacks something.
package enum Skip {
    /// Writes a line that `Tests/Runner/run.sh` repeats at the end of the run.
    ///
    /// For a part of a test, such as one of its cases; a whole test has `.enabled(if:)`. The line
    /// goes out in one piece: `print` would buffer it and mix it with the lines of the runner.
    package static func report(_ reason: String) {
        let line = "➜ Skipped: " + reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
