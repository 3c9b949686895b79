import ArgumentParser
import Delivery
import Reporting

struct AlertListCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List incidents with their numbers, silences and acceptances.",
        discussion: """
            Lists the incidents that go on or ended within --days, newest first, as the last run \
            of alert stored them. Then the active silences, and the \
            accepted incidents. The views alerts and alert_silences have all of them.

            EXAMPLES
              pushfunnel alert list
              pushfunnel alert list --days 28 --json
              pushfunnel alert list --project shop-prod
            """)

    @OptionGroup var database: DatabaseOptions

    @Option(help: ArgumentHelp("List incidents that ended within these days.", valueName: "days"))
    var days = 7

    @Option(
        help: ArgumentHelp(
            "List incidents of this Firebase project, and the silences that cover them.",
            valueName: "name"))
    var project: String?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var clock: AlertClockOptions

    func validate() throws {
        try ValidationError.expect("--days", days, in: 0...3660, "0 to 3660 days")
    }

    func run() throws {
        if let project {
            try AlertProjectOptions.expect(project, in: database.db, "--project")
        }
        let tables = try AlertListing.tables(
            database: database.db, days: days, project: project, now: try clock.moment())
        if json { return try Terminal.print(JSONFormat().text(of: tables)) }
        let style = TextStyle(isHuman: true, hasColor: Terminal.usesColor)
        let shown = tables.filter { !$0.table.rows.isEmpty }
        try Terminal.print(
            shown.isEmpty
                ? "no incidents, no silences\n" : TextFormat(style: style).text(of: shown))
    }
}
