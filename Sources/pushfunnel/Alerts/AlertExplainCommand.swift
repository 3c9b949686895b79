import Alerts
import ArgumentParser
import Delivery
import Reporting

struct AlertExplainCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Print the alerts and the settings of one rule.",
        discussion: """
            Prints what the rule finds now, notified or not, and the settings in use: from \
            options, then from the file of --config, then the defaults. It stores nothing and \
            sends no notification.

            --config FILE is JSON with budget, history_days, windows (hours from 1 to 24), series \
            (all, platform, campaign, image, or platform,campaign), repeat, lag, rules (on, \
            min_drop, min_missing, min_volume: expected events in 24 hours), ignore (slices), and \
            checks (name, query, parameters, severity): a check is a custom rule, and each row of \
            its named query is a problem. mute silences warnings at hours of the day, such as \
            22:00-07:00 Europe/Berlin; holidays names a calendar; name and links are in every \
            notification.

            EXAMPLES
              pushfunnel alert explain opened
              pushfunnel alert explain failed --config alerts.json
            """)

    @Argument(help: "delivered, opened, sends, failed, freshness, or a custom rule.")
    var rule: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var projects: AlertProjectOptions
    @OptionGroup var rules: AlertRuleOptions
    @OptionGroup var zone: ZoneOptions
    @OptionGroup var clock: AlertClockOptions

    func run() throws {
        let settings = try rules.settings(for: database.dimensions)
        guard settings.ruleNames.contains(rule) else {
            throw ValidationError("rule", notARule: rule, known: settings.ruleNames)
        }
        let run = AlertRun(
            path: database.db, settings: settings, projects: try projects.known(in: database.db),
            queries: Defaults.text("queries"), now: try clock.moment(),
            zone: zone.name(database.clock),
            hourOfWeek: zone.hourOfWeek(database.clock))
        try Terminal.print(
            run.explanation(of: rule, style: TextStyle(isHuman: true, hasColor: Terminal.usesColor))
        )
    }
}
