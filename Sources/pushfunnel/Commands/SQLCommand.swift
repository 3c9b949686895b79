import ArgumentParser
import Delivery
import Foundation
import Reporting

struct SQLCommand: ParsableCommand {
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
              pushfunnel sql --describe messages
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
        help: ArgumentHelp("Show at most this many rows; 0 for all.", valueName: "rows"))
    var limit: Int = 10_000

    @Option(help: ArgumentHelp("Stop after this long; 0 for never.", valueName: "seconds"))
    var timeout: Int = 60

    @Option(
        help: ArgumentHelp("A folder with named queries of your own.", valueName: "folder"),
        completion: .directory)
    var queries: String?

    @Option(
        help: ArgumentHelp(
            "Show the columns of a view, or what a query takes and gives.",
            valueName: "name"))
    var describe: String?

    @Flag(help: "List the views and the named queries.")
    var list = false

    func run() throws {
        let folder = queries ?? Defaults.text("queries")
        let catalog = try folder.map { try QueryCatalog(folder: $0) } ?? QueryCatalog()
        if let describe {
            try tell(describe, catalog)
        } else if let query, !list {
            try answer(query, catalog)
        } else {
            try listAll(catalog)
        }
    }

    // MARK: Asking

    private func answer(_ query: String, _ catalog: QueryCatalog) throws {
        let session = try SQLSession(
            path: database.db,
            limits: SQLLimits(
                rows: limit > 0 ? limit : nil, time: timeout > 0 ? .seconds(timeout) : nil))
        let table = try result(query, catalog, session)
        try output.write(output.format.format(style: output.style).text(of: table))
        if table.isCut {
            Terminal.note("warning: only the first \(limit) rows; --limit 0 shows all\n")
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
        ]
        try output.write(output.format.format(style: output.style).text(of: sections))
        for problem in catalog.problems { Terminal.note("\(problem)\n") }
        if Terminal.outputIsTerminal {
            Terminal.note("\nnext: pushfunnel sql NAME, or --describe NAME\n")
        }
    }

    private func tell(_ name: String, _ catalog: QueryCatalog) throws {
        let format = output.format.format(style: output.style)
        if let columns = QueryCatalog.columns(ofView: name) {
            try output.write(format.text(of: columns))
            return
        }
        let query = try catalog.query(name)
        let parameters =
            query.parameters.isEmpty ? "" : format.text(of: query.parameterListing) + "\n"
        try output.write(parameters + format.text(of: query.columnListing))
    }
}
