import Foundation
import Testing

/// A sample and what one ingest, from the first line to the last, makes of it.
final class Undisturbed: Sendable {
    @TaskLocal static var current: Undisturbed?

    let sample: Sample
    let database: Database
    let content: Content
    /// How long it took: what moments of other runs are measured by.
    let seconds: Double

    init(_ options: [String]) throws {
        sample = try Sample(options)
        database = try Database()
        let start = ProcessInfo.processInfo.systemUptime
        let read = try database.ingest([sample.folder])
        seconds = ProcessInfo.processInfo.systemUptime - start
        try #require(read == Finished(output: "", errors: "", code: 0))
        content = try Content(database)
    }
}

/// Gives all tests of a suite one sample, and takes it away after the last.
struct WithSample: SuiteTrait, TestScoping {
    var options: [String]

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Undisturbed.$current.withValue(Undisturbed(options), operation: function)
    }
}

extension Trait where Self == WithSample {
    static func sample(_ options: String...) -> Self { WithSample(options: options) }
}
