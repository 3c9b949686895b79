import Foundation
import TestSupport
import Testing

/// The first 40 days of `make year`: the script says what it compares.
@Suite("Days of production")
struct YearTests {
    @Test("leave every page and table exact, and no mail without a reason")
    func days() throws {
        let script = SystemdUnit.repository.appending(path: "Tests/Year/year.py").path
        let finished = try Program.run(
            executable: "/usr/bin/env",
            [
                "python3", "-B", script, "--binary", Program.path, "--faults", Fault.library,
                "--days", "40",
            ])
        guard finished.code != 127 else {
            return Skip.report("days of production are not simulated: python3 is not installed")
        }
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
    }
}
