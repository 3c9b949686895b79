package import Delivery
internal import FCM

/// Which sends a report is about.
package struct FunnelFilter: Equatable, Sendable {
    package var period = Period()
    /// Words that must be as given, by the name of their column.
    package private(set) var words: [String: String] = [:]
    /// The same of dimensions of the database.
    package private(set) var dimensions: [String: String] = [:]

    package init() {}

    /// The columns that `--where` takes.
    package static let names = ["platform", "campaign", "image", "project"]

    /// The words of columns that have few; nil for columns of free text.
    package static func knownWords(_ name: String) -> [String]? {
        switch name {
        case "platform": ["android", "ios", "web", "unknown"]
        case "image": ["image", "no_image", "unknown"]
        default: nil
        }
    }

    /// Whether it has a word of this column.
    package func has(_ name: String) -> Bool { words[name] != nil || dimensions[name] != nil }

    /// `name` is one of `names`. The word is compared as it would be stored.
    package mutating func add(_ name: String, is word: String) { words[name] = word.kept }

    /// The same of a dimension of the database.
    package mutating func add(dimension name: String, is word: String) {
        dimensions[name] = OwnDimension.stored(word)
    }
}
