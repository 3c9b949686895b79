import Alerts
import ArgumentParser
import Delivery
import Reporting
import SQLite

/// Adds, ends and lists silences.
struct AlertSilencingOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Send no notifications of a rule, or of a slice of it, for a time.",
            valueName: "rule[,dimension=word...] span"))
    var silence: [String] = []

    @Option(help: ArgumentHelp("The reason for the silence.", valueName: "text"))
    var comment: String?

    @Option(help: ArgumentHelp("End a silence by its number.", valueName: "id"))
    var unsilence: Int64?

    @Flag(help: "List the active silences.")
    var silences = false

    func validate() throws {
        guard silence.isEmpty || silence.count == 2 else {
            throw ValidationError(
                "--silence", expected: "a rule and a span such as opened,platform=ios 8h",
                found: silence.joined(separator: " "))
        }
        guard comment == nil || !silence.isEmpty else {
            throw ValidationError("--comment", needs: "--silence")
        }
        if silence.count == 2 { _ = try matcher() }
    }

    /// Runs the action of the options; false without one. Only known rules can be silenced.
    func run(database path: String, now: Int64, rules: [String]) throws -> Bool {
        if !silence.isEmpty {
            let (rule, slice, hours) = try matcher()
            guard rule == AlertSilence.everyRule || rules.contains(rule) else {
                throw ValidationError(
                    "--silence", notARule: rule, known: [AlertSilence.everyRule] + rules)
            }
            let until = now + Int64(hours * 3_600_000)
            let id = try Store.noting(path).write { db in
                try AlertSilence.add(
                    rule: rule, slice: slice, since: now, until: until, comment: comment ?? "", db)
            }
            try Terminal.print("silence \(id) is active until \(NumberWords.minute(until))\n")
            return true
        }
        if let unsilence {
            let isEnded = try Store.noting(path).write {
                try AlertSilence.end(unsilence, now: now, $0)
            }
            guard isEnded else {
                throw ValidationError(
                    "--unsilence", expected: "the number of a silence that has not ended",
                    found: String(unsilence), hint: "pushfunnel alert --silences lists them")
            }
            return true
        }
        guard silences else { return false }
        let all = try Store.reader(path).read(AlertSilence.all)
        try Terminal.print(TextFormat(style: .human).text(of: table(all.filter { now < $0.until })))
        return true
    }

    private func matcher() throws -> (String, [AlertReport.Dimension], Double) {
        let parts = silence[0].split(separator: ",", maxSplits: 1)
        // Alerts of refused sends have the class of the refusals, too.
        let dimensions = AlertHistory.dimensions + [AlertHistory.refusalDimension]
        let slice =
            parts.count == 2 ? AlertSliceText.slice(String(parts[1]), of: dimensions) : []
        guard let rule = parts.first, let slice else {
            throw ValidationError(
                "--silence", expected: "a rule and \(AlertSliceText.expected(dimensions))",
                found: silence[0])
        }
        for dimension in slice {
            let classes =
                dimension.name == AlertHistory.refusalDimension
                ? RefusalClass.allCases.map(\.rawValue) : nil
            guard let known = classes ?? FunnelFilter.knownWords(dimension.name),
                !known.contains(dimension.text)
            else { continue }
            throw ValidationError(
                "--silence", expected: "\(dimension.name)=\(known.joined(separator: "|"))",
                found: dimension.text, hint: ValueError.suggestion(for: dimension.text, in: known))
        }
        return (String(rule), slice, try AlertTime.hours(silence[1], option: "--silence"))
    }

    private func table(_ silences: [AlertSilence]) -> ResultTable {
        ResultTable(
            columns: ["id", "rule", "slice", "until", "comment"],
            rows: silences.map { silence in
                [
                    .integer(silence.id), .text(silence.rule),
                    .text(AlertSliceText.name(silence.slice)),
                    .text(NumberWords.minute(silence.until)), .text(silence.comment),
                ]
            })
    }
}

extension ValidationError {
    /// An unknown rule, with the known ones.
    init(_ place: String, notARule rule: String, known: [String]) {
        self.init(
            place, expected: "a rule (\(known.joined(separator: ", ")))", found: rule,
            hint: ValueError.suggestion(for: rule, in: known))
    }
}
