import Foundation
import FuzzTargets
import Testing

/// What fuzzers have found worth keeping, read once more by the same functions.
@Suite("Kept inputs of fuzzers")
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpus")

    private static func inputs(_ target: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: corpus.appending(path: target), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }

    @Test("what must hold of a target holds", arguments: FuzzTarget.all.map(\.name))
    func replay(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try Self.inputs(name)
        #expect(inputs.count >= 10)
        for input in inputs {
            let bytes = try Array(Data(contentsOf: input))
            #expect(throws: Never.self, "\(name)/\(input.lastPathComponent)") {
                try target.run(bytes)
            }
        }
    }

    @Test("a target takes nothing, too", arguments: FuzzTarget.all.map(\.name))
    func nothing(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        #expect(throws: Never.self) { try target.run([]) }
    }
}
