import ArgumentParser
import Delivery
import Foundation
import GRDB
import NDJSON
import Reporting

struct TraceCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Tell everything known of one message, with the place of each record.",
        discussion: """
            What the database knows comes at once; the lines are found by reading the original \
            files again, only those with messages from around its time.

            EXAMPLES
              pushfunnel trace 1795165200298771
              pushfunnel trace 'projects/demo/messages/0:1795165200118034%31bd1c9631bd1c96'
            """)

    @Argument(help: ArgumentHelp("A message ID or a full message name.", valueName: "message-id"))
    var messageID: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var mapping: MapOptions

    @Flag(help: "Write JSON.")
    var json = false

    func run() throws {
        let reader = try Store.reader(database.db)
        guard let tracer = try Tracer(reader, messageID: messageID) else {
            throw ValidationError("trace", expected: "a message ID", found: messageID)
        }
        let row = try MessageRow.fetch(messageID: messageID, reader)
        guard let row else { throw try unknown(tracer, reader) }
        var options = IngestOptions(latest: Timestamp(microseconds: Int64.max))
        options.inflater = try InflaterSetting.engine()
        try mapping.apply(to: &options)
        CoreDumps.turnOff()
        let trace = try tracer.run(options) { path in
            Terminal.redraw("reading \(path)")
        }
        Terminal.redraw("")
        try write(row, trace)
    }

    private func unknown(_ tracer: Tracer, _ reader: DatabaseQueue) throws -> Diagnostic {
        let hint = "the ID stands behind projects/…/messages/ in the answer of FCM"
        guard let horizon = try reader.read(Horizon.stored) else {
            return Diagnostic(
                message: "\(messageID): no message has this ID", hint: hint, code: .usage)
        }
        switch tracer.isPast(horizon) {
        case true?:
            return Diagnostic(
                message:
                    "\(messageID): messages from before \(horizon.text) were pruned, and this "
                    + "ID is of that time",
                hint: "reports and all views but messages still count it, if it was read",
                code: .usage)
        case false?:
            return Diagnostic(
                message: "\(messageID): no message has this ID", hint: hint, code: .usage)
        case nil:
            return Diagnostic(
                message:
                    "\(messageID): no message has this ID; those from before \(horizon.text) were "
                    + "pruned, and this ID does not tell its day",
                hint: hint, code: .usage)
        }
    }

    private func write(_ row: [(name: String, text: String?)], _ trace: Trace) throws {
        let facts = ResultTable(
            columns: ["column", "is"],
            rows: row.compactMap { name, text in
                text.map { [.text(name), .text(readable(name, $0))] }
            })
        let records = ResultTable(
            columns: ["time", "kind", "detail", "path", "line"],
            rows: trace.records.map { record in
                [
                    .text(record.time.text), .text(record.kind), .text(record.detail),
                    .text(record.path), .integer(record.line),
                ]
            })
        try Terminal.print(json ? jsonText(facts, records) : plainText(facts, records))
        for path in trace.missing {
            let name = SafeText.visible(path)
            Terminal.note("warning: \(name) was read, and is not there any more\n")
        }
        if trace.streams > 0 {
            Terminal.note("warning: records from standard input and pipes cannot be read again\n")
        }
    }

    private func jsonText(_ facts: ResultTable, _ records: ResultTable) -> String {
        let format = JSONFormat()
        return "{\"message\": \(format.text(of: facts)),\n"
            + "\"records\": \(format.text(of: records))}\n"
    }

    private func plainText(_ facts: ResultTable, _ records: ResultTable) -> String {
        let format = TextFormat(style: TextStyle(isHuman: false, hasColor: Terminal.usesColor))
        return format.text(of: facts) + "\n" + format.text(of: records)
    }

    /// Moments as text beside their number.
    private func readable(_ name: String, _ text: String) -> String {
        guard name.hasSuffix("_ms"), let milliseconds = Int64(text) else { return text }
        return "\(text) (\(Timestamp(milliseconds: milliseconds).text))"
    }
}
