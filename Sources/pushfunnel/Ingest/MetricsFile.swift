import Delivery
import Foundation
import Reporting

/// The file of `ingest --metrics` for node_exporter's textfile collector. Each write replaces it.
struct MetricsFile {
    let path: String
    let isFollowing: Bool
    private let started = MetricsFile.now

    /// If the database cannot be read, throws and keeps the file: its time of the last success
    /// shows that no ingest has worked since.
    func write(of database: String, exitCode: Int32) throws {
        let figures = try StoreFigures(Store.reader(database))
        let now = MetricsFile.now
        let run = IngestMetrics.Run(
            started: started, now: now,
            lastSuccess: exitCode == 0 || isFollowing ? now : lastSuccess,
            exitCode: exitCode, isFollowing: isFollowing)
        try OutputFile.write(IngestMetrics.text(of: figures, run), to: path)
    }

    /// From the file: the database holds no times of runs.
    private var lastSuccess: Double? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let prefix = IngestMetrics.lastSuccessName + " "
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(prefix) }
            .flatMap { Double($0.dropFirst(prefix.count)) }
    }

    /// Seconds since 1970, to the millisecond.
    private static var now: Double { (Date().timeIntervalSince1970 * 1000).rounded() / 1000 }
}
