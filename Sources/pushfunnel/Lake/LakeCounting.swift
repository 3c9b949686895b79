import Delivery
import FCM
import Lake
import Reporting

/// Queries a lake on a Spark cluster.
struct LakeCounting {
    private let path: String
    private let spark: SparkOptions

    init(_ lake: LakeOptions, _ spark: SparkOptions) throws {
        path = try lake.path()
        self.spark = spark
    }

    /// Writes all counts of the lake into a database, unless it has them: then no Spark is started.
    /// Spark reads the days that have changed; counts of the others are kept in the lake.
    func count(into database: String) throws {
        let lake = try Lake(path)
        guard try !LakeCounts.has(LakeMark(lake), of: lake, in: database) else { return }
        let days = try LakeDays(lake)
        // Another process may have counted while this one waited.
        let mark = try LakeMark(lake)
        guard try !LakeCounts.has(mark, of: lake, in: database) else { return }
        let folder = try LakeFolder(lake)
        try run(SparkJob(counting: days, of: lake, into: folder.path), in: folder)
        let cells = try days.takeCounts(from: folder.path)
        try LakeCounts.write(folder.path, cells: cells, of: lake, mark, to: database)
    }

    private func run(_ job: SparkJob, in folder: LakeFolder) throws {
        let program = try SparkProgram()
        Interrupt.watch()
        try program.run(job.text, spark, in: folder.path)
    }

    /// The rows of queries, by one Spark application.
    func answers(
        to questions: [QueryQuestion]
    ) throws -> [(question: QueryQuestion, table: ResultTable)] {
        guard !questions.isEmpty else { return [] }
        return try ask { job, folder in
            for (index, question) in questions.enumerated() {
                let bindings = try question.query.bindings(question.parameters)
                job.ask(question.query.text, bindings, into: "\(folder)/\(index)")
            }
        } then: { _, folder in
            try questions.enumerated().map { index, question in
                let columns = question.query.columns
                return (question, try SparkRows.read("\(folder)/\(index)", columns: columns))
            }
        }
    }

    /// Likewise, from the rows that are kept while the lake stays as it is. `words` narrow what
    /// the queries read, by dimensions.
    func keptAnswers(
        to questions: [QueryQuestion], narrowedTo words: [String: String]
    ) throws -> [(question: QueryQuestion, table: ResultTable)] {
        guard !questions.isEmpty else { return [] }
        let kept = try KeptRows(Lake(path))
        let asked = try questions.map { question in
            let bindings = try question.query.bindings(question.parameters)
            // No parameter has such a name.
            let narrowed = words.map { ("where \($0.key)", Optional($0.value)) }
            let path = kept.path(
                question.query.text, bindings.merging(narrowed) { $1 })
            return (question, bindings, path: path)
        }
        let missing = asked.filter { !KeptRows.exists($0.path) }
        if !missing.isEmpty {
            try ask { job, folder in
                job.narrow(to: words)
                for (index, (question, bindings, _)) in missing.enumerated() {
                    job.ask(question.query.text, bindings, into: "\(folder)/\(index)")
                }
            } then: { _, folder in
                for (index, (_, _, path)) in missing.enumerated() {
                    try kept.keep("\(folder)/\(index)", as: path)
                }
            }
        }
        return try asked.map { question, _, path in
            (question, try SparkRows.read(path, columns: question.query.columns))
        }
    }

    /// Runs a job, and reads its results from a temporary folder.
    private func ask<Answer>(
        _ question: (inout SparkJob, _ folder: String) throws -> Void,
        then read: (Lake, _ folder: String) throws -> Answer
    ) throws -> Answer {
        let lake = try Lake(path)
        let folder = try LakeFolder(lake)
        var job = SparkJob(
            lake: path, windows: lake.windows,
            dimensions: lake.dimensions, clock: lake.clock,
            scratch: folder.path + "/made")
        try question(&job, folder.path)
        let reading = try LakeReading(lake)
        try withExtendedLifetime(reading) { try run(job, in: folder) }
        return try read(lake, folder.path)
    }
}
