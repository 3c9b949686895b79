import ArgumentParser
import Delivery
import Foundation
import Reporting

struct ScaleCompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Merge the states of a lake's days into Parquet files, on a Spark cluster.",
        discussion: """
            Each message of a day becomes one row, and the files that it stood in go: questions \
            read less. No answer changes, not even of a compaction that is killed, and logs may be \
            exported meanwhile. It waits for the queries that run. Where several machines share a \
            file system without locks, see to it that nobody asks meanwhile.

            EXAMPLES
              pushfunnel scale compact --lake /mnt/lake --master spark://head:7077
              pushfunnel scale compact --lake /mnt/lake --master yarn --day 2025-11-18
            """)

    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions

    @Option(
        help: ArgumentHelp(
            "Only this day, UTC; may be given again. Without it, all that have exported states.",
            valueName: "day"))
    var day: [String] = []

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

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
        guard !compactions.isEmpty else { return say("nothing to compact\n") }
        let program = try SparkProgram()
        Interrupt.watch()
        // Its own lock on the lake would keep the files from being exchanged.
        let folder = try LakeFolder(opened)
        var job = SparkJob(sourcesOf: path)
        for compaction in compactions {
            job.compact(day: compaction.day, into: "\(folder.path)/\(compaction.day)")
        }
        try program.run(job.text, spark, in: folder.path)
        for compaction in compactions {
            let (files, bytes) = compaction.size
            try compaction.finish("\(folder.path)/\(compaction.day)")
            say("\(compaction.day): \(files) files of \(byteText(bytes)) compacted\n")
        }
    }

    private func say(_ text: String) { if !quiet { Terminal.note(text) } }
}
