package import Delivery
internal import Foundation

/// The pages of days in a folder: `YYYY-MM-DD.html`, `.md` and `.json`.
package enum DayPages {
    /// `.json` last: it shows that the program wrote the page, also to a later run if this one is
    /// killed.
    private static let suffixes = [".html", ".md", ".json"]
    /// How every report in JSON begins.
    private static let mark = Data("{\n  \"report\": \"".utf8)

    /// Deletes the pages of days before a day, `YYYY-MM-DD`, and returns their days. Files with
    /// other names, and days whose `.json` is not a report, stay.
    package static func delete(before day: String, in folder: String) throws(SystemError)
        -> [String]
    {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let days = try UnfinishedFile.names(in: folder)
            .filter { $0.wholeMatch(of: /\d{4}-\d{2}-\d{2}\.json/) != nil }
            .map { String($0.dropLast(".json".count)) }
            .filter { $0 < day && isReport(prefix + $0 + ".json") }
            .sorted()
        for day in days {
            for suffix in suffixes where unlink(prefix + day + suffix) != 0 && errno != ENOENT {
                throw SystemError()
            }
        }
        return days
    }

    private static func isReport(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        return (try? file.read(upToCount: mark.count)) == mark
    }
}
