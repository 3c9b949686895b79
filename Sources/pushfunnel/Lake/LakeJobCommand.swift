import ArgumentParser
import Delivery
import FCM
import Lake
import Reporting

struct LakeJobCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "job",
        abstract: "Print a Spark script that runs named queries on a lake.",
        discussion: """
            job prints the script that lake run passes to spark-sql. Use it on YARN, Kubernetes, \
            EMR or Databricks, and for lakes that this machine cannot read: copy the files of a \
            lake to hdfs:, s3a: or similar. Spark writes the rows as lines of JSON into one folder \
            per query.

            EXAMPLES
              pushfunnel lake job --lake s3a://b/lake --results s3a://b/rows > job.sql
              spark-sql --conf spark.sql.variable.substitute=false -f job.sql
            """)

    @Argument(
        help: ArgumentHelp("Names of queries, or files with a header.", valueName: "query"),
        completion: Completions.query)
    var names: [String] = []

    @OptionGroup var lake: LakeOptions

    @Option(
        help: ArgumentHelp(
            "The folder for the rows, or an address that Spark can write to.", valueName: "folder"))
    var results: String

    @Option(
        help: ArgumentHelp(
            "Hours after a send in which an open counts, if this machine cannot read lake.json.",
            valueName: "hours"))
    var window: Int?

    @Option(
        help: ArgumentHelp(
            "The time zone by whose hours the lake counts, if this machine cannot read lake.json.",
            valueName: "zone"))
    var tz: String?

    @OptionGroup var parameters: ParameterOptions

    @OptionGroup var named: QueryOptions

    func run() throws {
        let asked = try LakeQuestions(names, named, parameters)
        let path = try lake.path()
        let isFolder = !path.contains(":/")
        let known = isFolder ? try Lake(path) : nil
        let windows = known?.windows ?? Windows(openHours: window ?? Windows.defaultOpenHours)
        var job = SparkJob(
            lake: path, windows: windows,
            dimensions: known?.dimensions ?? [],
            clock: try known?.clock ?? tz.map(ZoneOptions.clock) ?? .utc,
            scratch: results + "/_made")
        for question in asked.questions {
            let bindings = try question.query.bindings(question.parameters)
            job.ask(question.query.text, bindings, into: "\(results)/\(question.query.name)")
        }
        try Terminal.print(job.text)
    }
}
