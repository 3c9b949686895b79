/// An error in a table of `--series` or `--cohorts`.
package struct AlertFileError: Error, Equatable {
    /// From 1; nil if the error is in the whole file.
    package var line: Int?
    /// What is expected, and what is there.
    package var message: String
    package var hint: String?

    package init(line: Int? = nil, _ message: String, hint: String? = nil) {
        self.line = line
        self.message = message
        self.hint = hint
    }
}
