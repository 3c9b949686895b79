import FuzzTargets
import TestSupport
import Testing

/// What fuzzers have found worth keeping, read once more by the same functions.
@Suite("Kept inputs of fuzzers")
struct CorpusTests {
    @Test("what must hold of a target holds", arguments: FuzzTarget.all.map(\.name))
    func replay(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try PackedInput.all(in: "Fuzz/Corpus/\(name).json")
        #expect(inputs.count >= 10)
        for input in inputs {
            #expect(throws: Never.self, "\(name)/\(input.name)") { try target.run(input.bytes) }
        }
    }

    @Test("a target takes nothing, too", arguments: FuzzTarget.all.map(\.name))
    func nothing(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        #expect(throws: Never.self) { try target.run([]) }
    }
}
