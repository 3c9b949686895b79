/// The lines of a text, split as simply as can be.
enum PlainLines {
    /// Without line ends; `isWhole` says whether a line that lacks its end is one.
    static func split(_ text: [UInt8], isWhole: Bool) -> [[UInt8]] {
        var lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init)
        let last = lines.removeLast()
        if isWhole, !last.isEmpty { lines.append(last) }
        for index in lines.indices where lines[index].last == 0x0d { lines[index].removeLast() }
        if lines.first?.starts(with: [0xef, 0xbb, 0xbf]) == true { lines[0].removeFirst(3) }
        return lines
    }
}
