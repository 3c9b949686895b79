import Delivery
import Reporting

/// Entries of folders that are not read: a line for each reason with some names, or with `-v` a
/// line for each entry.
struct UnreadEntries {
    private static let shownNames = 3

    private let isEach: Bool
    private var paths: [UnreadEntry.Reason: [String]] = [:]
    private var counts: [UnreadEntry.Reason: Int] = [:]

    init(_ verbosity: Verbosity) {
        isEach = verbosity == .eachFile
    }

    /// The text to print immediately: a warning if pushes may be missing; with `-v`, every entry.
    mutating func note(_ entry: UnreadEntry) -> String? {
        let path = SafeText.visible(entry.path)
        if entry.reason == .leftAlone {
            return "warning: \(path): skipped: expected a file, or a link that its owner made\n"
                + "    hint: to read it, name it on the command line\n"
        }
        if isEach { return "\(path): not read: \(entry.reason.words.entry)\n" }
        guard entry.isNotable else { return nil }
        counts[entry.reason, default: 0] += 1
        if counts[entry.reason, default: 0] <= UnreadEntries.shownNames {
            paths[entry.reason, default: []].append(path)
        }
        return nil
    }

    /// A line for each reason.
    var summary: String {
        UnreadEntry.Reason.allCases.compactMap { reason in
            guard let count = counts[reason], let paths = paths[reason] else { return nil }
            let names = paths.joined(separator: ", ") + (count > paths.count ? ", …" : "")
            let noun = count == 1 ? reason.words.one : reason.words.many
            return "not read: \(grouped(Int64(count))) \(noun) (\(names))\n"
        }.joined()
    }
}

extension UnreadEntry.Reason {
    /// For a line about an entry, and for the number of entries.
    fileprivate var words: (entry: String, one: String, many: String) {
        switch self {
        case .otherName:
            ("not named like a log", "file not named like a log", "files not named like logs")
        case .hidden: ("hidden", "hidden file", "hidden files")
        case .folderLink: ("a link to a folder", "link to a folder", "links to folders")
        case .notAFile, .leftAlone:
            ("not a file", "entry that is not a file", "entries that are not files")
        case .own:
            ("a file of pushfunnel or SQLite", "file of pushfunnel", "files of pushfunnel")
        }
    }
}
