import Foundation
import TestSupport

/// Logs that the program has made up, with the true funnel beside them.
final class Sample: Sendable {
    let folder: String
    /// Immutable, though it does not say so.
    nonisolated(unsafe) private let temporary: TemporaryFolder

    /// From a year ago, so that no clock believes them to be of the future.
    init(_ options: [String]) throws {
        temporary = try TemporaryFolder()
        folder = temporary.file("logs")
        let made = try Program.run(["sample", folder, "-q", "--start", "2025-11-17"] + options)
        guard made.code == 0 else { throw SampleFailure(errors: made.errors) }
    }

    struct SampleFailure: Error { var errors: String }

    /// All log files, in the order of their paths, as the program reads the folder.
    var files: [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return (names ?? []).filter { $0.hasSuffix(".gz") }.sorted().map { folder + "/" + $0 }
    }

    var truth: Truth {
        get throws { try Truth(contentsOf: folder + "/truth.json") }
    }
}
