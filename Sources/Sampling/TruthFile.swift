/// `truth.json`: the figures that a reader of the sample must find.
enum TruthFile {
    static func write(_ truth: Truth, _ world: World, to path: String) throws {
        var file = try GzipWriter(path: path, gzip: false)
        var out = LineBuffer()
        out.append("{\"format\":1")
        let failures = truth.failures.sorted { $0.key < $1.key }
        let uninstalls = truth.uninstalls.sorted { $0.key < $1.key }
        let refusals = truth.refusals.sorted { $0.key.name < $1.key.name }
        for (name, members) in [
            ("options", options(world.options)),
            ("totals", truth.totals.members + truth.extras.members),
            ("failures", failures.map { ($0.key, "\($0.value)") }),
            (
                "failures_by_true_platform",
                refusals.map { platform, counts in
                    (
                        platform.name,
                        object(counts.members.filter { ["attempted", "failed"].contains($0.0) })
                    )
                }
            ),
            ("targets", truth.targets.members),
            ("uninstalls", uninstalls.map { ($0.key, "\($0.value)") }),
            ("ledger", ledger(truth.ledger)),
        ] {
            out.append(text: ",\n\"\(name)\":\(object(members))")
        }
        if world.options.conversions {
            let rows = truth.conversions.lazy.map(row)
            try write(rows, "conversions", &out, to: &file)
        }
        if world.options.clients {
            try write(truth.clients.lazy.map(row), "clients", &out, to: &file)
        }
        try write(truth.cells.lazy.map(row), "cells", &out, to: &file)
        out.append("}\n")
        try file.write(&out)
        try file.finish()
    }

    private static func write(
        _ rows: some Sequence<String>, _ name: String, _ out: inout LineBuffer,
        to file: inout GzipWriter
    ) throws {
        out.append(text: ",\n\"\(name)\":[")
        for (index, row) in rows.enumerated() {
            out.append(index == 0 ? "\n" : ",\n")
            out.append(text: row)
            if out.count > 1 << 17 { try file.write(&out) }
        }
        out.append("\n]")
    }

    /// All options except the threads, which never change a sample.
    private static func options(_ options: SampleOptions) -> [(String, String)] {
        let incidents = options.incidents.map { quoted($0.description) }
        return [
            ("sends", "\(options.sends)"), ("days", "\(options.days)"),
            ("start", quoted(options.start.description)), ("seed", "\(options.seed)"),
            ("duplicates", "\(options.duplicates)"), ("late", "\(options.late)"),
            ("dirty", "\(options.dirty)"), ("gzip", "\(options.gzip)"),
            ("tail_hours", "\(options.tailHours)"), ("uniform", "\(options.uniform)"),
            ("incidents", "[\(incidents.joined(separator: ","))]"),
        ] + (options.twoProjects ? [("two_projects", "true")] : [])
            + (options.apps ? [("apps", "true")] : [])
            + (options.clients ? [("clients", "true")] : [])
            + (options.conversions ? [("conversions", "true")] : [])
    }

    private static func ledger(_ ledger: Ledger) -> [(String, String)] {
        let rejected = object(ledger.rejected.map { ($0.reason, "\($0.lines)") })
        var members = ledger.members
        members.insert(("foreign", "\(ledger.foreign)"), at: 2)
        members.insert(("rejected", rejected), at: 2)
        return members
    }

    private static func row(_ cell: TruthCell) -> String {
        object(
            [("send_hour", quoted(hourText(cell.hour)))]
                + cell.words.members.map { ($0.name, quoted($0.word)) } + cell.measures.members)
    }

    private static func row(_ cell: ConversionCell) -> String {
        object(
            [("send_hour", quoted(hourText(cell.hour)))]
                + cell.words.members.map { ($0.name, quoted($0.word)) }
                + [("currency", quoted(cell.currency))] + cell.counts.members)
    }

    private static func row(_ cell: ClientCell) -> String {
        let counts = cell.measures.members.filter {
            ["received", "impressions", "opened"].contains($0.0)
        }
        let told = [("app_version", cell.told.version), ("action", cell.told.action)]
        return object(
            [("send_hour", quoted(hourText(cell.hour)))]
                + (cell.words.members.map { ($0.name, $0.word) } + told)
                .map { ($0.0, quoted($0.1)) } + counts)
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    /// The names here need no escapes in JSON.
    private static func quoted(_ text: String) -> String {
        "\"\(text)\""
    }
}
