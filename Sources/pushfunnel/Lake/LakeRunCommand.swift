import ArgumentParser
import Delivery
import Foundation
import Reporting

struct LakeRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run named queries on a lake, on a Spark cluster.",
        discussion: """
            run starts spark-sql of SPARK_HOME, or of the PATH, once for all queries. It prints \
            the same rows as pushfunnel sql on a database with the same records. Without a name, \
            it runs every query that a lake can answer. Parameters apply to every query that has \
            them. If -o is a folder (its name ends in a slash), each query writes a file there.

            EXAMPLES
              pushfunnel lake run --lake lake --master 'local[2]' funnel_total --json
              pushfunnel lake run --lake lake --master spark://head:7077 -o out/ --csv
              pushfunnel lake run --lake /mnt/lake --master yarn --param since=2025-11-01
            """)

    @Argument(
        help: ArgumentHelp("Names of queries, or files with a header.", valueName: "query"),
        completion: Completions.query)
    var names: [String] = []

    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var parameters: ParameterOptions

    @OptionGroup var named: QueryOptions

    func validate() throws { try output.expectFormat() }

    func run() throws {
        let asked = try LakeQuestions(names, named, parameters)
        try expectRoom(for: asked)
        CoreDumps.turnOff()
        let answers = try LakeCounting(lake, spark).answers(to: asked.questions)
        try write(answers.map { TitledTable(title: $0.question.query.name, table: $0.table) })
    }

    /// CSV has no form for several tables.
    private func expectRoom(for asked: LakeQuestions) throws {
        guard asked.questions.count > 1, output.format == .csv, !output.isFolder else { return }
        throw Diagnostic(
            .usage, "CSV holds the rows of one query, not of \(asked.questions.count)",
            hint: "-o FOLDER/ writes a file for each query")
    }

    private func write(_ tables: [TitledTable]) throws {
        let format = output.format.format(style: output.style)
        guard output.isFolder, let folder = output.output else {
            guard tables.count == 1, let only = tables.first else {
                return try output.write(format.text(of: tables))
            }
            return try output.write(format.text(of: only.table))
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for table in tables {
            let suffix = output.format == .text ? "txt" : output.format.rawValue
            let name = "\(folder)/\(table.title).\(suffix)"
            try OutputFile.write(format.text(of: table.table), to: name)
        }
    }
}

/// Queries of one Spark application.
struct LakeQuestions {
    let questions: [QueryQuestion]

    /// Throws for queries that a lake cannot answer, and for unknown parameters.
    init(_ names: [String], _ options: QueryOptions, _ given: ParameterOptions) throws {
        let catalog = try options.catalog()
        let queries =
            names.isEmpty
            ? catalog.queries.filter { LakeLimit($0) == nil }
            : try names.map { try LakeQuestions.query($0, catalog) }
        if let twice = Dictionary(grouping: queries, by: \.name).first(where: { $1.count > 1 }) {
            throw Diagnostic(.usage, "\(twice.key): the query is named twice")
        }
        let parameters = try given.values()
        try LakeQuestions.expectUse(of: parameters, queries)
        questions = try queries.map { query in
            if let limit = LakeLimit(query) { throw LakeQuestions.refusal(query, limit) }
            let known = Set(query.parameters.map(\.name))
            let given = parameters.filter { known.contains($0.key) }.mapValues(Optional.some)
            _ = try query.bindings(given)
            return QueryQuestion(query, given)
        }
    }

    private static func query(_ name: String, _ catalog: QueryCatalog) throws -> QueryFile {
        guard !catalog.contains(name), FileManager.default.fileExists(atPath: name) else {
            return try catalog.query(name)
        }
        let file = try TextFile(path: name)
        return try QueryFile.parse(file.text, path: file.path)
    }

    private static func expectUse(
        of parameters: [String: String], _ queries: [QueryFile]
    ) throws {
        let known = Set(queries.flatMap { $0.parameters.map(\.name) })
        guard let unused = parameters.keys.sorted().first(where: { !known.contains($0) }) else {
            return
        }
        throw Diagnostic(
            .usage, "no query has the parameter '\(unused)'",
            hint: "parameters: \(known.sorted().joined(separator: ", "))")
    }

    private static func refusal(_ query: QueryFile, _ limit: LakeLimit) -> Diagnostic {
        switch limit {
        case .otherEngine(let engine):
            Diagnostic(
                .usage, "\(query.name): the query runs only in \(engine), and a lake needs Spark",
                hint: "pushfunnel sql \(query.name) runs it in a database")
        case .noView(let view):
            Diagnostic(
                .usage, "\(query.name): reads the view \(view), which a lake does not have",
                hint: "the history of alerts is in the database of alert --db")
        }
    }
}
