import Foundation
import Locked
import Testing

/// A sample and what one ingest, from the first line to the last, makes of it.
final class Undisturbed: Sendable {
    @TaskLocal static var current: Undisturbed?

    let sample: Sample
    let database: Database
    private let known = Locked<Content?>(nil)
    /// How long it took: what moments of other runs are measured by.
    let seconds: Double

    init(_ options: [String], ingest: [String]) throws {
        sample = try Sample(options)
        database = try Database()
        let start = ProcessInfo.processInfo.systemUptime
        let read = try database.ingest(ingest + [sample.folder])
        seconds = ProcessInfo.processInfo.systemUptime - start
        try #require(read == Finished(output: "", errors: "", code: 0))
    }

    /// Asked for once, for it takes as long as the ingest.
    var content: Content {
        get throws {
            try known.withLock { known in
                let content = try known ?? Content(database)
                known = content
                return content
            }
        }
    }
}

/// Gives all tests of a suite one sample, and takes it away after the last.
struct WithSample: SuiteTrait, TestScoping {
    var options: [String]
    /// Options of the ingest.
    var ingest: [String]

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let whole = try Undisturbed(options, ingest: ingest)
        try await Undisturbed.$current.withValue(whole, operation: function)
    }
}

extension Trait where Self == WithSample {
    static func sample(_ options: String..., ingest: [String] = []) -> Self {
        WithSample(options: options, ingest: ingest)
    }
}
