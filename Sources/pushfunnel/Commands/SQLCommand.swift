import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

struct SQLCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Run SQL, a file or a named query, read-only.",
        discussion: """
            Without an argument, sql lists the views and the named queries; on a terminal, it \
            prints a short introduction. It opens the database read-only.

            With --from, sql reads logs as ingest does, into memory, and asks them: same views, \
            queries and limits. It stores nothing. Counts of lines, errors and exit codes are \
            those of ingest.

            EXAMPLES
              pushfunnel sql
              pushfunnel sql --list latency
              pushfunnel sql funnel_by_platform --since 2025-11-18
              pushfunnel sql opens_by_weekday --since -28d --tz Europe/Berlin
              pushfunnel sql funnel_by_day --chart
              pushfunnel sql failures --where campaign=daily_deals
              pushfunnel sql "select platform, sum(opened) from funnel_hourly group by 1"
              echo "select * from ledger" | pushfunnel sql - --csv -o ledger.csv
              pushfunnel sql effect_strata --derive effect
              pushfunnel sql --from logs funnel_by_campaign
              pushfunnel sql --from 'logs/sends/*.gz' "select count(*) from messages"
              pushfunnel sql --describe messages
              pushfunnel sql --datasette -o datasette.json
            """)

    @Argument(
        help: ArgumentHelp("SQL, a file, the name of a query, or - for SQL on standard input."),
        completion: Completions.query)
    var query: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var logs: LogOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var filter: FilterOptions
    @OptionGroup var period: PeriodOptions

    @Option(
        help: ArgumentHelp(
            "Apply a calculation to the rows, such as intervals; --list prints all.",
            valueName: "derivation"), completion: Completions.derivation)
    var derive: String?

    @Flag(
        help: """
            Draw the rates over time, or the counts if there are no rates, as text or with --html.
            """)
    var chart = false

    @Option(
        help: ArgumentHelp("Print at most this many rows; 0 for all.", valueName: "rows"))
    var limit: Int = 10_000

    @Option(help: ArgumentHelp("Stop after this time; 0 for no limit.", valueName: "seconds"))
    var timeout: Int = 60

    @Option(
        help: ArgumentHelp(
            "Stop if the query needs more memory; 0 for no limit.", valueName: "megabytes"))
    var memory: Int = Int(SQLLimits.usualMemoryBytes >> 20)

    @OptionGroup var named: QueryOptions

    @Option(
        help: ArgumentHelp(
            "Print the columns of a view, or the parameters and columns of a query or derivation.",
            valueName: "name"), completion: Completions.described)
    var describe: String?

    @Flag(
        help: "Print all views, named queries and derivations; with a word, only those about it.")
    var list = false

    @Flag(help: "Write metadata for Datasette: views with their columns, and named queries.")
    var datasette = false

    func validate() throws {
        try output.expectFormat()
        if chart, query == nil || list || describe != nil {
            throw ValidationError("--chart", needs: "a query")
        }
        if chart, output.format != .text, output.format != .html {
            throw ValidationError("--chart", excludes: "--json, --csv or --md")
        }
        if datasette, query != nil || describe != nil || list {
            throw ValidationError("--datasette", excludes: "a query, --describe or --list")
        }
        if datasette, output.csv || output.md || output.html {
            throw ValidationError("--datasette", excludes: "--csv, --md or --html: it writes JSON")
        }
        try validateLogs()
    }

    private func validateLogs() throws {
        guard !logs.from.isEmpty else { return }
        if query == nil || list || describe != nil || datasette {
            throw ValidationError("--from", needs: "a query")
        }
        if query == "-", logs.from.contains(ByteSource.standardInput) {
            throw ValidationError("--from -", excludes: "SQL on standard input")
        }
    }

    func run() throws {
        var catalog = try named.catalog()
        let dimensions =
            try logs.from.isEmpty ? database.dimensions : logs.declared.dimensions(logs)
        catalog.add(dimensions: dimensions)
        if datasette {
            try describeForDatasette(catalog)
        } else if let describe {
            try printDescription(of: describe, catalog)
        } else if let query, !list {
            try ask(query, catalog, filter.words(dimensions))
        } else if !list, Terminal.outputIsTerminal, output.format == .text, output.output == nil {
            try Terminal.print(SQLCommand.introduction)
        } else {
            try listAll(catalog, words: query)
        }
    }

    // MARK: Queries

    /// Of the database, or of logs; the result stands even where a log is damaged.
    private func ask(
        _ query: String, _ catalog: QueryCatalog, _ filter: FunnelFilter
    ) throws {
        var question = try Question(query, catalog)
        try question.narrow(to: filter)
        guard !logs.from.isEmpty else {
            return try answer(question, catalog, SQLSession(path: database.db, limits: limits))
        }
        let (store, reading) = try logs.read(
            own: [database.db, output.output], ZoneOptions.clock(period.zoneOptions.tz))
        try answer(question, catalog, SQLSession(store, limits: limits))
        try reading.end()
    }

    private var limits: SQLLimits {
        SQLLimits(
            // A derivation needs all rows.
            rows: limit > 0 && derive == nil ? limit : nil,
            time: timeout > 0 ? .seconds(timeout) : nil,
            memoryBytes: memory > 0 ? Int64(memory) << 20 : nil)
    }

    private func answer(
        _ question: Question, _ catalog: QueryCatalog, _ session: SQLSession
    ) throws {
        let derivation = try derive.map { try Derivation.required($0) }
        // The view hours has days of the zone.
        try period.zoneOptions.expectFit(session.clock)
        let bindings = try bindings(question, session.clock)
        if let campaign = bindings["campaign"],
            let problem = try session.unknownCampaign(campaign)
        {
            Terminal.note(problem.text("warning") + "\n")
        }
        if let project = bindings["project"], let problem = try session.unknownProject(project) {
            Terminal.note(problem.text("warning") + "\n")
        }
        var table = try result(question, session, bindings.mapValues(Optional.some))
        let since = try session.messagesSince()
        if let derivation { table = try derived(derivation, table, catalog) }
        try output.write(text(of: table))
        if table.isCut {
            Terminal.note("warning: only the first \(limit) rows; --limit 0 shows all\n")
        }
        let zone = period.zoneOptions.name(session.clock)
        if zone != session.clock.zone, table.columns.contains(where: { $0.name == "send_day" }) {
            Terminal.note(
                "note: send_day is a day of \(session.clock.zone), not of \(zone): "
                    + "join the view hours for local_day\n")
        }
        if let since {
            Terminal.note(
                "note: messages from before \(since) were pruned; the result has later ones only\n")
        }
    }

    private func text(of table: ResultTable) throws -> String {
        guard chart else { return output.format.format(style: output.style).text(of: table) }
        let text = try SeriesText.text(of: table, output.style)
        guard output.format == .html else { return text }
        let drawing = svg(of: .series, table: table, title: "Over time", id: "chart")
        return HTMLFormat().text(of: table, chart: drawing)
    }

    private func derived(
        _ derivation: Derivation, _ table: ResultTable, _ catalog: QueryCatalog
    ) throws -> ResultTable {
        switch derivation.apply(to: table) {
        case .success(let derived):
            if derived.rows.isEmpty, !table.rows.isEmpty {
                let count = NumberWords.count(table.rows.count, "row")
                Terminal.note("note: --derive \(derivation.name) has no result for \(count)\n")
            }
            return limit > 0 ? derived.cut(after: limit) : derived
        case .failure(let missing):
            throw QueryError(
                .columnsToDerive(
                    derivation: derivation.name, missing: missing.names,
                    fitting: catalog.names(givingColumns: derivation.needs)))
        }
    }

    /// The values of parameters. An hour in no UTC form, such as -7d, is read as --since reads it.
    private func bindings(
        _ question: Question, _ clock: HourClock
    ) throws -> [String: String] {
        var values = try parameters.values()
        values.merge(question.words) { given, _ in given }
        let asked = try period.period(clock)
        if let since = asked.sinceText { values["since"] = since }
        if let until = asked.untilText { values["until"] = until }
        for parameter in question.query?.parameters ?? [] {
            guard let value = values[parameter.name] else { continue }
            // A named query compares texts with stored ones.
            values[parameter.name] =
                parameter.type == .hour ? try hour(value, of: parameter.name, clock) : value.kept
        }
        return values
    }

    private func hour(_ value: String, of name: String, _ clock: HourClock) throws -> String {
        guard Period.hour(value) == nil else { return value }
        return try period.hourText(value, "--param \(name)", clock)
    }

    /// Only the view `hours` depends on a zone.
    private func result(
        _ question: Question, _ session: SQLSession, _ parameters: [String: String?]
    ) throws -> ResultTable {
        let zone = period.zoneOptions
        let isOfZone =
            zone.name(session.clock) != "UTC" && question.sql.lowercased().contains("hours")
        guard isOfZone || !question.dimensions.isEmpty else {
            return try question.run(session, parameters)
        }
        return try session.asking(
            in: isOfZone ? zone.zone(session.clock) : nil, of: question.dimensions
        ) {
            try question.run(session, parameters)
        }
    }

    // MARK: Listing

    private static let introduction = """
        The database has views, such as funnel_hourly (counts by hour, platform, campaign and
        image) and messages (a row for each message). Any SQL can read them, and many questions
        have a name.

          pushfunnel sql --list                  all views and named queries
          pushfunnel sql --list latency          those about latency
          pushfunnel sql --describe messages     the columns of a view or query

        Try these:
          pushfunnel sql funnel_by_day
          pushfunnel sql latency --param by=campaign
          pushfunnel sql "select campaign, sum(opened) from messages group by 1"

        """

    private func listAll(_ catalog: QueryCatalog, words: String?) throws {
        let sections = catalog.listings(of: words)
        guard !sections.isEmpty else {
            throw ValidationError("--list", expected: "words of a query or view", found: query)
        }
        try output.write(output.format.format(style: output.style).text(of: sections))
        for problem in catalog.problems { Terminal.note("\(problem)\n") }
        if Terminal.outputIsTerminal {
            Terminal.note("\nnext: pushfunnel sql NAME, or --describe NAME\n")
        }
    }

    /// https://datasette.io
    private func describeForDatasette(_ catalog: QueryCatalog) throws {
        let session = try SQLSession(path: database.db)
        let metadata = try DatasetteMetadata(of: session, queries: catalog)
        try output.write(metadata.json)
        for problem in metadata.problems { Terminal.note("\(problem)\n") }
        if let file = output.output, file != "-", Terminal.errorIsTerminal {
            Terminal.note("next: datasette \(database.db) --metadata \(file) --root\n")
        }
    }

    private func printDescription(of name: String, _ catalog: QueryCatalog) throws {
        let format = output.format.format(style: output.style)
        if let view = ViewDocumentation.named(name)?.with(database.dimensions) {
            if Terminal.outputIsTerminal { Terminal.note(view.description + "\n\n") }
            try output.write(format.text(of: view.columnListing))
            return
        }
        if let derivation = Derivation.named(name), !catalog.contains(name) {
            let needs = format.text(of: derivation.needListing)
            try output.write(needs + "\n" + format.text(of: derivation.columnListing))
            return
        }
        let query = try catalog.query(name)
        let parameters =
            query.parameters.isEmpty ? "" : format.text(of: query.parameterListing) + "\n"
        try output.write(parameters + format.text(of: query.columnListing))
    }
}

/// What `sql` is asked: a query with a manual, or other SQL.
private struct Question {
    let sql: String
    private(set) var query: QueryFile?
    private var file: String?
    /// Of `--where`: what the query's parameters are given, and words of dimensions.
    private(set) var words: [String: String] = [:]
    private(set) var dimensions: [String: String] = [:]

    /// `text` is SQL, a file, the name of a query, or - for standard input.
    init(_ text: String, _ catalog: QueryCatalog) throws {
        if catalog.contains(text) {
            query = try catalog.query(text)
            sql = query?.text ?? ""
        } else if text == "-" {
            sql = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        } else if FileManager.default.fileExists(atPath: text) {
            sql = try TextFile(path: text).text
            query = try? QueryFile.parse(sql, path: text)
            file = text
        } else {
            // One word is an unknown name; the catalog throws with similar names.
            if !text.contains(where: \.isWhitespace) { _ = try catalog.query(text) }
            sql = text
        }
    }

    /// Throws if the filter cannot leave out all other sends.
    mutating func narrow(to filter: FunnelFilter) throws {
        let known = query?.parameters.map(\.name) ?? []
        if let name = filter.words.keys.sorted().first(where: { !known.contains($0) }) {
            throw ValidationError(
                name == "project" ? "--project" : "--where",
                expected: "a named query with the parameter \(name)",
                found: "\(name)=\(filter.words[name] ?? "")",
                hint: query == nil ? "SQL has its own where" : nil)
        }
        let names = query?.namesRead ?? QueryFile.namesRead(in: sql)
        if let name = filter.dimensions.keys.min(), !SQLSession.canNarrow(reading: names) {
            throw ValidationError(
                "--where", expected: "a query of sends",
                found: "\(name)=\(filter.dimensions[name] ?? "")")
        }
        (words, dimensions) = (filter.words, filter.dimensions)
    }

    func run(_ session: SQLSession, _ parameters: [String: String?]) throws -> ResultTable {
        if let query { return try session.runSummarized(query, parameters: parameters) }
        return try session.run(sql: sql, parameters: parameters, file: file)
    }
}
