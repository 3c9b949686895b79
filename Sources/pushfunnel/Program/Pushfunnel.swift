import ArgumentParser
import Delivery
import NDJSON
import Reporting

/// The program. Each command is a file in Commands, in the order of README.md.
@main
struct Pushfunnel: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "pushfunnel",
        abstract: "Turn push-notification logs into funnels: sent, received, shown and opened.",
        discussion: """
            pushfunnel reads the logs of app servers (sends by Firebase Cloud Messaging, FCM) and \
            of apps (receipts and opens), joins them by message ID in one SQLite file, and reports \
            from it. Settings come from flags, then from environment variables, then from the \
            configuration file.

            EXAMPLES
              pushfunnel sample logs && pushfunnel ingest logs && pushfunnel report
              pushfunnel report --day 2025-11-18 -o report.html
              pushfunnel sql funnel_by_platform --param since=2025-11-18
              pushfunnel trace 1763339460562890

            ENVIRONMENT
              PUSHFUNNEL_DB        default of --db
              PUSHFUNNEL_TZ        default of --tz
              PUSHFUNNEL_MAP       default of --map
              PUSHFUNNEL_QUERIES   default of --queries
              PUSHFUNNEL_REPORTS   default of report --reports
              PUSHFUNNEL_ALERTS    default of alert --config
              PUSHFUNNEL_NOTIFY    default of alert --notify
              PUSHFUNNEL_LOG_TZ    default of --log-tz
              PUSHFUNNEL_KEEP      default of prune --keep
              PUSHFUNNEL_KEEP_COUNTS
                                   default of prune --keep-counts
              PUSHFUNNEL_INFLATER  zlib or isal (default: isal if ISA-L can be loaded)
              PUSHFUNNEL_CONFIG    JSON file with the same settings, named in lower case
                                   (default: pushfunnel.json, if it exists)
              NO_COLOR             if it is not empty, output has no colours

            EXIT CODES
              0              success; alert: nothing fires, or too little history
              1              alert: an alert fires
              2              alert: records are missing, so it cannot judge
              64             usage error
              65             too many rejected lines, a damaged file, or no push found
              70             internal error, or verify found counts that do not add up
              74             input or output failed
              75             another pushfunnel is writing to the database
              78             a configuration file, a map or the clock is wrong
              129, 130, 143  stopped by SIGHUP, SIGINT or SIGTERM; commits are kept
            """,
        version: versionText,
        subcommands: [
            InspectCommand.self, IngestCommand.self, ReportCommand.self, SQLCommand.self,
            AlertCommand.self, ServeCommand.self, EffectCommand.self,
            TraceCommand.self, TokensCommand.self, VerifyCommand.self, ReconcileCommand.self,
            NoteCommand.self, SampleCommand.self, BackupCommand.self, PruneCommand.self,
            RotateCommand.self, UpgradeCommand.self, LakeCommand.self,
        ])

    /// Looks for ISA-L, which takes 0.1 ms, only with `--version`.
    private static var versionText: String {
        guard CommandLine.arguments.contains("--version") else { return version }
        return "pushfunnel \(version) (SQLite \(sqliteLibraryVersion), zlib \(zlibLibraryVersion), "
            + "\(InflaterSetting.description))"
    }

    /// Without a command, help is no success: a script may have lost its arguments.
    private static func expectCommand(_ command: any ParsableCommand) throws {
        let kind = type(of: command)
        guard !kind.configuration.subcommands.isEmpty else { return }
        Terminal.note(HelpText.ordered(helpMessage(for: kind)))
        throw ExitCode(ExitStatus.usage.rawValue)
    }

    static func main() {
        var database: String?
        do {
            var command = try parseAsRoot()
            database = (command as? any DatabaseCommand)?.database.db
            try expectCommand(command)
            try Defaults.check()
            try InflaterSetting.check()
            StatementTimer.whenOverdue { Diagnostics.exitAtOnce($0) }
            try command.run()
        } catch {
            Diagnostics.exit(error, database: database)
        }
    }
}
