import Foundation
import TestSupport
import Testing

/// Requests that schemathesis makes of the description in Tests/Tools/serve.yaml: parameters right,
/// wrong, twice or missing, and other methods.
@Suite("Requests of every kind", .sample("--sends", "3000", "--days", "3"))
struct ServeRequestTests {
    @Test("get an answer of their kind, and never an error of the server")
    func schemathesis() throws {
        let tools = SystemdUnit.repository.appending(path: ".tools/venv/bin").path
        guard FileManager.default.fileExists(atPath: tools + "/schemathesis") else {
            return Skip.report("schemathesis is not installed in .tools/venv")
        }
        let served = try ServedStore(#require(Undisturbed.current).database.path)
        let folder = try TemporaryFolder()
        let checks = [
            "not_a_server_error", "status_code_conformance", "content_type_conformance",
            "unsupported_method", "allow_header_conformance",
        ]
        let finished = try Program.run(
            executable: tools + "/schemathesis",
            [
                "run", SystemdUnit.repository.appending(path: "Tests/Tools/serve.yaml").path,
                "--url", "http://127.0.0.1:\(served.port)", "--phases", "examples,coverage,fuzzing",
                "--checks", checks.joined(separator: ","), "--max-examples", "20", "--seed", "1",
                "--suppress-health-check", "all", "--warnings", "off", "--continue-on-failure",
                "--request-timeout", "60", "--no-color",
            ], in: folder.path)
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
        let tested = try #require(finished.output.firstMatch(of: #/(\d+) generated, (\d+) passed/#))
        #expect(try #require(Int(tested.1)) > 500 && tested.1 == tested.2)
        #expect(try served.end().code == 143)
    }
}
