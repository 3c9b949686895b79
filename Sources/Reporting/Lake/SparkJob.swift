package import Delivery
package import FCM
package import Lake

/// One application of `spark-sql`: a script that makes a lake's views, and asks queries of them.
///
/// Each query's rows are written as lines of JSON into a folder of their own, since what spark-sql
/// prints cannot be read back: there a null is the text NULL.
package struct SparkJob {
    private let sources: [String]
    private var views: [LakeSQL.View]
    /// What several queries read is written here once, as Parquet. Spark's own cache does not know
    /// these views again, and would go with the worker that holds it.
    private let scratch: String
    private var read: Set<String> = []
    private var questions: [String] = []

    /// `lake` and `scratch` are folders, or addresses that Spark reads and writes: `hdfs:`, `s3a:`.
    package init(
        lake: String, windows: Windows, dimensions: [OwnDimension] = [], clock: HourClock = .utc,
        scratch: String
    ) {
        sources = LakeSQL.sources(of: lake, literal: SparkText.literal)
        views = LakeSQL.views(windows, dimensions: dimensions, clock: clock)
        self.scratch = scratch
    }

    /// Counts of a lake: of the states of changed days, and of those without a day. `folder` is for
    /// the rows, and all that Spark writes.
    package init(counting days: LakeDays, of lake: Lake, into folder: String) {
        sources = LakeSQL.sources(
            of: lake.path, counting: days, keyless: LakeDays.keyless(in: folder),
            literal: SparkText.literal)
        views = LakeSQL.viewsByDay(of: lake)
        scratch = folder + "/made"
        for (name, sql) in LakeCounts.questions { ask(sql, into: "\(folder)/\(name)") }
    }

    /// Without views: for compactions.
    package init(sourcesOf lake: String) {
        sources = LakeSQL.sources(of: lake, literal: SparkText.literal)
        views = []
        scratch = ""
    }

    /// Merges the states of a day into Parquet files in a folder.
    package mutating func compact(day: String, into folder: String) {
        questions.append(
            """
            insert overwrite directory \(SparkText.quoted(folder)) using parquet
            \(LakeSQL.merge(day: day, literal: SparkText.literal))
            """)
    }

    /// The path as it has to be for a lake; nil when Spark would take it for a pattern.
    package static func canRead(_ path: String) -> Bool { SparkText.path(path) != nil }

    /// Narrows all that queries read of sends to those with these words of dimensions, as
    /// `SQLSession.narrow` does.
    package mutating func narrow(to words: [String: String]) {
        let conditions = words.sorted { $0.key < $1.key }
            .map { "\($0.key) = \(SparkText.quoted($0.value))" }.joined(separator: " and ")
        guard !conditions.isEmpty else { return }
        for place in views.indices where SQLSession.viewsOfSends.contains(views[place].name) {
            views[place].body =
                "select * from (\n\(views[place].body)\n) as all_of_them where \(conditions)"
        }
    }

    /// Asks a query; its rows go to a folder.
    package mutating func ask(
        _ sql: String, _ bindings: [String: String?] = [:], into folder: String
    ) {
        let insert = """
            insert overwrite directory \(SparkText.quoted(folder)) using json
            options (ignoreNullFields 'false')
            \(sql)
            """
        let values = bindings.sorted { $0.key < $1.key }.map { name, value in
            "\(value.map(SparkText.quoted) ?? "cast(null as string)") as \(name)"
        }
        let using = values.isEmpty ? "" : "\nusing \(values.joined(separator: ", "))"
        questions.append("execute immediate \(SparkText.quoted(insert))\(using)")
        read.formUnion(QueryFile.namesRead(in: sql))
    }

    /// The script. Each statement ends with a semicolon at the end of a line.
    package var text: String {
        let settings = SparkJob.settings.map { "set \($0.name)=\($0.value)" }
        return (settings + sources + neededViews + questions)
            .map { $0 + ";\n" }.joined(separator: "\n")
    }

    /// Those that a question reads. Counts are written down, and so are the states, unless only one
    /// of all reads them.
    private var neededViews: [String] {
        let needed = LakeSQL.needed(for: read, of: views)
        let ofStates = needed.filter { $0.reads.contains(LakeSQL.counted) }
        return needed.flatMap { view in
            let isKept =
                LakeSQL.cells.contains(view.name)
                || view.name == LakeSQL.counted && ofStates.count > 1
            return isKept ? kept(view) : ["create temporary view \(view.name) as\n\(view.body)"]
        }
    }

    private func kept(_ view: LakeSQL.View) -> [String] {
        let folder = SparkText.quoted("\(scratch)/\(view.name)")
        return [
            "insert overwrite directory \(folder) using parquet\n\(view.body)",
            "create temporary view \(view.name) using parquet options (path \(folder))",
        ]
    }

    /// What the answers depend on, whatever a cluster's own settings are.
    private static let settings: [(name: String, value: String)] = [
        ("spark.sql.ansi.enabled", "true"),
        ("spark.sql.session.timeZone", "UTC"),
        ("spark.sql.files.ignoreMissingFiles", "false"),
        ("spark.sql.files.ignoreCorruptFiles", "false"),
        ("spark.sql.sources.partitionColumnTypeInference.enabled", "false"),
    ]
}

/// What a lake cannot answer, and why.
package enum LakeLimit: Equatable, Sendable {
    /// A query that says that it is written for SQLite alone.
    case otherEngine(String)
    /// It reads a view that a lake does not have.
    case noView(String)

    /// Nil for a query that a lake can answer.
    package init?(_ query: QueryFile) {
        if let engine = query.engine {
            self = .otherEngine(engine)
            return
        }
        let shared = Set(ViewDocumentation.shared.map(\.name))
        let others = ViewDocumentation.all.map(\.name).filter { !shared.contains($0) }
        guard let missing = query.namesRead.first(where: others.contains) else {
            return nil
        }
        self = .noView(missing)
    }
}
