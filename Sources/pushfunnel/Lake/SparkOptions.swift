import ArgumentParser
import Delivery
import FCM
import Foundation
import Lake
import Reporting

struct LakeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder of the lake.", valueName: "folder"), completion: .directory)
    var lake: String?

    /// Whether `--lake` is on the command line: a setting alone does not make a report use a lake.
    var isGiven: Bool { lake != nil }

    /// Its dimensions; none if it cannot be read.
    var dimensions: [OwnDimension] { (try? Lake(path()).dimensions) ?? [] }

    /// The absolute path: a cluster has other working folders.
    func path() throws -> String {
        guard let lake = lake ?? Defaults.text("lake") else {
            throw Diagnostic(
                .usage, "--lake: expected the folder of a lake, found nothing",
                hint: "add --lake FOLDER")
        }
        let path = lake.contains(":/") ? lake : URL(fileURLWithPath: lake).standardized.path
        guard SparkJob.canRead(path) else {
            throw Diagnostic(
                .usage, "\(path): Spark would read this path as a pattern",
                hint: #"choose a path without * ? [ ] { } \ and commas"#)
        }
        return path
    }
}

struct SparkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The cluster: spark://host:7077, yarn, k8s://… (default: Spark's configuration).",
            valueName: "address"))
    var master: String?

    @Option(
        help: ArgumentHelp("A setting of Spark; repeatable.", valueName: "name=text"))
    var conf: [String] = []

    @Flag(name: .shortAndLong, help: "Print the log of Spark.")
    var verbose = false

    func validate() throws {
        if let wrong = conf.first(where: { !$0.contains("=") }) {
            throw ValidationError("--conf", expected: "name=text", found: wrong)
        }
    }

    /// The user's settings come last and win, except those that results depend on, which are in
    /// the script.
    func arguments(warehouse: String) -> [String] {
        let own = [
            "spark.sql.variable.substitute=false", "spark.sql.catalogImplementation=in-memory",
            "spark.sql.warehouse.dir=\(warehouse)", "spark.ui.showConsoleProgress=false",
        ]
        return (master.map { ["--master", $0] } ?? []) + ["--name", "pushfunnel"]
            + (own + conf).flatMap { ["--conf", $0] }
    }
}
