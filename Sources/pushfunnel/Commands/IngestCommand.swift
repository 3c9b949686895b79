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
            Reads files, folders (.ndjson, .jsonl, .json, .log and any .gz inside), patterns, or \
            - for standard input; gzip is told by its first bytes, not by the name. Reading again \
            is safe: a file that has not changed is skipped, one that has grown goes on from its \
            end, and a record that is known counts as duplicate. A run that is interrupted keeps \
            what it has committed, and the next one goes on from there.

            Files of another format, such as zstd, Parquet, CSV or UTF-16, are errors that name \
            the command which converts them. Other files of a folder are named in the summary. \
            Where more than 5 % of a file's lines that look like pushes are rejected, a warning \
            names the reasons, also with -q. If lines were read and none was understood, ingest \
            exits with 65.

            On a terminal ingest draws its progress; elsewhere it prints only the summary. -v \
            prints a line for each file.

            --follow goes on until a signal ends it: once a second it looks for what has come and \
            commits that. Files may grow, be renamed, copied and truncated, compressed or \
            deleted, folders may come later; a line counts once. Follow the folder, not the \
            file, so that what was rotated while nobody followed is found. A last line is read \
            when it is ended, or when its file has not changed for ten seconds. Other commands \
            may write between two looks.

            EXAMPLES
              pushfunnel ingest logs
              pushfunnel ingest 'logs/2025-11-1*.gz' more/today.ndjson
              kubectl logs sender | pushfunnel ingest -
              pushfunnel ingest --map envelope.json logs
              pushfunnel ingest --from segment events.json.gz
              pushfunnel ingest --follow /var/log/push
              pushfunnel ingest -q --metrics /var/lib/node_exporter/pushfunnel.prom logs
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
            "End with 65 when more lines than this are rejected: a count, or a share of the lines "
                + "that look like pushes, such as 5%. Good lines are kept.",
            valueName: "count|share%"))
    var maxRejects: RejectLimit?

    @Option(
        help: ArgumentHelp(
            "Set aside what is from two days after this time, instead of from after now.",
            valueName: "time"))
    var now: String?

    @Option(help: "1 reads and writes in turn; 2 reads ahead in another thread.")
    var threads: Int = 2

    /// Fewer make commits more frequent: for tests.
    @Option(help: .hidden) var batch: Int?

    @Flag(help: "Read all lines of these files again, also where nothing has changed.")
    var reread = false

    @Flag(help: "Go on: read what comes, until a signal ends it.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "Write figures of the database and of this run for Prometheus' textfile collector; "
                + "with --follow, every 15 seconds.",
            valueName: "file"),
        completion: .file(extensions: ["prom"]))
    var metrics: String?

    @Flag(help: "Read and count, print what inspect prints, and store nothing.")
    var dryRun = false

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if paths.isEmpty {
            throw ValidationError("ingest", expected: "files, folders or -, found nothing")
        }
        if !(1...2).contains(threads) {
            throw ValidationError("--threads", expected: "1 or 2", found: String(threads))
        }
        _ = try now.map { try AlertTime.moment($0, option: "--now") }
        if let window, !(1...8760).contains(window) {
            throw ValidationError("--window", expected: "1 to 8760 hours", found: String(window))
        }
        if dryRun, metrics != nil {
            throw ValidationError("--metrics", excludes: "--dry-run: nothing is stored")
        }
        try validateFollowing()
    }

    /// What goes on without end has no end to tell of, and standard input has one of its own.
    private func validateFollowing() throws {
        guard follow else { return }
        if paths.contains(ByteSource.standardInput) {
            throw ValidationError("--follow", expected: "files and folders", found: "-")
        }
        if now != nil { throw ValidationError("--follow", excludes: "--now") }
        if reread { throw ValidationError("--follow", excludes: "--reread") }
        if dryRun { throw ValidationError("--follow", excludes: "--dry-run") }
        if maxRejects != nil {
            throw ValidationError("--follow", excludes: "--max-rejects: it never ends")
        }
    }

    func run() throws {
        guard let metrics, !follow else { return try follow ? followLogs() : ingest() }
        let file = MetricsFile(metrics, isFollowing: false)
        do {
            try ingest()
        } catch {
            // The error is told, whatever becomes of the metrics.
            try? file.write(of: database.db, exitCode: Diagnostics.code(of: error))
            throw error
        }
        try file.write(of: database.db, exitCode: 0)
    }

    func ingestOptions(latest: Timestamp) throws -> IngestOptions {
        var options = IngestOptions(latest: latest)
        options.threads = threads
        options.inflater = try InflaterSetting.engine()
        options.readsAgain = reread
        try mapping.apply(to: &options)
        if let batch { options.batchSize = batch }
        return options
    }

    private func ingest() throws {
        var problems: [InputError] = []
        var unread = UnreadNotes(verbosity.level)
        let files = try InputPaths.expand(paths, own: ownFiles) {
            if let text = unread.note($0) { Terminal.note(text) }
        } onProblem: {
            problems.append($0)
        }
        if files.isEmpty {
            if let problem = problems.first { throw problem }
            Terminal.note(unread.summary)
            throw IngestCommand.noLogs(paths)
        }
        let store =
            try dryRun
            ? Store.inMemory(windowHours: window, keepsTargets: !noTokenHash)
            : Store(writing: database.db, windowHours: window, keepsTargets: !noTokenHash)
        CoreDumps.turnOff()
        Interrupt.watch()
        let options = try ingestOptions(latest: try latest(store))
        let run = try IngestRun(store, options)
        let teller = IngestTeller(files, unread, verbosity.level)
        problems.forEach(teller.tell)
        run.onFile = { teller.tell($0) }
        run.onProgress = { teller.tell($0) }
        run.shouldStop = { Interrupt.signalNumber != nil }
        _ = try run.read(files)
        try teller.summarize(store, database: database.db, isDryRun: dryRun)
        if dryRun, verbosity.level > .quiet {
            var table = InspectText()
            // What cannot be read was told of before.
            table.add(files.filter { $0 != ByteSource.standardInput }, FileSampler(options)) { _ in
            }
            try Terminal.print(table.text)
        }
        if verbosity.level > .quiet, let map = mapping.path, teller.counts.filled > 0 {
            let hint = "to see which lines are read: pushfunnel inspect --map \(map) PATH"
            Terminal.note(MapOptions.warning(map, run.unmatchedPlaces, hint: hint))
        }
        try end(teller)
    }

    /// Files of this program, which a folder of logs may hold.
    var ownFiles: OwnFiles {
        OwnFiles([database.db, mapping.path, metrics, Defaults.path].compactMap(\.self))
    }

    static func noLogs(_ paths: some Collection<String>) -> Diagnostic {
        Diagnostic(
            message: "\(paths.joined(separator: " ")): there are no logs",
            hint: "in folders, .ndjson, .jsonl, .json, .log and .gz files are read; name others",
            code: .inputOutput)
    }

    /// Records from later than two days after now, ms since 1970, are rejected.
    static func latest(at now: Int64 = IngestCommand.clock) -> Timestamp {
        Timestamp(milliseconds: now + 2 * 86_400_000)
    }

    static var clock: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// A clock that is behind the sends that are stored, or behind all that are ever read, would
    /// set the newest records aside as of the future, and their files would count as read.
    func latest(_ store: Store) throws -> Timestamp {
        let clock = IngestCommand.clock
        let present = try now.map { try AlertTime.moment($0, option: "--now") } ?? clock
        let latest = IngestCommand.latest(at: present)
        let newest = try store.newestSend() ?? RecordDecoder.earliestTime.milliseconds
        if now == nil, newest > latest.milliseconds {
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
        if let maxRejects, maxRejects.isExceeded(by: teller.counts) {
            throw Diagnostic(
                message: "\(grouped(teller.counts.unreadable)) of "
                    + "\(grouped(teller.counts.pushes)) lines that look like pushes were "
                    + "rejected, more than --max-rejects \(maxRejects.text)",
                hint: "pushfunnel sql rejects shows them", code: .badData)
        }
        if teller.isBroken || teller.hasUnderstoodNothing {
            throw ExitCode(ExitStatus.badData.rawValue)
        }
    }
}
