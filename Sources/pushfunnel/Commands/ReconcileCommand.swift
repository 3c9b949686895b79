import ArgumentParser
import Delivery
import NDJSON
import Reporting

struct ReconcileCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Compare counts of FCM and APNs with the logs, with reasons for differences.",
        discussion: """
            reconcile reads these files, plain or gzip, and detects their kind by content: pages \
            of the FCM Data API (deliveryData), rows of FCM's BigQuery export as JSON, and Apple's \
            export of delivery metrics (CSV). It stores nothing. It counts by the days of the \
            provider: Los Angeles for the Data API, UTC for the others. For each difference it \
            prints the known reasons.

            EXAMPLES
              pushfunnel reconcile logs/export/*.gz
              pushfunnel reconcile logs/export/*.gz --totals
              pushfunnel reconcile logs/export/*.gz --tz Europe/Berlin --json
            """)

    @Argument(help: "Files with counts of FCM or APNs, or - for standard input.")
    var files: [String]

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Print totals by day, without the lines by label.")
    var totals = false

    @Option(
        help: ArgumentHelp(
            "The time zone of the days (default: the provider's).", valueName: "zone"))
    var tz: String?

    func validate() throws {
        try output.expectFormat()
        if let tz { _ = try days(of: tz, database.clock) }
    }

    private func days(of zone: String, _ clock: HourClock) throws -> ProviderDay {
        guard let days = ProviderDay(timeZone: zone, clock) else {
            throw ValidationError(
                "--tz", expected: ZoneOptions.zone(of: clock), found: zone)
        }
        return days
    }

    func run() throws {
        let session = try SQLSession(path: database.db, limits: .report)
        var provided = ProviderFiles()
        let engine = try InflaterSetting.engine()
        for file in files { try provided.read(file, engine: engine) }
        guard provided.files.contains(where: { $0.rows > 0 }) else { throw nothing(provided) }
        let reconciliation = try reconciliation(provided, session)
        try output.write(text(totals ? reconciliation.totals : reconciliation, provided))
        warn(provided)
    }

    private func reconciliation(
        _ provided: ProviderFiles, _ session: SQLSession
    ) throws -> Reconciliation {
        // Rows of an export have times; this assigns their days.
        var days = try days(of: tz ?? ProviderSource.export.timeZone, session.clock)
        let counts = provided.counts(&days)
        let catalog = QueryCatalog()
        return try session.snapshot {
            Reconciliation(
                counts, sends: try session.run(catalog.query("reconcile_sends")),
                apart: try session.run(catalog.query("reconcile_apart")),
                covered: try session.coveredHours(), clock: session.clock, zone: tz)
        }
    }

    /// CSV is one table; the other formats add the meanings of the reasons, and the files.
    private func text(_ reconciliation: Reconciliation, _ provided: ProviderFiles) -> String {
        let format = output.format.format(style: output.style)
        guard output.format != .csv else { return format.text(of: reconciliation.table) }
        var sections = [
            TitledTable(title: "counts", table: reconciliation.table),
            TitledTable(title: "reasons", table: reconciliation.reasons),
            TitledTable(title: "files", table: provided.table),
        ]
        if !provided.problems.isEmpty {
            sections.append(TitledTable(title: "problems", table: provided.problemTable))
        }
        return format.text(of: sections)
    }

    private func warn(_ provided: ProviderFiles) {
        let bad = provided.files.reduce(0) { $0 + $1.bad }
        guard bad > 0, let first = provided.problems.min() else { return }
        Terminal.note(
            "warning: \(NumberWords.count(Int(bad), "row")) could not be counted, "
                + "the first at \(first.path):\(first.line): \(first.reason)\n")
    }

    private func nothing(_ provided: ProviderFiles) -> Diagnostic {
        let first = provided.problems.min().map { " (\($0.path):\($0.line): \($0.reason))" }
        return Diagnostic(
            .badData, "no counts of FCM or APNs found" + (first ?? ""),
            hint: "pushfunnel reconcile --help lists the files that it reads")
    }
}
