import Alerts
import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting
import SQLite

struct ReportCommand: ParsableCommand, DatabaseCommand {
    private static let standard = "nightly"

    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Print the report of a period as text, HTML, Markdown, JSON or CSV.",
        discussion: """
            Reports count messages by the hour in which they were sent. The same database always \
            gives the same bytes. HTML, Markdown and JSON reports have the command for the figures \
            of each table.

            With --each, it writes only pages that are missing or whose counts have changed. Pages \
            of campaigns are those of the 50 with most sends and of every one with an alert or a \
            number outside its usual range.

            --mail prints a whole mail with the report as text and as a page. The same report and \
            options give the same Message-ID, so that mail servers deliver a repeated mail once. \
            --notify posts at most five lines. With --base-url, both have a link to the page that \
            --each-day writes.

            With --lake, a Spark cluster first writes the lake's counts into --db, as lake counts \
            does. It also answers the queries about single messages.

            EXAMPLES
              pushfunnel report
              pushfunnel report --day 2025-11-18 --tz Europe/Berlin
              pushfunnel report --week 2025-11-18
              pushfunnel report --since 2025-11-17 --until 2025-11-19 --json
              pushfunnel report --where platform=ios,campaign=daily_deals
              pushfunnel report --by project
              pushfunnel report campaign --where campaign=daily_deals -o daily_deals.html
              pushfunnel report --each day --each campaign --since -28d -o reports/
              pushfunnel report --day yesterday --mail push-team@example.org -o report.eml
              pushfunnel report --day yesterday --notify https://hooks.example.org/digest
              pushfunnel report --as-of 2025-11-18T12:00:00Z -o noon.csv
              pushfunnel report --lake /mnt/lake --master spark://head:7077 --db counts.db
            """)

    @Argument(help: "The name of a report; --list prints all names.")
    var name: String = ReportCommand.standard

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var period: PeriodOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "Ignore records later than this time, but not what they told of earlier messages. "
                + "Slow: it counts every message.",
            valueName: "time"))
    var asOf: String?

    @OptionGroup var filter: FilterOptions

    @Option(
        help: ArgumentHelp(
            "Count also by a dimension of the database, or by project. Repeatable.",
            valueName: "name"))
    var by: [String] = []

    @OptionGroup var parameters: ParameterOptions

    @Option(
        help: ArgumentHelp("A folder with your own reports.", valueName: "folder"),
        completion: .directory)
    var reports: String?

    @OptionGroup var named: QueryOptions
    @OptionGroup var sending: SendingOptions
    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions

    @OptionGroup var pages: PageOptions

    @Flag(help: "Print all tables as text, not only one screen.")
    var all = false

    @Flag(help: "Print the names of all reports.")
    var list = false

    func validate() throws {
        _ = try moment()
        // The limits of a session would hold for what a lake and --as-of do before it, too.
        if asOf == nil, !lake.isGiven { database.open(.report) }
        _ = try request()
        if pages.kinds.contains(.campaign), name != ReportCommand.standard {
            throw ValidationError("--each campaign", excludes: "the name of a report")
        }
        if let option = sending.asked {
            if let each = pages.asked { throw ValidationError(option, excludes: each) }
            if all { throw ValidationError(option, excludes: "--all") }
            if let format = output.askedFlag { throw ValidationError(option, excludes: format) }
            if output.isFolder { throw ValidationError(option, excludes: "a folder for -o") }
            if option == "--notify", output.output != nil {
                throw ValidationError(option, excludes: "--output")
            }
        } else {
            try output.expectFormat()
        }
        if lake.isGiven, asOf != nil {
            throw ValidationError("--as-of", excludes: "--lake: it needs single messages")
        }
    }

    func run() throws {
        let catalog = try ReportCatalog(folder: reports ?? Defaults.text("reports"))
        guard !list else { return try listAll(catalog) }
        let file = try catalog.report(name)
        let counting = try lake.isGiven ? LakeCounting(lake, spark) : nil
        try counting?.count(into: database.db)
        let source = try source()
        var queries = try named.catalog()
        queries.add(dimensions: try source.session.dimensions())
        guard pages.asked != nil || output.isFolder else {
            let maker = ReportMaker(try request(), queries, source.session)
            let isShort =
                output.format == .text && !all && sending.asked == nil
                && catalog.templates.areBuiltIn(.text)
            let report = try make(
                maker, isShort ? file.short : file, [output.format], source.session, counting)
            if sending.asked != nil {
                return try sending.send(report, page: pageFile(), catalog.templates, output)
            }
            let style = output.style
            try output.write(
                report.text(
                    output.format, style: style, templates: catalog.templates, isWhole: all))
            printNextStep()
            return
        }
        guard let path = output.output, path != "-" else {
            throw Diagnostic(
                .usage, "\(pages.asked ?? "-o"): needs a folder for the pages",
                hint: "add -o FOLDER/")
        }
        var pages = try ReportPages(self, to: path, catalog, queries, source.session, counting)
        try pages.write()
    }

    /// The first day of --keep-pages, counted back from the time of the data; empty without it.
    func firstKeptPage(_ asOf: Int64?) throws -> String {
        guard pages.asked != nil, let asOf,
            let days = pages.keepPages.flatMap(PruneCommand.days)
        else { return "" }
        return try period.day(of: asOf - (days - 1) * 86_400_000, database.clock)
    }

    /// With a lake, Spark answers the queries about single messages.
    func make(
        _ maker: ReportMaker, _ file: ReportFile, _ formats: [FormatName], _ session: SQLSession,
        _ counting: LakeCounting?
    ) throws -> Report {
        guard let counting else { return try maker.make(file, for: formats) }
        var maker = maker
        let questions = try maker.questionsOfMessages(file, for: formats)
        maker.rows = LakeAnswers(
            session,
            try counting.keptAnswers(to: questions, narrowedTo: maker.request.filter.dimensions))
        return try maker.make(file, for: formats)
    }

    /// Pages of the standard report are named by their day only.
    var pagePrefix: String { name == ReportCommand.standard ? "" : name + "-" }

    /// The page of the asked day or week; nil of another period.
    private func pageFile() throws -> String? {
        let clock = database.clock
        let asked = try period.period(clock)
        let days = try period.days(of: asked, clock)
        if days.count == 1, days[0].period == asked {
            return DayPages.file(pagePrefix + days[0].day, .html)
        }
        let week = try period.weeks(of: days.prefix(1).map(\.period), clock).first
        guard let week, week.period == asked else { return nil }
        return DayPages.file(pagePrefix + PageName.week(week.monday), .html)
    }

    /// The days with a page.
    func days(_ session: SQLSession) throws -> [(day: String, period: Period)] {
        let asked = try period.period(session.clock)
        let covered = try ReportRequest.covered(asked, session)
        let days = try period.days(of: covered, session.clock)
        guard pages.asked != nil || days.count == 1 else {
            throw Diagnostic(
                .usage, "--output: expected a period of one day for a page in a folder",
                hint: "add --day, or --each-day with --since")
        }
        return days
    }

    private func printNextStep() {
        guard Terminal.outputIsTerminal, Terminal.errorIsTerminal, output.output == nil else {
            return
        }
        Terminal.note("\nnext: pushfunnel sql lists all queries\n")
    }

    private func listAll(_ catalog: ReportCatalog) throws {
        let listing = catalog.listing
        try output.write(output.format.format(style: output.style).text(of: listing.table))
        for problem in listing.problems { Terminal.note("\(problem)\n") }
    }

    /// The source of the figures; a cut database must live as long as its session.
    private func source() throws -> (session: SQLSession, cut: CutStore?) {
        guard let moment = try moment() else {
            return (try database.session(.report), nil)
        }
        let cut = try CutStore(from: Store.reader(database.db), at: moment)
        if let horizon = cut.horizon {
            Terminal.note(
                "warning: counts from before \(horizon.text) include later records: their messages "
                    + "were pruned\n")
        }
        return (try SQLSession(cut, limits: .report), cut)
    }

    /// Of the database, or of the lake that it is to have the counts of.
    private var dimensions: [OwnDimension] {
        lake.isGiven ? lake.dimensions : database.dimensions
    }

    func request() throws -> ReportRequest {
        let dimensions = dimensions
        var request = ReportRequest(
            filter: try filter.filter(period, database, dimensions),
            timeZone: period.zoneOptions.name(database.clock))
        for word in by {
            try FilterOptions.expect(
                word, oneOf: ["project"] + dimensions.map(\.name), "--by")
        }
        request.by = by
        request.parameters = try parameters.values()
        request.pictures = try pictures()
        request.cutAt = try moment().map { NumberWords.minute($0) }
        return request
    }

    /// Nil with `--as-of`: the history of alerts is in the whole database.
    private func pictures() throws -> AlertPictures? {
        guard asOf == nil else { return nil }
        return AlertPictures(
            settings: try AlertSettingsFile.settings(nil, for: dimensions),
            hourOfWeek: period.zoneOptions.hourOfWeek(database.clock))
    }

    private func moment() throws -> Int64? {
        guard let asOf else { return nil }
        guard let time = Timestamp(asOf) else {
            throw ValidationError(
                "--as-of", expected: "a time such as 2025-11-18T12:00:00Z", found: asOf)
        }
        return time.milliseconds
    }
}
