/// A part of the program that takes whatever bytes it is given, and what must hold of it.
///
/// The same function runs under libFuzzer and over the kept inputs in the tests.
package struct FuzzTarget: Sendable {
    /// The name of its file in `Corpus`, without `.json`.
    package var name: String
    /// Throws `Broken` when what must hold does not.
    package var run: @Sendable ([UInt8]) throws -> Void

    package static let all: [FuzzTarget] = [
        FuzzTarget(name: "excerpts", run: fuzzExcerpts),
        FuzzTarget(name: "files", run: fuzzFiles),
        FuzzTarget(name: "gzip", run: fuzzGzip),
        FuzzTarget(name: "json", run: fuzzJSON),
        FuzzTarget(name: "lines", run: fuzzLines),
        FuzzTarget(name: "mail", run: fuzzMail),
        FuzzTarget(name: "maps", run: fuzzMaps),
        FuzzTarget(name: "presets", run: fuzzPresets),
        FuzzTarget(name: "records", run: fuzzRecords),
        FuzzTarget(name: "requests", run: fuzzRequests),
        FuzzTarget(name: "shapes", run: fuzzShapes),
        FuzzTarget(name: "sql", run: fuzzSQL),
        FuzzTarget(name: "templates", run: fuzzTemplates),
        FuzzTarget(name: "times", run: fuzzTimes),
    ]
}

/// What should hold and does not.
package struct Broken: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) { self.description = description }
}

/// Throws what `claim` says unless it holds.
func expect(_ holds: Bool, _ claim: @autoclosure () -> String) throws(Broken) {
    guard holds else { throw Broken(claim()) }
}

/// Throws both values unless they are equal.
func expectEqual<Value: Equatable>(
    _ found: Value, _ expected: Value, _ claim: @autoclosure () -> String
) throws(Broken) {
    guard found == expected else {
        throw Broken("\(claim()): \(found) is not \(expected)")
    }
}
