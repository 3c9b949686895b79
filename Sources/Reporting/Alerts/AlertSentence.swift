package import Alerts
internal import Delivery

/// The sentences of alerts, made from their facts. Names in them are as in the logs: formats escape
/// them.
package enum AlertSentence {
    /// `[shop] iOS opens down 47% since 2025-11-18 10:00 UTC (46 of 86 expected; usual 63–111)`,
    /// and what explains it.
    package static func summary(_ alert: AlertReport.Alert) -> String {
        let name = alert.name.isEmpty ? "" : "[\(alert.name)] "
        return name + (alert.wasReportedOver ? "not over: " : "") + ofProject(alert) + what(alert)
            + (alert.lastFile.map(lastFile) ?? "") + parts(alert)
    }

    /// `project shop: `, where the sentence itself names no slice.
    private static func ofProject(_ alert: AlertReport.Alert) -> String {
        switch alert.facts {
        case .noEvents, .noSends, .missingFiles, .rows:
            alert.slice.project.map { "project \($0): " } ?? ""
        case .drop, .refusals, .ended: ""
        }
    }

    private static func what(_ alert: AlertReport.Alert) -> String {
        switch alert.facts {
        case .drop(_, _, _, let part, let rejections): drop(alert, part, rejections)
        case .refusals(let refusals): AlertRefusalWords.summary(alert, refusals)
        case .noEvents(let age, let butNewest):
            "\(butNewest ? "hardly any" : "no") client events for "
                + "\(NumberWords.span(milliseconds: age)): "
                + "\(NumberWords.count(alert.expected)) expected since then; "
                + "drops are not judged until events arrive"
        case .noSends(let age):
            "no sends in the logs for \(NumberWords.span(milliseconds: age)), although client "
                + "events refer to newer sends"
        case .missingFiles(let since, let pattern, let sources, let files, let isDaily):
            "files are missing since \(NumberWords.moment(since)): \(pattern)"
                + (sources > 1 ? " and \(NumberWords.count(sources - 1, "more source"))" : "")
                + "; usually \(NumberWords.count(files, "file")) \(isDaily ? "a day" : "an hour"), "
                + "\(NumberWords.count(alert.expected)) lines in all; drops that they explain "
                + "are not reported"
        case .rows(_, _, let count, let first):
            "\(alert.rule): \(NumberWords.count(count, "row")); the first: "
                + first.map { $0.joined(separator: " ") }.joined(separator: ", ")
        case .ended(.arrived(let length, let gaps), let summary, _):
            arrived(after: length, gaps) + "; it was: \(summary)"
        case .ended(.after(let length), let summary, _):
            "over after \(NumberWords.span(milliseconds: length))"
                + (alert.total.map { ", \(NumberWords.count($0.missing)) missing" } ?? "")
                + "; it was: \(summary)"
        case .ended(.withdrawn, let summary, _):
            "withdrawn: records that arrived since show no drop; it was: \(summary)"
        case .ended(.accepted, let summary, _):
            "accepted; it was: \(summary)"
        }
    }

    /// `newer records came after 3 hours; files are still missing of 2025-10-23 10:00 UTC to
    /// 2025-10-23 12:00 UTC: these hours are not judged, and their counts stay low`
    private static func arrived(after length: Int64, _ gaps: [Range<Int64>]) -> String {
        let length = NumberWords.span(milliseconds: length)
        guard !gaps.isEmpty else { return "over after \(length)" }
        let named = gaps.prefix(mostGaps).map {
            "\(NumberWords.moment($0.lowerBound)) to \(NumberWords.moment($0.upperBound))"
        }
        let others = gaps.count - named.count
        return "newer records came after \(length); files are still missing of "
            + named.joined(separator: ", ")
            + (others > 0 ? " and \(NumberWords.count(others, "more span"))" : "")
            + ": these hours are not judged, and their counts stay low"
    }

    private static let mostGaps = 3

    /// Other slices of the incident; formats escape their names.
    private static func parts(_ alert: AlertReport.Alert) -> String {
        guard !alert.parts.isEmpty else { return "" }
        let slices = alert.parts.map { slice in
            slice.isEmpty ? "all" : slice.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
        }
        return "; at the same time: " + slices.joined(separator: "; ")
    }

    private static func lastFile(_ file: AlertReport.LastFile) -> String {
        "; the last file is \(file.path), and the next one usually comes "
            + "\(NumberWords.span(milliseconds: file.pause)) later"
    }

    /// The command that shows the counts behind an alert, for the default database.
    package static func command(_ alert: AlertReport.Alert) -> String {
        switch alert.facts {
        case .drop(let start, _, let windowEnd, _, _):
            let since = start / 3_600_000 - 6
            let stage = alert.rule == "delivered" ? ["stage=received"] : []
            guard !alert.slice.contains(where: \.isOfDatabase) else {
                return report(alert.slice, since..<windowEnd)
            }
            return sql(
                "arrivals_by_hour",
                ["since=\(Period.text(since))", "until=\(Period.text(windowEnd))"] + stage
                    + alert.slice.map { "\($0.name)=\($0.text)" })
        case .refusals(let refusals):
            let sends = AlertRefusalWords.sends(alert)
            guard !sends.contains(where: \.isOfDatabase) else {
                return report(sends, refusals.start..<refusals.end)
            }
            return sql(
                "failures",
                [
                    "since=\(Period.text(refusals.start))", "until=\(Period.text(refusals.end))",
                ] + sends.map { "\($0.name)=\($0.text)" })
        case .noEvents, .noSends: return files(like: alert.lastFile.map { $0.source })
        case .missingFiles(_, let pattern, _, _, _): return files(like: pattern)
        case .rows(let query, let parameters, _, _):
            return sql(query, parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
        case .ended(_, _, let command): return command
        }
    }

    /// The newest files of a source, whose paths have a digit for each `#`.
    private static func files(like pattern: String?) -> String {
        let own = pattern.map {
            " where path like '\($0.replacing("#", with: "_").replacing("'", with: "''"))'"
        }
        let query =
            "select path, state, problem from files\(own ?? "") order by path desc limit 24"
        return "pushfunnel sql " + ShellWord.quoted(sql: query)
    }

    /// Queries have no parameters for dimensions of a database; reports have.
    private static func report(
        _ slice: [AlertReport.Dimension], _ hours: Range<Int64>
    ) -> String {
        "pushfunnel report --since \(Period.text(hours.lowerBound)) "
            + "--until \(Period.text(hours.upperBound))"
            + slice.map { " --where " + ShellWord.quoted("\($0.name)=\($0.text)") }.joined()
    }

    private static func sql(_ query: String, _ parameters: [String]) -> String {
        "pushfunnel sql \(query)" + parameters.map { " --param " + ShellWord.quoted($0) }.joined()
    }

    /// The possible causes that do not apply, sorted.
    static func excluded(_ alert: AlertReport.Alert) -> [String] {
        alert.excluded.map { cause in
            switch cause {
            case .lateData(let age):
                "late data: the newest client event is \(NumberWords.span(milliseconds: age)) old"
            case .fewerSends(let sent, let usual):
                "fewer sends: expected counts follow them; \(NumberWords.count(sent)) in these "
                    + "hours, \(NumberWords.count(usual)) in those of other weeks"
            case .audienceMix(let change):
                "audience mix: expected counts follow it; alone it would "
                    + "\(change < 0 ? "lower" : "raise") the rate by "
                    + NumberWords.percent(abs(change))
            case .rejections(let rejections): "FCM errors: " + text(rejections)
            }
        }.sorted()
    }

    /// `212 in 2 hours`; freshness and custom rules have no window.
    static func observed(_ alert: AlertReport.Alert) -> String {
        NumberWords.count(alert.observed)
            + (alert.windowHours > 0 ? " in \(NumberWords.count(alert.windowHours, "hour"))" : "")
    }

    /// `540 expected (452–635)`
    static func expected(_ alert: AlertReport.Alert) -> String {
        "\(NumberWords.count(alert.expected)) expected" + inParentheses(alert.likely)
    }

    /// `86 (63–111)`
    static func expected(_ counts: AlertReport.Counts) -> String {
        NumberWords.count(counts.expected) + inParentheses(counts.likely)
    }

    private static func inParentheses(_ likely: ClosedRange<Double>?) -> String {
        likely.map { " (\(range($0)))" } ?? ""
    }

    /// `452–635`, in which 99 % of counts fall.
    static func range(_ likely: ClosedRange<Double>) -> String {
        NumberWords.range(likely.lowerBound, likely.upperBound)
    }

    // MARK: Drops

    private static func drop(
        _ alert: AlertReport.Alert, _ part: AlertReport.Contributor?,
        _ rejections: AlertReport.Rejections?
    ) -> String {
        let counts = sinceStart(alert)
        var parts = [
            alert.endsAt.map { over(alert, counts, end: $0) }
                ?? "\(subject(alert)) down \(NumberWords.percent(counts.drop)) since "
                + "\(NumberWords.moment(alert.startsAt)) (\(ofExpected(counts)))"
        ]
        if alert.endsAt == nil, let recent = alert.recent, recent.hours < counts.hours {
            parts.append(
                "now \(NumberWords.percent(1 - recent.drop)) of expected in the last "
                    + NumberWords.count(recent.hours, "hour"))
        }
        if let part {
            let share = NumberWords.percent(min(1, part.shareOfMissing))
            parts.append("\(part.slice.words.joined(separator: " ")) explains \(share)")
        }
        if let rejections { parts.append(text(rejections)) }
        return parts.joined(separator: "; ")
    }

    /// `iOS opens back to normal: 121 of 118 expected in the last 2 hours; 202 missing in 8 hours`
    private static func over(
        _ alert: AlertReport.Alert, _ counts: AlertReport.Counts, end: Int64
    ) -> String {
        let missing = "\(NumberWords.count(counts.missing)) missing"
        let length = NumberWords.span(milliseconds: end - alert.startsAt)
        guard let recent = alert.recent else {
            return "\(subject(alert)): over after \(length), \(missing)"
        }
        return "\(subject(alert)) back to normal: \(NumberWords.count(recent.observed)) of "
            + "\(NumberWords.count(recent.expected)) expected in the last "
            + "\(NumberWords.count(recent.hours, "hour")); \(missing) in \(length)"
    }

    /// The counts since the start; of an alert without them, those of its window.
    static func sinceStart(_ alert: AlertReport.Alert) -> AlertReport.Counts {
        alert.total
            ?? AlertReport.Counts(
                hours: alert.windowHours, observed: alert.observed, expected: alert.expected,
                likely: alert.likely)
    }

    /// `46 of 86 expected; usual 63–111`
    private static func ofExpected(_ counts: AlertReport.Counts) -> String {
        "\(NumberWords.count(counts.observed)) of \(NumberWords.count(counts.expected)) expected"
            + (counts.likely.map { "; usual \(range($0))" } ?? "")
    }

    private static func text(_ rejections: AlertReport.Rejections) -> String {
        "FCM rejected \(NumberWords.percent(rejections.share)) of attempts, "
            + "\(NumberWords.percent(rejections.usual)) usual"
    }

    /// `iOS opens of campaign sale with an image`
    private static func subject(_ alert: AlertReport.Alert) -> String {
        let noun = ["delivered": "deliveries", "opened": "opens"][alert.rule] ?? alert.rule
        return subject(noun, alert.slice) + besides(alert)
    }

    /// ` besides variant b`: the parts that its counts leave out. Words that the whole slice has
    /// are not repeated.
    static func besides(_ alert: AlertReport.Alert) -> String {
        guard !alert.besides.isEmpty else { return "" }
        let parts = alert.besides.map { part in
            part.filter { !alert.slice.contains($0) }.words.joined(separator: " ")
        }
        return " besides " + parts.joined(separator: " and ")
    }

    /// Events or sends of a slice.
    static func subject(_ noun: String, _ slice: [AlertReport.Dimension]) -> String {
        var text = noun
        for dimension in slice {
            switch (dimension.name, dimension.text) {
            case ("platform", "ios"), ("platform", "android"), ("platform", "web"):
                text = "\(PlatformName.of(dimension.text)) \(text)"
            case ("campaign", let name): text += " of campaign \(name)"
            case ("image", "image"): text += " with an image"
            case ("image", "no_image"): text += " without an image"
            case (let name, let value): text += " of \(name) \(value)"
            }
        }
        return text
    }
}
