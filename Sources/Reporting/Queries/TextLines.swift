extension StringProtocol where SubSequence == Substring {
    /// The lines of a text, as editors number them: LF ends one, and a CR before it is not of it.
    ///
    /// To `split(separator: "\n")` CRLF is one character, and no end of a line.
    package var textLines: [Substring] {
        self[...].utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
            Substring(line.last == 0x0d ? line.dropLast() : line)
        }
    }
}
