internal import Foundation

extension String {
    /// More than this is kept of no text: a condition of five topics of 900 characters fits.
    private static let longestKept = 5000

    /// A text of a line as it is stored.
    ///
    /// Composed (Unicode's NFC), so that what looks and compares the same is the same bytes: Swift
    /// compares by that, and SQL byte by byte. U+FFFD for NUL, at which SQLite's text ends. No
    /// longer than any real one, for all that are distinct are held in memory.
    package var kept: String {
        let isPlain = utf8.count <= String.longestKept && utf8.allSatisfy { 1..<0x80 ~= $0 }
        return isPlain ? self : composed
    }

    private var composed: String {
        var end = utf8.index(startIndex, offsetBy: String.longestKept, limitedBy: endIndex)
        // Not inside of a character.
        while let place = end, place < endIndex, place.samePosition(in: unicodeScalars) == nil {
            end = utf8.index(before: place)
        }
        return String(self[..<(end ?? endIndex)]).precomposedStringWithCanonicalMapping
            .replacing("\0", with: "\u{fffd}")
    }
}
