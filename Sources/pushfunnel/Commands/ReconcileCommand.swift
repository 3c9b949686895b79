import ArgumentParser
import Delivery
import NDJSON
import Reporting

struct ReconcileCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Compare what FCM and APNs have counted with what the logs tell.",
        discussion: """
            Files are told by what stands in them, gzip or not: pages of the FCM Data API \
            (deliveryData), rows of FCM's BigQuery export as JSON, and Apple's export of delivery \
            metrics (CSV). They are not kept. Counts are by the provider's own days: of Los \
            Angeles for the Data API, else UTC. Of each difference the known reasons are named.

            EXAMPLES
              pushfunnel reconcile delivery-data.json
              pushfunnel reconcile bq-export/*.json.gz --totals
              pushfunnel reconcile apns.csv delivery-data.json --json
            """)

    @Argument(help: "Files of FCM's and APNs' own counts; - is standard input.")
    var files: [String]

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Days alone, without the lines of each label.")
    var totals = false

    @Option(
        help: ArgumentHelp(
            "Cut days in this zone, not in the provider's.", valueName: "zone"))
    var tz: String?

    func validate() throws {
        if let tz { _ = try days(of: tz) }
    }

    private func days(of zone: String) throws -> ProviderDay {
        guard let days = ProviderDay(timeZone: zone) else {
            throw ValidationError(
                "--tz", expected: "a time zone of whole hours such as UTC or Europe/Berlin",
                found: zone)
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
        // An export has times, and its days are made here.
        var days = try days(of: tz ?? ProviderSource.export.timeZone)
        let counts = provided.counts(&days)
        let catalog = QueryCatalog()
        return try session.snapshot {
            Reconciliation(
                counts, sends: try session.run(catalog.query("reconcile_sends")),
                apart: try session.run(catalog.query("reconcile_apart")),
                covered: try session.coveredHours(), zone: tz)
        }
    }

    /// CSV is one table; the others say what its words mean, and what was read.
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
            "warning: \(CellText.grouped(bad)) \(bad == 1 ? "row" : "rows") could not be counted, "
                + "the first at \(first.path):\(first.line): \(first.reason)\n")
    }

    private func nothing(_ provided: ProviderFiles) -> Diagnostic {
        let first = provided.problems.min().map { " (\($0.path):\($0.line): \($0.reason))" }
        return Diagnostic(
            message: "nothing to compare with was found" + (first ?? ""),
            hint: "pushfunnel reconcile --help says what files it takes", code: .badData)
    }
}
