import ArgumentParser
import Delivery
import Foundation
import Reporting

struct LakeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder of the lake.", valueName: "folder"), completion: .directory)
    var lake: String?

    /// On the command line: what has another source does not ask a lake because of a setting.
    var isGiven: Bool { lake != nil }

    /// Its path from the root: a cluster has other working folders.
    func path() throws -> String {
        guard let lake = lake ?? Defaults.text("lake") else {
            throw Diagnostic(
                message: "there is no lake to ask", hint: "--lake FOLDER names it", code: .usage)
        }
        let path = lake.contains(":/") ? lake : URL(fileURLWithPath: lake).standardized.path
        guard SparkJob.canRead(path) else {
            throw Diagnostic(
                message: "\(path): Spark would take this path for a pattern",
                hint: #"choose one without * ? [ ] { } \ and commas"#, code: .usage)
        }
        return path
    }
}

struct SparkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The cluster: spark://host:7077, yarn, k8s://…; without it, as Spark is configured.",
            valueName: "address"))
    var master: String?

    @Option(
        help: ArgumentHelp("A setting of Spark; may be given again.", valueName: "name=text"))
    var conf: [String] = []

    @Flag(name: .shortAndLong, help: "Show all that Spark says.")
    var verbose = false

    func validate() throws {
        if let wrong = conf.first(where: { !$0.contains("=") }) {
            throw ValidationError("--conf", expected: "name=text", found: wrong)
        }
    }

    /// The user's settings come last and win, but for those that answers depend on: the script has
    /// these. What is not a query's stays out of the script's text, and of a metastore's folder.
    func arguments(warehouse: String) -> [String] {
        let own = [
            "spark.sql.variable.substitute=false", "spark.sql.catalogImplementation=in-memory",
            "spark.sql.warehouse.dir=\(warehouse)", "spark.ui.showConsoleProgress=false",
        ]
        return (master.map { ["--master", $0] } ?? []) + ["--name", "pushfunnel"]
            + (own + conf).flatMap { ["--conf", $0] }
    }
}
