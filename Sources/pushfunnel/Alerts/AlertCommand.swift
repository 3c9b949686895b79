import ArgumentParser

struct AlertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Find drops of deliveries, opens and sends, refused sends, missing records.",
        discussion: """
            Without a subcommand, alert judges every hour that is complete, reports what is new, \
            and stores incidents and notifications in the database: the same as alert judge, with \
            all of its options. The database needs 14 days of history.

            Rules: delivered and opened (against the number of sends), sends (against other \
            weeks), failed (the share of sends that FCM refuses), freshness (whether records \
            arrive), and custom rules in the file of --config.

            EXAMPLES
              pushfunnel alert -q --notify https://hooks.example.org/alerts --format slack
              pushfunnel alert list
              pushfunnel alert silence opened,platform=ios 8h --comment "store outage"
              pushfunnel alert accept 12 --comment "receipts are off in app 5.4"
              pushfunnel alert explain opened
              pushfunnel alert backtest --since -28d -o backtest.html

            EXIT CODES
              0 no alert fires, or the database has less than 14 days of history; 1 an alert \
            fires; 2 cannot judge: records are missing, none are stored yet, or a table has too \
            little history.
            """,
        subcommands: [
            AlertJudgeCommand.self, AlertListCommand.self, AlertSilenceCommand.self,
            AlertAcceptCommand.self, AlertExplainCommand.self, AlertBacktestCommand.self,
        ],
        defaultSubcommand: AlertJudgeCommand.self)
}
