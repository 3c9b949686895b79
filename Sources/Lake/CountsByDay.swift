internal import FCM
internal import Foundation

/// The rows that Spark wrote, in a file for each day, and one for messages without a day.
///
/// Lines are sorted, so that a day's counts are the same bytes whenever they are counted.
struct CountsByDay {
    private let folder: String

    init(_ written: String, days: Set<String>) throws {
        folder = written + "/days"
        try LakeFiles.makeFolder(folder)
        for path in days.map(path(of:)) + [pathOfKeyless] { try LakeFiles.append([], to: path) }
        let decoder = JSONDecoder()
        for (name, _) in LakeCounts.cells {
            // Without a day: "".
            var lines: [String: [Data]] = [:]
            try SparkOutput.forEachLine(in: "\(written)/\(name)") { line in
                let day = try decoder.decode(CountLine.self, from: line)["lake_day"]?.integer
                lines[day.map(SourceFiles.text) ?? "", default: []].append(line)
            }
            for (day, lines) in lines {
                // A file in the folder of another day than its IDs'.
                guard day.isEmpty || days.contains(day) else {
                    throw LakeError.damaged(path: "day=\(day)")
                }
                let sorted = lines.sorted { $0.lexicographicallyPrecedes($1) }
                try LakeFiles.append(
                    [UInt8](sorted.joined(separator: [0x0a])) + [0x0a],
                    to: day.isEmpty ? pathOfKeyless : path(of: day))
            }
        }
    }

    func path(of day: String) -> String { "\(folder)/\(day).ndjson" }
    var pathOfKeyless: String { folder + "/keyless.ndjson" }
}
