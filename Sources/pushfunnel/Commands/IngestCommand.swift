import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

struct IngestCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Read send logs and client events into the database.",
        discussion: """
            Reads files, folders (.ndjson, .jsonl, .log and any .gz inside), patterns, or - for \
            standard input; gzip is told by its first bytes, not by the name. Reading again is \
            safe: a file that has not changed is skipped, one that has grown goes on from its \
            end, and a record that is known counts as duplicate. A run that is interrupted keeps \
            what it has committed, and the next one goes on from there.

            EXAMPLES
              pushfunnel ingest logs
              pushfunnel ingest 'logs/2025-11-1*.gz' more/today.ndjson
              kubectl logs sender | pushfunnel ingest -
              pushfunnel ingest --map envelope.json logs
            """)

    @Argument(
        help: ArgumentHelp("Files, folders, patterns, or - for standard input.", valueName: "path"),
        completion: .file())
    var paths: [String]

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var mapping: MapOptions

    @Option(
        help: ArgumentHelp(
            "Hours after a send in which an open counts; set when the database is made.",
            valueName: "hours"))
    var window: Int?

    @Flag(
        help: ArgumentHelp(
            "Keep no hash of any token; set when the database is made. Dead targets and repeated "
                + "sends are then unknown."))
    var noTokenHash = false

    @Option(
        help: ArgumentHelp(
            "End with 65 when more lines than this are rejected; good lines are kept.",
            valueName: "count"))
    var maxRejects: Int64?

    @Option(
        help: ArgumentHelp(
            "Set aside what is from two days after this time, instead of from after now.",
            valueName: "time"))
    var now: String?

    @Option(help: "1 reads and writes in turn; 2 reads ahead in another thread.")
    var threads: Int = 2

    /// Fewer make commits more frequent: for tests.
    @Option(help: .hidden) var batch: Int?

    @Flag(help: "Read and count, and keep nothing.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        if paths.isEmpty { throw ValidationError("Give files, folders, or - to read.") }
        if !(1...2).contains(threads) { throw ValidationError("--threads takes 1 or 2.") }
        _ = try now.map { try AlertTime.moment($0, option: "--now") }
        if let window, !(1...8760).contains(window) {
            throw ValidationError("--window takes 1 to 8760 hours.")
        }
    }

    func run() throws {
        var problems: [InputError] = []
        let files = try InputPaths.expand(paths) { path in
            Terminal.note(
                "\(SafeText.visible(path)): warning: left alone: expected a file, or a link that "
                    + "its owner made\n    hint: name it itself, and it is read\n")
        } onProblem: {
            problems.append($0)
        }
        if files.isEmpty {
            if let problem = problems.first { throw problem }
            throw Diagnostic(
                message: "\(paths.joined(separator: " ")): there are no logs",
                hint: "in folders, .ndjson, .jsonl, .log and .gz files are read; name others",
                code: .inputOutput)
        }
        let store =
            try dryRun
            ? Store.inMemory(windowHours: window, keepsTargets: !noTokenHash)
            : Store(writing: database.db, windowHours: window, keepsTargets: !noTokenHash)
        var options = IngestOptions(latest: Timestamp(microseconds: try latest(store) * 1000))
        options.threads = threads
        options.inflater = try InflaterSetting.engine()
        try mapping.apply(to: &options)
        if let batch { options.batchSize = batch }
        CoreDumps.turnOff()
        Interrupt.watch()
        let run = try IngestRun(store, options)
        let teller = IngestTeller(files, isQuiet: quiet)
        problems.forEach(teller.tell)
        run.onFile = { teller.tell($0) }
        run.onProgress = { teller.tell($0) }
        run.shouldStop = { Interrupt.signalNumber != nil }
        _ = try run.read(files)
        try teller.summarize(store, database: database.db, isDryRun: dryRun)
        try end(teller)
    }

    /// Milliseconds since 1970: two days after now.
    ///
    /// A clock that is behind the sends that are stored, or behind all that are ever read, would
    /// set the newest records aside as of the future, and their files would count as read.
    private func latest(_ store: Store) throws -> Int64 {
        let clock = Int64(Date().timeIntervalSince1970 * 1000)
        let present = try now.map { try AlertTime.moment($0, option: "--now") } ?? clock
        let latest = present + 2 * 86_400_000
        let newest = try store.newestSend() ?? RecordDecoder.earliestTime.milliseconds
        if now == nil, newest > latest {
            throw Diagnostic(
                message:
                    "the clock says \(AlertTime.text(clock)), and sends are stored or expected "
                    + "from \(AlertTime.text(newest))",
                hint: "set the clock, or give the time by --now", code: .configuration)
        }
        return latest
    }

    private func end(_ teller: IngestTeller) throws {
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
        if teller.hasFailed { throw ExitCode(ExitStatus.inputOutput.rawValue) }
        // What is past retention may be as good as it was.
        let rejected = teller.counts.rejected - teller.counts.pastRetention
        if let maxRejects, rejected > maxRejects {
            throw Diagnostic(
                message: "\(grouped(rejected)) lines rejected, "
                    + "more than --max-rejects \(grouped(maxRejects))",
                hint: "pushfunnel sql rejects shows them", code: .badData)
        }
        if teller.isBroken { throw ExitCode(ExitStatus.badData.rawValue) }
    }
}
