package import Delivery
internal import Foundation

/// The pages of days in a folder: `YYYY-MM-DD.html`, `.md` and `.json`.
package enum DayPages {
    /// JSON last: it shows that the program wrote the page, also to a later run if this one is
    /// killed.
    package static let formats: [FormatName] = [.html, .markdown, .json]
    /// How every report in JSON begins.
    private static let mark = Data("{\n  \"report\": \"".utf8)

    package static func file(_ page: String, _ format: FormatName) -> String {
        "\(page).\(format.rawValue)"
    }

    package static func isDay(_ page: String) -> Bool {
        // No regular expression: for a year of pages, one took half of a night without changes.
        page.utf8.count == 10
            && page.utf8.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7
                    ? byte == UInt8(ascii: "-")
                    : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// The day of a file in a format; nil for other files.
    package static func day(ofFile name: String, _ format: FormatName) -> String? {
        let day = String(name.prefix { $0 != "." })
        return isDay(day) && name == file(day, format) ? day : nil
    }

    /// Deletes the pages of days before a day, `YYYY-MM-DD`, and returns their days. Files with
    /// other names, and days whose `.json` is not a report, stay.
    package static func delete(before day: String, in folder: String) throws(SystemError)
        -> [String]
    {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let days = try UnfinishedFile.names(in: folder)
            .compactMap { self.day(ofFile: $0, .json) }
            .filter { $0 < day && isReport(prefix + file($0, .json)) }
            .sorted()
        for day in days { try delete(day, in: prefix) }
        return days
    }

    /// Deletes the files of one page; `folder` ends with a slash.
    package static func delete(_ page: String, in folder: String) throws(SystemError) {
        for format in formats where unlink(folder + file(page, format)) != 0 && errno != ENOENT {
            throw SystemError()
        }
    }

    private static func isReport(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        return (try? file.read(upToCount: mark.count)) == mark
    }
}
