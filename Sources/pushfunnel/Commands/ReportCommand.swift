import ArgumentParser
import Delivery
import Foundation
import GRDB
import NDJSON
import Reporting

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Print the funnel: overall, per platform, per campaign, image and no image.",
        discussion: """
            Counts are by the hour in which messages were sent. The same database gives the same \
            bytes, whenever the report is made.

            EXAMPLES
              pushfunnel report
              pushfunnel report --day yesterday --tz Europe/Berlin
              pushfunnel report --since 2025-11-17 --until 2025-11-19 --json
              pushfunnel report --where platform=ios,campaign=spring_sale
              pushfunnel report --as-of 2025-11-18T12:00:00Z -o noon.csv
            """)

    @Argument(help: "Which report.")
    var name: String = FunnelReport.name

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var period: PeriodOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The report as it was without later records. Counts every message: slow.",
            valueName: "time"))
    var asOf: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only these sends: platform, campaign and image, with commas between them.",
            valueName: "column=word"))
    var conditions: [String] = []

    @Flag(help: "List the reports.")
    var list = false

    func validate() throws {
        if name != FunnelReport.name {
            throw ValidationError("There is no report '\(name)'. Reports: \(FunnelReport.name).")
        }
        _ = try moment()
        _ = try filter()
    }

    func run() throws {
        if list {
            Terminal.print("\(FunnelReport.name)  How far sends got, and why some failed.\n")
            return
        }
        let store = try Store.reader(database.db)
        let source = try moment().map { try CutStore.make(from: store, at: $0) } ?? store
        let report = try FunnelReport(
            source, ledger: store, filter: filter(), timeZone: period.tz
        ).make()
        try output.write(report.text(output.format, style: output.style))
        if Terminal.outputIsTerminal, Terminal.errorIsTerminal, output.output == nil {
            Terminal.note("\nnext: pushfunnel sql lists what else can be asked\n")
        }
    }

    private func moment() throws -> Int64? {
        guard let asOf else { return nil }
        guard let time = Timestamp(asOf) else {
            throw ValidationError(
                "Expected a time such as 2025-11-18T12:00:00Z for --as-of, found '\(asOf)'.")
        }
        return time.milliseconds
    }

    private func expect(_ word: String, oneOf known: [String]) throws {
        guard known.contains(word) else {
            throw ValidationError(
                "Expected one of \(known.joined(separator: ", ")) for --where, found '\(word)'.")
        }
    }

    /// `--where a=b,c=d`; a comma inside a word is kept when no column follows it.
    private func filter() throws -> FunnelFilter {
        var filter = FunnelFilter()
        filter.period = try period.period()
        for condition in conditions {
            for (name, word) in try pairs(condition) {
                try expect(name, oneOf: FunnelFilter.names)
                if let known = FunnelFilter.knownWords(name) { try expect(word, oneOf: known) }
                filter.add(name, is: word)
            }
        }
        return filter
    }

    private func pairs(_ text: String) throws -> [(String, String)] {
        var pairs: [(String, String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2, pairs.isEmpty || FunnelFilter.names.contains(String(sides[0])) {
                pairs.append((String(sides[0]), String(sides[1])))
            } else if let last = pairs.popLast() {
                pairs.append((last.0, last.1 + "," + part))
            } else {
                throw ValidationError("Expected column=word for --where, found '\(part)'.")
            }
        }
        return pairs
    }
}
