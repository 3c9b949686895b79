import ArgumentParser
import Delivery
import Foundation
import Lake
import Reporting

struct LakeCompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Merge the records of a lake's days into Parquet files, on a Spark cluster.",
        discussion: """
            After compact, each message of a day is one row, and the merged files are deleted: \
            queries read less. No result changes, also if compact is killed. Logs can be exported \
            while it runs. It waits for running queries. If several machines share a file system \
            without locks, run no query while compact runs.

            EXAMPLES
              pushfunnel lake compact --lake /mnt/lake --master spark://head:7077
              pushfunnel lake compact --lake /mnt/lake --master yarn --day 2025-11-18
            """)

    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions

    @Option(
        help: ArgumentHelp(
            "Compact only this day, UTC; repeatable (default: all days with new exports).",
            valueName: "day"))
    var day: [String] = []

    @OptionGroup var status: StatusOptions

    func validate() throws {
        let form = /[0-9]{4}-[0-9]{2}-[0-9]{2}/
        if let wrong = day.first(where: { $0.wholeMatch(of: form) == nil }) {
            throw ValidationError("--day", expected: "a day such as 2025-11-18", found: wrong)
        }
    }

    func run() throws {
        let path = try lake.path()
        let opened = try Lake(path)
        let days = day.isEmpty ? try LakeCompaction.days(of: opened) : Set(day).sorted()
        let compactions = try days.compactMap { try LakeCompaction($0, opened) }
        guard !compactions.isEmpty else { return status.note("nothing to compact\n") }
        let program = try SparkProgram()
        Interrupt.watch()
        // A lock of this process on the lake would block the exchange of the files.
        let folder = try LakeFolder(opened)
        var job = SparkJob(sourcesOf: path)
        for compaction in compactions {
            job.compact(day: compaction.day, into: "\(folder.path)/\(compaction.day)")
        }
        try program.run(job.text, spark, in: folder.path)
        for compaction in compactions {
            let bytes = compaction.inputs.reduce(0) { $0 + fileSize($1) }
            try compaction.finish("\(folder.path)/\(compaction.day)")
            let files = "\(compaction.inputs.count) files of \(byteText(bytes))"
            status.note("\(compaction.day): \(files) compacted\n")
        }
    }
}
