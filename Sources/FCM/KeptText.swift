internal import Foundation

extension String {
    /// The longest text stored. A condition with five topics of 900 characters fits.
    private static let longestKept = 5000

    /// A text of a line as stored.
    ///
    /// It is composed (Unicode's NFC), so that equal texts are equal bytes: Swift compares by
    /// characters, SQL by bytes. U+FFFD replaces NUL, at which SQLite ends a text. The length is
    /// limited because all distinct texts are held in memory.
    package var kept: String {
        let isPlain = utf8.count <= String.longestKept && utf8.allSatisfy { 1..<0x80 ~= $0 }
        return isPlain ? self : composed
    }

    private var composed: String {
        var end = utf8.index(startIndex, offsetBy: String.longestKept, limitedBy: endIndex)
        // Do not cut inside a character.
        while let place = end, place < endIndex, place.samePosition(in: unicodeScalars) == nil {
            end = utf8.index(before: place)
        }
        return String(self[..<(end ?? endIndex)]).precomposedStringWithCanonicalMapping
            .replacing("\0", with: "\u{fffd}")
    }
}
