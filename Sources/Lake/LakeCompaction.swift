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
    private let mark: String

    /// Nil for a day that has nothing to be compacted.
    package init?(_ day: String, _ lake: Lake) throws(LakeError) {
        self.day = day
        self.lake = lake
        guard let claim = try LakeClaim("compact-" + day, lake, waits: true) else { return nil }
        self.claim = claim
        inputs = try lake.files(of: day)
        mark = try LakeDays.mark(of: inputs, in: lake)
        guard try !lake.files(of: day, [.states]).isEmpty else { return nil }
    }

    /// Days with exported states.
    package static func days(of lake: Lake) throws(LakeError) -> [String] {
        let folder = lake.folder(.states)
        var days: [String] = []
        for name in try LakeFiles.names(in: folder) where name.hasPrefix("day=") {
            let day = String(name.dropFirst("day=".count))
            if try !lake.files(of: day, [.states]).isEmpty { days.append(day) }
        }
        return days
    }

    /// Takes what Spark wrote, and takes away what went into it.
    package func finish(_ output: String) throws(LakeError) {
        let made = try SparkOutput.parts(of: output, suffix: ".parquet")
        for path in made { try LakeFiles.append([], to: path) }
        let target = "\(lake.folder(.merged))/day=\(day)"
        try LakeFiles.makeFolder(target)
        let (lake, inputs, day, mark) = (lake, inputs, day, mark)
        try LakeReading.alone(lake) { () throws(LakeError) in
            var outputs: [String] = []
            for path in made {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                try LakeFiles.move(path, to: "\(target)/\(name)")
                outputs.append("\(target)/\(name)")
            }
            try LakeFiles.synchronise(folder: target)
            try LakeFiles.synchronise(folder: lake.folder(.merged))
            try LakeDays.passOn(lake, day, from: mark, to: outputs)
            for path in inputs { LakeFiles.remove(path) }
        }
    }
}
