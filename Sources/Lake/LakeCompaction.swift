internal import Delivery
internal import Glibc

/// Makes one Parquet state of each message out of all that a day's files tell of it.
///
/// The new files come to the lake before the old ones go, and what stands twice merges away: a
/// compaction that ends at any point changes no answer. Two of one day wait for each other, and
/// the exchange of the files for the queries that run.
package final class LakeCompaction {
    package let day: String
    private let lake: Lake
    private let claim: LakeClaim
    /// The files that it reads.
    package let inputs: [String]

    /// Nil for a day that has nothing to be compacted.
    package init?(_ day: String, _ lake: Lake) throws(LakeError) {
        self.day = day
        self.lake = lake
        guard let claim = try LakeClaim("compact-" + day, lake, waits: true) else { return nil }
        self.claim = claim
        let exported = try LakeCompaction.files(lake.folder(.states), day)
        let merged = try LakeCompaction.files(lake.folder(.merged), day)
        inputs = exported + merged
        guard !exported.isEmpty else { return nil }
    }

    /// Days with exported states.
    package static func days(of lake: Lake) throws(LakeError) -> [String] {
        let folder = lake.folder(.states)
        var days: [String] = []
        for name in try LakeFiles.names(in: folder) where name.hasPrefix("day=") {
            let day = String(name.dropFirst("day=".count))
            if try !files(folder, day).isEmpty { days.append(day) }
        }
        return days
    }

    private static func files(_ folder: String, _ day: String) throws(LakeError) -> [String] {
        let folder = "\(folder)/day=\(day)"
        guard LakeFiles.exists(folder) else { return [] }
        return try LakeFiles.names(in: folder).filter { !$0.hasPrefix(".") && !$0.hasPrefix("_") }
            .map { "\(folder)/\($0)" }
    }

    /// Takes what Spark wrote, and takes away what went into it.
    package func finish(_ output: String) throws(LakeError) {
        let made = try SparkOutput.parts(of: output, suffix: ".parquet")
        for path in made { try LakeFiles.append([], to: path) }
        let target = "\(lake.folder(.merged))/day=\(day)"
        try LakeFiles.makeFolder(target)
        let (lake, inputs) = (lake, inputs)
        try LakeReading.alone(lake) { () throws(LakeError) in
            for path in made {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                try LakeFiles.move(path, to: "\(target)/\(name)")
            }
            try LakeFiles.synchronise(folder: target)
            try LakeFiles.synchronise(folder: lake.folder(.merged))
            for path in inputs { LakeFiles.remove(path) }
        }
    }
}
