package import Delivery
internal import NDJSON

/// The page `message`: what is known of one message, and where its records stand.
package struct MessagePage {
    package static let path = "/message"
    /// The word of an address that holds the ID.
    package static let word = "id"

    private let facts: ResultTable
    private let trace: Trace

    /// `row` is that of `MessageRow.fetch`.
    package init(_ row: [(name: String, text: String?)], _ trace: Trace) {
        facts = MessageTables.facts(row)
        self.trace = trace
    }

    package static func page(id: String, _ found: MessagePage?, note: String? = nil) -> WebPage {
        var page = WebPage(id.isEmpty ? "A message" : "Message \(SafeText.visible(id))")
        page.form = WebForm(
            path, [.text(name: word, label: "message ID", id, hint: "0:1763339460562890%…")],
            button: "Show")
        page.notes = [note].compactMap(\.self)
        if let found { page.sections = found.sections }
        return page
    }

    private var sections: [WebPage.Section] {
        var records = WebPage.Section("records", title: "Its records")
        records.about = missing.isEmpty ? nil : missing.joined(separator: " ")
        if !trace.records.isEmpty {
            records.table = ShownTable(MessageTables.records(trace))
        }
        var known = WebPage.Section("known", title: "What is known")
        known.table = ShownTable(facts)
        return [known, records]
    }

    private var missing: [String] {
        var sentences = trace.missing.map {
            "\(SafeText.visible($0)) cannot be read any more: its records are not listed."
        }
        if trace.streams > 0 {
            sentences.append("Records from standard input and pipes are not listed.")
        }
        if trace.wasStopped { sentences.append("Not all files were searched: it took too long.") }
        return sentences
    }

    /// The same for programs.
    package var json: String { MessageTables.json(facts, MessageTables.records(trace)) }
}

/// A message as tables, for every output.
package enum MessageTables {
    /// The columns that say something, with times as text, too.
    package static func facts(_ row: [(name: String, text: String?)]) -> ResultTable {
        ResultTable(
            columns: ["column", "is"],
            rows: MessageRow.said(row).map { name, text in
                [.text(name), .text(readable(name, text))]
            })
    }

    package static func records(_ trace: Trace) -> ResultTable {
        ResultTable(
            columns: ["time", "kind", "detail", "path", "line"],
            rows: trace.records.map { record in
                [
                    .text(record.time.text), .text(record.kind), .text(record.detail),
                    .text(record.path), .integer(record.line),
                ]
            })
    }

    package static func json(_ facts: ResultTable, _ records: ResultTable) -> String {
        let format = JSONFormat()
        return "{\"message\": \(format.text(of: facts)),\n"
            + "\"records\": \(format.text(of: records))}\n"
    }

    private static func readable(_ name: String, _ text: String) -> String {
        guard name.hasSuffix("_ms"), let milliseconds = Int64(text) else { return text }
        return "\(text) (\(Timestamp(milliseconds: milliseconds).text))"
    }
}
