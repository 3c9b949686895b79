import ArgumentParser
import Delivery
import Reporting

struct ScaleJobCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "job",
        abstract: "Print the script that asks a lake named queries, for a cluster of your own.",
        discussion: """
            What run would give to spark-sql, for YARN, Kubernetes, EMR or Databricks, and for \
            lakes that stand where this machine has no folder: copy the files of an exporter's \
            lake to hdfs:, s3a: or the like. Rows are written as lines of JSON into a folder for \
            each query.

            EXAMPLES
              pushfunnel scale job --lake s3a://bucket/lake --results s3a://bucket/out > job.sql
              spark-sql --conf spark.sql.variable.substitute=false -f job.sql
            """)

    @Argument(
        help: ArgumentHelp("Names of queries, or files with a header.", valueName: "query"),
        completion: .file(extensions: ["sql"]))
    var names: [String] = []

    @OptionGroup var lake: LakeOptions

    @Option(
        help: ArgumentHelp(
            "Where rows go: a folder, or an address that Spark writes.", valueName: "folder"))
    var results: String

    @Option(
        help: ArgumentHelp(
            "Hours after a send in which an open counts, where lake.json cannot be read.",
            valueName: "hours"))
    var window: Int?

    @Option(
        name: .long,
        help: ArgumentHelp("A value for a parameter; may be given again.", valueName: "name=text"))
    var param: [String] = []

    @OptionGroup var named: QueryOptions

    func run() throws {
        let asked = try LakeQuestions(names, named, param)
        let path = try lake.path()
        let isFolder = !path.contains(":/")
        let hours = isFolder ? try Lake(path).windowHours : window ?? Store.defaultWindowHours
        var job = SparkJob(lake: path, windowHours: hours, scratch: results + "/_made")
        for question in asked.questions {
            let bindings = try question.query.bindings(question.parameters)
            job.ask(question.query, bindings, into: "\(results)/\(question.query.name)")
        }
        try Terminal.print(job.text)
    }
}
