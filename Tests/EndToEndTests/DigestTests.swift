import Foundation
import TestSupport
import Testing

/// The script says what it posts.
@Suite("Digests of a report")
struct DigestTests {
    @Test("arrive at a webhook")
    func arrive() throws {
        let script = SystemdUnit.repository.appending(path: "Tests/Tools/digest_check.py").path
        let finished = try RunningProgram(
            "/usr/bin/env", ["python3", "-B", script, "--binary", Program.path]
        ).finish()
        guard finished.code != 127 else { return Skip.report("there is no Python") }
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
    }
}
