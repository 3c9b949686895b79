import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting
import SQLite

struct IngestCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Read send logs and client events into the database.",
        discussion: """
            ingest reads files, folders (.ndjson, .jsonl, .json, .log and .gz files inside), \
            patterns such as 'logs/*.gz', or - for standard input. It detects gzip by content, not \
            by name. Reading again is safe: ingest skips unchanged files, continues files that \
            have grown, and counts known records as duplicates. An interrupted run keeps its \
            commits, and the next run continues from there.

            If a file has another format, such as zstd, Parquet, CSV or UTF-16, ingest prints an \
            error with the command that converts it, and reads the other files. The summary lists \
            the files of a folder that ingest does not read. If more than 5 % of a file's lines \
            that look like pushes are rejected, and at least ten or more than 5 % of the whole \
            run's, ingest prints a warning with the reasons, also with -q. If no line is a push, \
            and the database has no records yet, ingest exits with 65.

            On a terminal, ingest shows its progress. Elsewhere it prints only the summary.

            --follow runs until a signal stops it. Every second it scans for new lines and commits \
            them. Files may grow, be renamed, copied, truncated, compressed or deleted, and \
            folders may appear later: every line counts once. Follow the folder, not the file, to \
            include files that were rotated while no follower ran. A last line without a line end \
            is read when its file has not changed for 10 seconds. Between two scans, other \
            commands can write to the database.

            EXAMPLES
              pushfunnel ingest logs
              pushfunnel ingest logs/sends 'logs/events/2025-11-1*.gz'
              zcat logs/sends/*.gz | pushfunnel ingest -
              pushfunnel ingest --dry-run logs
              pushfunnel ingest -q --metrics pushfunnel.prom logs
              pushfunnel ingest --follow logs
            """)

    @Argument(
        help: ArgumentHelp("Files, folders, patterns, or - for standard input.", valueName: "path"),
        completion: .file())
    var paths: [String]

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var reading: ReadingOptions

    @Option(
        help: ArgumentHelp(
            "Exit with 65 if more lines are rejected: a count such as 100, or a share of the lines "
                + "that look like pushes such as 5%. Good lines are stored.",
            valueName: "count|share%"))
    var maxRejects: RejectLimit?

    @Flag(help: "Read unchanged files again.")
    var reread = false

    @Flag(help: "Read new lines every second, until a signal stops it.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "Write metrics for Prometheus' textfile collector at the end of the run; with "
                + "--follow, every 15 seconds.",
            valueName: "file"),
        completion: .file(extensions: ["prom"]))
    var metrics: String?

    @Flag(help: "Read and count lines, print the output of inspect, and store nothing.")
    var dryRun = false

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if paths.isEmpty {
            throw ValidationError("ingest", expected: "files, folders or -, found nothing")
        }
        if dryRun, metrics != nil {
            throw ValidationError("--metrics", excludes: "--dry-run: nothing is stored")
        }
        try validateFollowing()
    }

    /// A follower never ends by itself, so options of finished runs do not apply.
    private func validateFollowing() throws {
        guard follow else { return }
        if paths.contains(ByteSource.standardInput) {
            throw ValidationError("--follow", expected: "files and folders", found: "-")
        }
        let others = [
            ("--now", reading.now != nil), ("--reread", reread), ("--dry-run", dryRun),
            ("--max-rejects: it never ends", maxRejects != nil),
        ]
        if let other = others.first(where: \.1) {
            throw ValidationError("--follow", excludes: other.0)
        }
    }

    func run() throws {
        AddressSpace.warnIfSmall()
        guard let metrics, !follow else { return try follow ? followLogs() : ingest() }
        let file = MetricsFile(path: metrics, isFollowing: false)
        do {
            try ingest()
        } catch {
            // The first error wins over one of the metrics.
            try? file.write(of: database.db, exitCode: Diagnostics.code(of: error))
            throw error
        }
        try file.write(of: database.db, exitCode: 0)
    }

    func ingestOptions(latest: Timestamp) throws -> IngestOptions {
        var options = try reading.options(latest: latest)
        options.readsAgain = reread
        return options
    }

    /// The database, ready for records. Throws `StoreError.ofLake` for one with the counts of a
    /// lake: a message of both would be counted twice.
    func openStore(takesTurns: Bool = false) throws -> Store {
        let store = try Store(
            writing: database.db, reading.storeSettings(), takesTurns: takesTurns)
        try Store.expectMessages(in: store.database)
        try ZoneOptions.expect(reading.tz, fits: store.clock)
        if let zone = reading.tz, zone != store.clock.zone {
            // Of zones with the same hours, the database keeps one.
            verbosity.status.note(
                "note: counts are by the hours of \(store.clock.zone), which are those of "
                    + "\(zone), too: reports are of its days with --tz \(zone)\n")
        }
        return store
    }

    private func ingest() throws {
        let logs = try FoundLogs(paths, own: ownFiles, verbosity.level)
        let store = try dryRun ? Store.inMemory(reading.storeSettings()) : openStore()
        guard !logs.files.isEmpty else {
            return verbosity.status.note("\(paths.joined(separator: " ")): no logs yet\n")
        }
        let options = try ingestOptions(latest: try latest(store))
        let reading = try LogReading(logs, into: store, options)
        try reading.reporter.summarize(store, dryRun ? .dryRun : .stored(database.db))
        if dryRun, verbosity.level > .quiet {
            var table = InspectText(store.dimensions)
            table.sizes = try store.database.read(Dimensions.sizes)
            let files = logs.files.filter { $0 != ByteSource.standardInput }
            // Errors of files were reported before.
            table.add(files, FileSampler(options, dimensions: store.dimensions)) { _ in }
            try Terminal.print(table.text)
        }
        reading.warn(ofMap: self.reading.mapping.path)
        try reading.end(maxRejects)
    }

    /// Files of this program that may be in a folder of logs.
    var ownFiles: OwnFiles { OwnFiles(of: [database.db, reading.mapping.path, metrics]) }

    /// If the clock is behind the stored sends, or behind all possible sends, new records would be
    /// rejected as of the future and their files marked as read. So this throws.
    func latest(_ store: Store) throws -> Timestamp {
        let clock = AlertTime.clock
        let latest = try reading.latest()
        let newest = try store.newestSend() ?? RecordDecoder.earliestTime.milliseconds
        if reading.now == nil, newest > latest.milliseconds {
            throw Diagnostic(
                .configuration,
                "the clock shows \(NumberWords.minute(clock)), earlier than sends of "
                    + "\(NumberWords.minute(newest))",
                hint: "set the clock, or pass the time with --now")
        }
        return latest
    }
}
