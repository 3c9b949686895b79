import ArgumentParser
import Delivery
import NDJSON

/// The table of contents: every command is a file in Commands.
@main
struct Pushfunnel: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "pushfunnel",
        abstract:
            "Turns push-notification logs into sent, received, impression and opened funnels.",
        discussion: """
            Reads what app servers log of Firebase Cloud Messaging sends and what clients log of \
            receipts and opens, joins them by message ID into one SQLite file, and answers from it.

            EXAMPLES
              pushfunnel sample logs && pushfunnel ingest logs && pushfunnel report
              pushfunnel report --day yesterday -o report.json
              pushfunnel sql funnel_by_platform --param since=2025-11-18
              pushfunnel trace 1795165200298771

            ENVIRONMENT
              PUSHFUNNEL_DB, PUSHFUNNEL_TZ, PUSHFUNNEL_QUERIES, PUSHFUNNEL_MAP: defaults of the \
            options of the same name; PUSHFUNNEL_ALERTS: of alert --config; PUSHFUNNEL_KEEP: of \
            prune --keep. PUSHFUNNEL_INFLATER: zlib or isal, what inflates gzip (default: isal \
            where ISA-L can be loaded). \
            PUSHFUNNEL_CONFIG names a JSON file with the same names in lower case (default: \
            pushfunnel.json, if there is one). Flags win, then environment, then file. NO_COLOR \
            turns colours off.

            EXIT CODES
              0 ok; 1 an alert fires; 2 records are missing (of a table: too few) to tell whether \
            one does; \
            64 usage; 65 too many rejected lines or a damaged file; 70 internal error or a store \
            that does not add up; 74 input or output; 75 database busy; 78 bad configuration or \
            clock; 129, 130, 143 interrupted.
            """,
        version: versionText,
        subcommands: [
            IngestCommand.self, InspectCommand.self, ReportCommand.self, SQLCommand.self,
            TraceCommand.self,
            AlertCommand.self, ReconcileCommand.self, VerifyCommand.self, PruneCommand.self,
            BackupCommand.self,
            UpgradeCommand.self, RotateCommand.self, SampleCommand.self,
            ScaleCommand.self,
        ])

    /// Finding ISA-L takes a tenth of a millisecond, and only who asks for the version needs it.
    private static var versionText: String {
        guard CommandLine.arguments.contains("--version") else { return version }
        return "pushfunnel \(version) (SQLite \(sqliteLibraryVersion), zlib \(zlibLibraryVersion), "
            + "\(InflaterSetting.description))"
    }

    static func main() {
        var database: String?
        do {
            var command = try parseAsRoot()
            database = (command as? any DatabaseCommand)?.database.db
            try Defaults.check()
            try InflaterSetting.check()
            try command.run()
        } catch {
            Diagnostics.exit(error, database: database)
        }
    }
}
