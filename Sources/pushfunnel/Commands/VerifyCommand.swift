import ArgumentParser
import Delivery
import Foundation

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recount every rollup from the messages, and check every invariant.",
        discussion: """
            Ends with 0 when everything adds up, with 70 when something does not.

            EXAMPLES
              pushfunnel verify
              pushfunnel verify --db push.db -q || page-someone
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(name: .shortAndLong, help: "Say nothing but what is wrong.")
    var quiet = false

    func run() throws {
        let reader = try Store.reader(database.db)
        let verification = try Verifier(reader).run { check in
            if !quiet, Terminal.canRedraw { Terminal.note("\r\u{1b}[Kchecking \(check.rawValue)") }
        }
        if !quiet, Terminal.canRedraw { Terminal.note("\r\u{1b}[K") }
        for finding in verification.findings {
            Terminal.note("error: \(finding.check.rawValue): \(finding.text)\n")
        }
        if !quiet {
            Terminal.print(
                "\(grouped(verification.messages)) message states, "
                    + "\(grouped(verification.cells)) rollup rows, "
                    + "\(grouped(verification.files)) files: "
                    + (verification.findings.isEmpty
                        ? "everything adds up\n"
                        : "\(verification.findings.count) findings\n"))
        }
        if !verification.findings.isEmpty { throw ExitCode(ExitStatus.internalError.rawValue) }
    }
}
