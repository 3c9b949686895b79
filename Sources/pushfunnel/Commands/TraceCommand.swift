import ArgumentParser
import Delivery
import Foundation
import NDJSON
import Reporting
import SQLite

struct TraceCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Print everything known about one message, with file and line of each record.",
        discussion: """
            trace first reads the message from the database. Then it reads the original files \
            again to find its lines, but only files with messages of about the same time.

            EXAMPLES
              pushfunnel trace 1763339460562890
              pushfunnel trace 'projects/demo/messages/0:1763338204002596%c266fd7db31bdff7'
            """)

    @Argument(help: ArgumentHelp("A message ID or a full message name.", valueName: "message-id"))
    var messageID: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var mapping: MapOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let reader = try Store.reader(database.db)
        guard let tracer = try Tracer(reader, messageID: messageID) else {
            throw ValidationError("trace", expected: "a message ID", found: messageID)
        }
        let row = try MessageRow.fetch(messageID: messageID, reader)
        guard let row else { throw try unknown(tracer, reader) }
        let options = try mapping.options(latest: Timestamp(microseconds: Int64.max))
        CoreDumps.turnOff()
        let trace = try tracer.run(options) { path in
            Terminal.redraw("reading \(path)")
            return true
        }
        Terminal.redraw("")
        try write(row, trace)
    }

    private func unknown(_ tracer: Tracer, _ reader: Database) throws -> Diagnostic {
        var text = "no message has this ID"
        if let horizon = try reader.read(Horizon.stored) {
            let isPast = tracer.isPast(horizon)
            let pruned = "from before \(horizon.text) were pruned"
            if isPast == true {
                return Diagnostic(
                    .usage, "\(messageID): messages \(pruned), and this ID is older",
                    hint: "if it was read, reports and all views but messages still count it")
            }
            if isPast == nil { text += "; those \(pruned), and this ID holds no date" }
        }
        return Diagnostic(
            .usage, "\(messageID): \(text)",
            hint: "the ID is the part after projects/…/messages/ in the answer of FCM")
    }

    private func write(_ row: [(name: String, text: String?)], _ trace: Trace) throws {
        let facts = MessageTables.facts(row)
        let records = MessageTables.records(trace)
        try Terminal.print(json ? MessageTables.json(facts, records) : plainText(facts, records))
        for path in trace.missing {
            let name = SafeText.visible(path)
            Terminal.note("warning: \(name) does not exist any more: its records are not listed\n")
        }
        if trace.streams > 0 {
            Terminal.note("warning: records from standard input and pipes are not listed\n")
        }
        warn(ofEvents: row.first { $0.name == "events" }?.text.flatMap { Int($0) } ?? 0, trace)
    }

    /// Files that `ingest` read by a map have other records without it.
    private func warn(ofEvents told: Int, _ trace: Trace) {
        let found = trace.records.count(where: \.isClientEvent)
        guard found < told, trace.missing.isEmpty, trace.streams == 0 else { return }
        let events = NumberWords.count(told, "client event")
        let problem = Diagnostic(
            .badData, "\(told - found) of \(events) were not found",
            hint: "pass the options of ingest that say how logs are read, such as --map or --from")
        Terminal.note(problem.warning)
    }

    private func plainText(_ facts: ResultTable, _ records: ResultTable) -> String {
        let format = TextFormat(style: TextStyle(isHuman: false, hasColor: Terminal.usesColor))
        return format.text(of: facts) + "\n" + format.text(of: records)
    }
}
