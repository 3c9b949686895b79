import Alerts
import ArgumentParser
import Delivery
import Reporting
import SQLite

struct AlertAcceptCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept an incident: what it found is normal from its start on.",
        discussion: """
            For planned changes, such as a campaign that ends for good, and for lost logs. The \
            incident has no more notifications. Rules expect the new level at once: the counts \
            before the start are scaled to it. A further drop is a new incident. Missing files \
            that were accepted are not reported again.

            alert list prints the numbers of incidents, and notifications have the whole command. \
            --undo takes an acceptance back.

            EXAMPLES
              pushfunnel alert accept 12 --comment "receipts are off in app 5.4"
              pushfunnel alert accept --undo 12
            """)

    @Argument(help: "The number of an incident that goes on, or the id of its notifications.")
    var id: String

    @Option(help: ArgumentHelp("The reason.", valueName: "text"))
    var comment: String?

    @Flag(help: "Take the acceptance of this incident back.")
    var undo = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var clock: AlertClockOptions

    func validate() throws {
        if undo, comment != nil { throw ValidationError("--undo", excludes: "--comment") }
    }

    func run() throws {
        let now = try clock.moment()
        let (number, done) = try Store.noting(database.db).write { db in
            let number =
                try AlertAcceptance.number(of: id, accepted: undo, db) ?? Int64(id) ?? 0
            let done =
                undo
                ? try AlertAcceptance.undo(number, db)
                : try AlertAcceptance.add(number, comment: comment ?? "", now: now, db)
            return (number, done)
        }
        guard !done.isEmpty else {
            throw ValidationError(
                "id",
                expected: undo
                    ? "the number of an accepted incident"
                    : "the number of an incident that goes on and is not accepted",
                found: id, hint: "pushfunnel alert list prints them")
        }
        let parts = done.filter { $0 != number }.map(String.init)
        let with = parts.isEmpty ? "" : " (with parts: \(parts.joined(separator: ", ")))"
        try Terminal.print("incident \(number) is \(undo ? "no longer " : "")accepted\(with)\n")
    }
}
