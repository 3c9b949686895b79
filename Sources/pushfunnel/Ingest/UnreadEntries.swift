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
        if isEach { return "\(path): not read: \(entry.reason.text)\n" }
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
            return "not read: \(grouped(Int64(count))) \(reason.noun(count)) (\(names))\n"
        }.joined()
    }
}

extension UnreadEntry.Reason {
    /// Of one entry.
    fileprivate var text: String {
        switch self {
        case .otherName: "not named like a log"
        case .hidden: "hidden"
        case .folderLink: "a link to a folder"
        case .notAFile, .leftAlone: "not a file"
        case .own: "a file of pushfunnel or SQLite"
        }
    }

    fileprivate func noun(_ count: Int) -> String {
        let isOne = count == 1
        return switch self {
        case .otherName: isOne ? "file not named like a log" : "files not named like logs"
        case .hidden: isOne ? "hidden file" : "hidden files"
        case .folderLink: isOne ? "link to a folder" : "links to folders"
        case .notAFile, .leftAlone:
            isOne ? "entry that is not a file" : "entries that are not files"
        case .own: isOne ? "file of pushfunnel" : "files of pushfunnel"
        }
    }
}
