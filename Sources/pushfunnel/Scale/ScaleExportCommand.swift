import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON

struct ScaleExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write what logs or a database say into a lake.",
        discussion: """
            Takes logs as ingest does, and the lake as its last argument, which is made where \
            there is none. Exporters know nothing of each other: run as many as you like, on any \
            number of machines, over the same logs; each takes what nobody has taken. A log that \
            the lake has is skipped; one whose export was interrupted is exported anew. When all \
            have ended with 0, the lake has every log.

            Logs are to be finished: one that has grown is another one, and its lines count again \
            as duplicates. Opens and everything else are merged when the lake is asked.

            All exporters hash with the lake's keys.json. Where machines do not share the folder, \
            give a copy of it to each by --keys. --db exports the states of a database, with its \
            keys: into a lake that has no others, so do it first.

            EXAMPLES
              pushfunnel scale export /var/log/push /mnt/lake
              pushfunnel scale export 'logs/2025-11-1*.gz' more/today.ndjson lake
              pushfunnel scale export --db push.db /mnt/lake
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

    @OptionGroup var mapping: MapOptions

    @Option(
        help: ArgumentHelp(
            "Hours after a send in which an open counts; set when the lake is made.",
            valueName: "hours"))
    var window: Int?

    @Flag(help: "Keep no hash of any token; set when the lake is made.")
    var noTokenHash = false

    @Option(
        help: ArgumentHelp(
            "Hash with the keys in this keys.json of another folder of the lake.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var keys: String?

    @Option(
        help: ArgumentHelp(
            "Set aside what is from two days after this time, instead of from after now.",
            valueName: "time"))
    var now: String?

    @Option(help: "1 reads and merges in turn; 2 reads ahead in another thread.")
    var threads: Int = 2

    /// Fewer make several gzip members a day: for tests.
    @Option(help: .hidden) var batch: Int?

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if db == nil, paths.count < 2 {
            throw ValidationError(
                "scale export", expected: "files or folders to read, then the folder of the lake")
        }
        if db != nil {
            if paths.count != 1 {
                throw ValidationError(
                    "--db", expected: "the folder of the lake as the only argument")
            }
            if window != nil || noTokenHash || keys != nil {
                throw ValidationError(
                    "--db", excludes: "--window, --keys or --no-token-hash: the database has them")
            }
        }
        if paths.contains(ByteSource.standardInput) {
            throw ValidationError(
                "scale export", expected: "files and folders, which are read twice", found: "-")
        }
        if !(1...2).contains(threads) {
            throw ValidationError("--threads", expected: "1 or 2", found: String(threads))
        }
        _ = try now.map { try AlertTime.moment($0, option: "--now") }
        if let window, !(1...8760).contains(window) {
            throw ValidationError("--window", expected: "1 to 8760 hours", found: String(window))
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
        guard !verbosity.quiet else { return }
        Terminal.note(
            "\(db): \(grouped(Int64(export.states))) states of \(export.days) days exported\n")
    }

    private func exportLogs() throws {
        var problems: [InputError] = []
        var unread = UnreadNotes(verbosity.level)
        let own = OwnFiles([mapping.path, keys, Defaults.path].compactMap(\.self))
        let files = try InputPaths.expand(Array(paths.dropLast()), own: own) {
            if let text = unread.note($0) { Terminal.note(text) }
        } onProblem: {
            problems.append($0)
        }
        if files.isEmpty {
            if let problem = problems.first { throw problem }
            Terminal.note(unread.summary)
            throw IngestCommand.noLogs(paths.dropLast())
        }
        var wishes = Lake.Wishes()
        wishes.windowHours = window
        wishes.keepsTargets = !noTokenHash
        wishes.keys = try keys.map { try Lake.NamedKeys(file: $0) }
        let (lake, hashKeys) = try Lake.open(lakePath, wishes)
        Interrupt.watch()
        let export = LakeExport(lake, hashKeys, try options())
        let teller = ExportTeller(files, unread, verbosity.level)
        problems.forEach(teller.tell)
        export.onSource = { teller.tell($0) }
        export.onProgress = { teller.tell($0) }
        export.shouldStop = { Interrupt.signalNumber != nil }
        _ = try export.export(files)
        teller.summarize()
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
        if teller.hasFailed { throw ExitCode(ExitStatus.inputOutput.rawValue) }
        if teller.isBroken { throw ExitCode(ExitStatus.badData.rawValue) }
    }

    private func options() throws -> IngestOptions {
        let present = try now.map { try AlertTime.moment($0, option: "--now") }
        var options = IngestOptions(
            latest: IngestCommand.latest(at: present ?? IngestCommand.clock))
        options.threads = threads
        options.inflater = try InflaterSetting.engine()
        try mapping.apply(to: &options)
        if let batch { options.batchSize = batch }
        return options
    }
}
