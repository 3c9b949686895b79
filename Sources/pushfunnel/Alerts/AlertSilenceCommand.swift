import Alerts
import ArgumentParser
import Delivery
import FCM
import Reporting
import SQLite

struct AlertSilenceCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "silence",
        abstract: "Stop notifications of a rule, or of a slice of it, for a time.",
        discussion: """
            A silence covers its slice and all parts of it. Alerts are still judged and stored. \
            What still fires when the silence ends is notified then. alert list prints the \
            active silences.

            EXAMPLES
              pushfunnel alert silence opened,platform=ios 8h --comment "store outage"
              pushfunnel alert silence opened,project=shop-prod 2d
              pushfunnel alert silence failed,error_class=quota 2d
              pushfunnel alert silence '*' 30m
              pushfunnel alert silence --end 1
            """)

    @Argument(
        help: ArgumentHelp(
            "delivered, opened, sends, failed, freshness, a custom rule, or '*' for all; after a "
                + "comma, dimensions such as platform=ios.",
            valueName: "rule[,dimension=word...]"))
    var matcher: String?

    @Argument(help: "From now on: 30m, 8h or 2d.")
    var span: String?

    @Option(help: ArgumentHelp("The reason for the silence.", valueName: "text"))
    var comment: String?

    @Option(help: ArgumentHelp("End a silence by its number.", valueName: "id"))
    var end: Int64?

    @OptionGroup var database: DatabaseOptions

    @Option(
        help: ArgumentHelp("Read custom rules from a JSON file.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @OptionGroup var clock: AlertClockOptions

    func validate() throws {
        if end != nil {
            if let matcher { throw ValidationError("--end", excludes: matcher) }
            if comment != nil { throw ValidationError("--end", excludes: "--comment") }
        } else {
            guard let span, matcher != nil else {
                throw ValidationError(
                    "alert silence",
                    expected: "a rule and a span such as opened,platform=ios 8h",
                    found: matcher)
            }
            _ = try AlertTime.hours(span, option: "span")
        }
    }

    func run() throws {
        let now = try clock.moment()
        if let end { return try endSilence(end, now) }
        let (rule, slice) = try parts()
        let hours = try AlertTime.hours(span ?? "", option: "span")
        let until = now + Int64(hours * 3_600_000)
        let (id, unknown) = try Store.noting(database.db).write { db in
            let id = try AlertSilence.add(
                rule: rule, slice: slice, since: now, until: until, comment: comment ?? "", db)
            return (id, try AlertSilence.campaignWithoutSends(slice, db))
        }
        try Terminal.print("silence \(id) is active until \(NumberWords.minute(until))\n")
        if let unknown {
            Terminal.note("note: no send of campaign \(unknown) is stored yet\n")
        }
    }

    private func endSilence(_ id: Int64, _ now: Int64) throws {
        let isEnded = try Store.noting(database.db).write {
            try AlertSilence.end(id, now: now, $0)
        }
        guard isEnded else {
            throw ValidationError(
                "--end", expected: "the number of a silence that has not ended",
                found: String(id), hint: "pushfunnel alert list prints them")
        }
    }

    /// Only known rules and words can be silenced.
    private func parts() throws -> (rule: String, slice: [AlertReport.Dimension]) {
        let matcher = matcher ?? ""
        let parts = matcher.split(separator: ",", maxSplits: 1).map(String.init)
        let settings = try AlertSettingsFile.settings(config, for: database.dimensions)
        let rules = [AlertSilence.everyRule] + settings.ruleNames
        guard let rule = parts.first, rules.contains(rule) else {
            throw ValidationError("rule", notARule: parts.first ?? "", known: rules)
        }
        // Alerts of refused sends have the class of the refusals, too, and those of one project it.
        let dimensions =
            AlertHistory.usualDimensions + [
                AlertHistory.refusalDimension, AlertHistory.projectDimension,
            ] + database.dimensions.names(of: .sends)
        guard
            let slice = parts.count < 2 ? [] : AlertSliceText.slice(parts[1], of: dimensions)
        else {
            throw ValidationError(
                "rule", expected: "a rule and \(AlertSliceText.expected(dimensions))",
                found: matcher)
        }
        if let unknown = AlertSliceText.unknownWord(in: slice) {
            throw ValidationError(
                "rule", expected: unknown.expected, found: unknown.word, hint: unknown.hint)
        }
        if let project = slice.project {
            try AlertProjectOptions.expect(project, in: database.db, "project")
        }
        return (rule, slice)
    }
}

extension ValidationError {
    /// An unknown rule, with the known ones.
    init(_ place: String, notARule rule: String, known: [String]) {
        let isIncident = rule.wholeMatch(of: /[0-9]+|[0-9a-f]{16}/) != nil
        self.init(
            place, expected: "a rule (\(known.joined(separator: ", ")))", found: rule,
            hint: isIncident
                ? "pushfunnel alert list prints the rule of each incident"
                : ValueError.suggestion(for: rule, in: known))
    }
}
