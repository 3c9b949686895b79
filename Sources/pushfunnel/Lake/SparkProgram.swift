import ArgumentParser
import Foundation
import Reporting

/// The program spark-sql.
struct SparkProgram {
    let path: String

    /// `$SPARK_HOME/bin/spark-sql`, else spark-sql of the PATH.
    init() throws {
        if let home = Defaults.environment("SPARK_HOME") {
            path = home + "/bin/spark-sql"
            guard access(path, X_OK) == 0 else {
                throw Diagnostic(
                    .configuration, "\(path): the program does not exist",
                    hint: "SPARK_HOME names the folder of a Spark 4 distribution")
            }
            return
        }
        let folders = (Defaults.environment("PATH") ?? "").split(separator: ":")
        let candidates: [String] = folders.map { "\($0)/spark-sql" }
        let found = candidates.first { access($0, X_OK) == 0 }
        guard let found else {
            throw Diagnostic(
                .configuration, "spark-sql: not found in the PATH, and SPARK_HOME is not set",
                hint: "install Java 17 and Spark 4, for example: python3 -m venv spark && "
                    + "spark/bin/pip install pyspark==4.3.0 && PATH=$PWD/spark/bin:$PATH")
        }
        path = found
    }

    /// Runs a script until it ends. A signal to this program ends Spark first.
    func run(_ script: String, _ options: SparkOptions, in folder: String) throws {
        let file = folder + "/job.sql"
        let log = folder + "/spark.log"
        try Data(script.utf8).write(to: URL(fileURLWithPath: file))
        try Data().write(to: URL(fileURLWithPath: log))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = options.arguments(warehouse: folder + "/warehouse") + ["-f", file]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        process.standardError = options.verbose ? FileHandle.standardError : errors
        try process.run()
        while process.isRunning, Interrupt.signalNumber == nil { usleep(20_000) }
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
        guard process.terminationStatus != 0 || process.terminationReason == .uncaughtSignal else {
            return
        }
        throw SparkProgram.failure(process.terminationStatus, log)
    }

    private static func failure(_ status: Int32, _ log: String) -> Diagnostic {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        let reason = reason(text)
        return Diagnostic(
            .inputOutput, "spark-sql ended with \(status)" + (reason.isEmpty ? "" : ": \(reason)"),
            hint: "add -v to print the log of Spark")
    }

    /// The error at the end of Spark's log, from its error class in brackets if there is one;
    /// without stack traces.
    private static func reason(_ log: String) -> String {
        let lines = log.split(separator: "\n").filter { line in
            !line.hasPrefix("\tat ") && !line.contains(" WARN ") && !line.contains(" INFO ")
                && !line.hasPrefix("WARNING:") && !line.hasPrefix("Time taken")
        }
        let start = lines.firstIndex { $0.firstMatch(of: /^\[[A-Z_.]+\]/) != nil }
        let error = start.map { lines[$0...].prefix(12) } ?? lines.suffix(12)
        return error.joined(separator: "\n")
    }
}
