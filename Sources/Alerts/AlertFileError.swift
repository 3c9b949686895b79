internal import Delivery

/// What is wrong in a table that alerts are asked of.
package struct AlertFileError: Error, Equatable {
    /// From 1; nil where the file as a whole is meant.
    package var line: Int?
    /// What was expected, and what was found.
    package var message: String
    package var hint: String?

    package init(line: Int? = nil, _ message: String, hint: String? = nil) {
        self.line = line
        self.message = message
        self.hint = hint
    }
}
