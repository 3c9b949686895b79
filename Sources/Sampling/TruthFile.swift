/// `truth.json`: what a reader of the sample must find.
enum TruthFile {
    static func write(_ truth: Truth, _ world: World, to path: String) throws {
        var file = try GzipWriter(path: path, gzip: false)
        var out = LineBuffer()
        out.append("{\"format\":1,\n\"options\":")
        out.append(Array(options(world.options).utf8))
        out.append(",\n\"totals\":")
        out.append(Array(totals(truth).utf8))
        out.append(",\n\"failures\":")
        let failures = truth.failures.sorted { $0.key < $1.key }
        out.append(Array(object(failures.map { ($0.key, "\($0.value)") }).utf8))
        out.append(",\n\"failures_by_true_platform\":")
        out.append(Array(refusals(truth).utf8))
        out.append(",\n\"ledger\":")
        out.append(Array(ledger(truth.ledger).utf8))
        out.append(",\n\"cells\":[")
        for (index, cell) in truth.cells.enumerated() {
            out.append(index == 0 ? "\n" : ",\n")
            out.append(Array(row(cell).utf8))
            if out.count > 1 << 17 { try file.write(&out) }
        }
        out.append("\n]}\n")
        try file.write(&out)
        try file.finish()
    }

    /// All options but the threads, on which nothing may depend.
    private static func options(_ options: SampleOptions) -> String {
        let incidents = options.incidents.map { quoted($0.description) }
        return object([
            ("sends", "\(options.sends)"), ("days", "\(options.days)"),
            ("start", quoted(options.start.description)), ("seed", "\(options.seed)"),
            ("duplicates", "\(options.duplicates)"), ("late", "\(options.late)"),
            ("dirty", "\(options.dirty)"), ("gzip", "\(options.gzip)"),
            ("tail_hours", "\(options.tailHours)"), ("uniform", "\(options.uniform)"),
            ("incidents", "[\(incidents.joined(separator: ","))]"),
        ])
    }

    private static func totals(_ truth: Truth) -> String {
        let totals = truth.totals
        let extras = truth.extras
        return object([
            ("attempted", "\(totals.attempted)"), ("sent", "\(totals.sent)"),
            ("failed", "\(totals.failed)"), ("received", "\(totals.received)"),
            ("impressions", "\(totals.impressions)"), ("opened", "\(totals.opened)"),
            ("late", "\(extras.late)"), ("phantom", "\(extras.phantom)"),
            ("dismissed", "\(extras.dismissed)"), ("receipts", "\(extras.receipts)"),
            ("validated", "\(extras.validated)"), ("topic_sends", "\(extras.topicSends)"),
            ("silent_sent", "\(extras.silentSent)"),
        ])
    }

    private static func refusals(_ truth: Truth) -> String {
        object(
            truth.refusals.sorted { $0.key.name < $1.key.name }.map { platform, counts in
                (
                    platform.name,
                    object([
                        ("attempted", "\(counts.attempted)"), ("failed", "\(counts.failed)"),
                    ])
                )
            })
    }

    private static func ledger(_ ledger: Ledger) -> String {
        let rejected = ledger.rejected.map { ($0.reason, "\($0.lines)") }
        return object([
            ("lines", "\(ledger.lines)"), ("blank", "\(ledger.blank)"),
            ("rejected", object(rejected)), ("foreign", "\(ledger.foreign)"),
            ("new", "\(ledger.new)"),
            ("duplicate", "\(ledger.duplicate)"), ("events", "\(ledger.events)"),
            ("matched", "\(ledger.matched)"), ("orphan", "\(ledger.orphan)"),
            ("label_events", "\(ledger.labelEvents)"),
        ])
    }

    private static func row(_ cell: TruthCell) -> String {
        let measures = cell.measures
        return object([
            ("send_hour", quoted(hourText(cell.hour))), ("platform", quoted(cell.platform.name)),
            ("campaign", quoted(cell.campaign)), ("image", quoted(cell.image.name)),
            ("attempted", "\(measures.attempted)"), ("sent", "\(measures.sent)"),
            ("failed", "\(measures.failed)"), ("received", "\(measures.received)"),
            ("impressions", "\(measures.impressions)"),
            ("opened", "\(measures.opened)"),
        ])
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    /// Names here hold nothing that JSON escapes.
    private static func quoted(_ text: String) -> String {
        "\"\(text)\""
    }
}
