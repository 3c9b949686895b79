import Foundation
import TestSupport
import Testing

@Suite("Cases")
struct GoldenCaseTests {
    /// The code by which a command says that this machine lacks a program it needs.
    private static let cannotRunHere: Int32 = 77

    @Test("a folder is a case", arguments: GoldenCase.all)
    func example(_ example: GoldenCase) throws {
        let copy = try TemporaryFolder()
        let folder = copy.file("case")
        try FileManager.default.copyItem(atPath: example.folder.path, toPath: folder)
        for name in ["expected.stdout", "expected.stderr", "exit"] {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        let prepared = try shell("prepare", in: folder)
        #expect(prepared.code == 0, "prepare: \(prepared.errors)")
        let found = try shell("command", in: folder)
        if found.code == GoldenCaseTests.cannotRunHere {
            let name = example.testDescription
            return Skip.report("case \(name): not for this machine, see its command")
        }
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try example.expect(found)
            Issue.record("\(example.folder.path) is written anew: read the difference")
        }
        #expect(found.output == example.expected.output)
        #expect(found.errors == example.expected.errors)
        #expect(found.code == example.expected.code)
    }

    @Test("there are cases")
    func some() {
        #expect(GoldenCase.all.count >= 40)
    }

    /// Ends at the first command that fails, as `sh -e` has it. No file, nothing to do.
    private func shell(_ script: String, in folder: String) throws -> Finished {
        guard FileManager.default.fileExists(atPath: folder + "/" + script) else {
            return Finished(output: "", errors: "", code: 0)
        }
        return try RunningProgram("/bin/sh", ["-eu", script], in: folder).finish(isWhole: true)
    }
}
