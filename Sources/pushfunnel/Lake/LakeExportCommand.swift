import ArgumentParser
import Delivery
import FCM
import Foundation
import Lake
import NDJSON

struct LakeExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write logs or a database into a lake.",
        discussion: """
            export reads logs as ingest does. The last argument is the folder of the lake; if it \
            does not exist, export creates it. Any number of exporters can run over the same logs, \
            on any number of machines: each exports the logs that no other has. export skips logs \
            that the lake has, and repeats interrupted exports. When all exporters have exited \
            with 0, the lake has every log.

            Export finished logs only. A log that has grown is exported as another log, and its \
            lines count as duplicates.

            All exporters hash tokens with the lake's keys.json. If machines do not share the \
            folder, copy that file to each of them and name it with --keys. --db exports a \
            database and its keys into a lake that has no other keys, so run it before all other \
            exports.

            EXAMPLES
              pushfunnel lake export logs lake
              pushfunnel lake export 'logs/sends/2025-11-1*.gz' logs/export lake
              pushfunnel lake export --db pushfunnel.db lake-of-database
            """)

    @Argument(
        help: ArgumentHelp(
            "Files, folders or patterns, then the folder of the lake.", valueName: "path"),
        completion: .file())
    var paths: [String]

    @Option(
        help: ArgumentHelp("Export this database instead of logs.", valueName: "path"),
        completion: .file())
    var db: String?

    @OptionGroup var reading: ReadingOptions

    @Option(
        help: ArgumentHelp(
            "Hash tokens with the keys in this copy of the lake's keys.json.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var keys: String?

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if db == nil, paths.count < 2 {
            throw ValidationError(
                "lake export", expected: "files or folders to read, then the folder of the lake")
        }
        if db != nil {
            if paths.count != 1 {
                throw ValidationError(
                    "--db", expected: "the folder of the lake as the only argument")
            }
            if reading.window != nil || reading.tz != nil || reading.noTokenHash || keys != nil
                || reading.declared.isGiven || !reading.joined.join.isEmpty
            {
                throw ValidationError(
                    "--db",
                    excludes: "--window, --tz, --keys, --no-token-hash, --dimension, "
                        + "--client-dimension or --join: the database sets them")
            }
        }
        if paths.contains(ByteSource.standardInput) {
            throw ValidationError(
                "lake export", expected: "files and folders, which are read twice", found: "-")
        }
    }

    private var lakePath: String { paths[paths.count - 1] }

    func run() throws {
        CoreDumps.turnOff()
        if let db { try exportDatabase(db) } else { try exportLogs() }
    }

    private func exportDatabase(_ db: String) throws {
        let export = try StoreExport(Store.reader(db), lakePath)
        if let horizon = export.horizon {
            Terminal.note(
                "warning: \(db): messages from before \(horizon.text) were pruned: neither they "
                    + "nor their counts are in the lake\n")
        }
        verbosity.status.note(
            "\(db): \(grouped(Int64(export.states))) states of \(export.days) days exported\n")
    }

    private func exportLogs() throws {
        let logs = try FoundLogs(
            Array(paths.dropLast()), own: OwnFiles(of: [reading.mapping.path, keys]),
            verbosity.level)
        var wishes = Lake.Wishes()
        wishes.windowHours = reading.window
        wishes.newClock = try reading.clock()
        if reading.tz != nil { wishes.clock = wishes.newClock }
        wishes.conversionHours = reading.conversionWindow
        wishes.keepsTargets = !reading.noTokenHash
        wishes.dimensions = try reading.dimensions()
        guard try reading.joined.places(reading.mapping).isEmpty else {
            throw ValidationError(
                "--join", expected: "a database",
                hint: "a lake does not match IDs of your own: read the logs with ingest --join, "
                    + "then run lake export --db")
        }
        wishes.keys = try keys.map { try Lake.NamedKeys(file: $0) }
        let (lake, hashKeys) = try Lake.open(lakePath, wishes)
        Interrupt.watch()
        let options = try reading.options(latest: reading.latest())
        let export = LakeExport(lake, hashKeys, options)
        let reporter = ExportReporter(logs)
        export.onSource = { reporter.report($0) }
        export.onProgress = { reporter.report($0) }
        export.shouldStop = { Interrupt.signalNumber != nil }
        _ = try export.export(logs.files)
        reporter.summarize()
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
        if reporter.hasFailed { throw ExitCode(ExitStatus.inputOutput.rawValue) }
        if reporter.isBroken { throw ExitCode(ExitStatus.badData.rawValue) }
    }
}
