import ArgumentParser
import Delivery
import Foundation
import Reporting

struct SQLCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Ask the database: SQL, a file, or a named query.",
        discussion: """
            Without an argument it lists the views and the named queries. The database is opened \
            for reading alone.

            EXAMPLES
              pushfunnel sql
              pushfunnel sql funnel_by_platform --param since=2025-11-18 --param until=2025-11-19
              pushfunnel sql "select platform, sum(opened) from funnel_hourly group by 1"
              pushfunnel sql my.sql --csv -o my.csv
              pushfunnel sql image_strata --derive image_effect
              pushfunnel sql --describe messages
              pushfunnel sql --db push.db --datasette -o push.json && \
            datasette push.db --metadata push.json --root
            """)

    @Argument(
        help: ArgumentHelp("SQL, a file, the name of a query, or - for SQL on standard input."),
        completion: .file(extensions: ["sql"]))
    var query: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    @Option(
        name: .long,
        help: ArgumentHelp("A value for a parameter; may be given again.", valueName: "name=text"))
    var param: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show what a calculation makes of the rows, such as intervals; --list has them.",
            valueName: "derivation"))
    var derive: String?

    @Option(
        help: ArgumentHelp("Show at most this many rows; 0 for all.", valueName: "rows"))
    var limit: Int = 10_000

    @Option(help: ArgumentHelp("Stop after this long; 0 for never.", valueName: "seconds"))
    var timeout: Int = 60

    @Option(
        help: ArgumentHelp(
            "Stop when it takes more memory than this; 0 for no limit.", valueName: "megabytes"))
    var memory: Int = Int(SQLLimits.usualMemoryBytes >> 20)

    @OptionGroup var named: QueryOptions

    @Option(
        help: ArgumentHelp(
            "Show the columns of a view, or what a query or derivation takes and gives.",
            valueName: "name"))
    var describe: String?

    @Flag(help: "List the views, the named queries and the derivations.")
    var list = false

    @Flag(help: "Write metadata for Datasette: views with their columns, and named queries.")
    var datasette = false

    func validate() throws {
        if datasette, query != nil || describe != nil || list {
            throw ValidationError("--datasette", excludes: "a query, --describe or --list")
        }
        if datasette, output.csv || output.md || output.html {
            throw ValidationError("--datasette", excludes: "--csv, --md or --html: it writes JSON")
        }
    }

    func run() throws {
        let catalog = try named.catalog()
        if datasette {
            try describeForDatasette(catalog)
        } else if let describe {
            try tell(describe, catalog)
        } else if let query, !list {
            try answer(query, catalog)
        } else {
            try listAll(catalog)
        }
    }

    // MARK: Asking

    private func answer(_ query: String, _ catalog: QueryCatalog) throws {
        let derivation = try derive.map { try Derivation.required($0) }
        // Of some rows alone a derivation would say something else.
        let rows = limit > 0 && derivation == nil ? limit : nil
        let session = try SQLSession(
            path: database.db,
            limits: SQLLimits(
                rows: rows, time: timeout > 0 ? .seconds(timeout) : nil,
                memoryBytes: memory > 0 ? Int64(memory) << 20 : nil))
        var table = try result(query, catalog, session)
        let since = try session.messagesSince()
        if let derivation { table = try derived(derivation, table, catalog) }
        try output.write(output.format.format(style: output.style).text(of: table))
        if table.isCut {
            Terminal.note("warning: only the first \(limit) rows; --limit 0 shows all\n")
        }
        if let since {
            Terminal.note(
                "note: messages from before \(since) were pruned; this tells of later ones alone\n")
        }
    }

    private func derived(
        _ derivation: Derivation, _ table: ResultTable, _ catalog: QueryCatalog
    ) throws -> ResultTable {
        switch derivation.apply(to: table) {
        case .success(let derived):
            return limit > 0 ? derived.cut(after: limit) : derived
        case .failure(let missing):
            throw QueryError(
                .columnsToDerive(
                    derivation: derivation.name, missing: missing.names,
                    fitting: catalog.names(givingColumns: derivation.needs)))
        }
    }

    private func result(
        _ query: String, _ catalog: QueryCatalog, _ session: SQLSession
    ) throws -> ResultTable {
        let parameters = try ParameterList.parse(param).mapValues(Optional.some)
        if catalog.contains(query) {
            return try session.run(catalog.query(query), parameters: parameters)
        }
        if query == "-" {
            let text = String(
                decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
            return try session.run(sql: text, parameters: parameters)
        }
        if FileManager.default.fileExists(atPath: query) {
            let text = try TextFile(path: query).text
            if let file = try? QueryFile.parse(text, path: query) {
                return try session.run(file, parameters: parameters)
            }
            return try session.run(sql: text, parameters: parameters, file: query)
        }
        // One word is a name that nobody knows; the catalog says which come near.
        if !query.contains(where: \.isWhitespace) { _ = try catalog.query(query) }
        return try session.run(sql: query, parameters: parameters)
    }

    // MARK: Listing

    private func listAll(_ catalog: QueryCatalog) throws {
        let sections = [
            TitledTable(title: "views", table: QueryCatalog.viewListing),
            TitledTable(title: "queries", table: catalog.listing),
            TitledTable(title: "derivations", table: catalog.derivationListing),
        ]
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

    private func tell(_ name: String, _ catalog: QueryCatalog) throws {
        let format = output.format.format(style: output.style)
        if let columns = QueryCatalog.columns(ofView: name) {
            try output.write(format.text(of: columns))
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
