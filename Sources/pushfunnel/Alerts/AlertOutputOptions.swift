package import Alerts
import ArgumentParser
import Delivery
import Foundation
package import Reporting

extension AlertFormatName: ExpressibleByArgument {}

/// The format and the destinations of an evaluation.
package struct AlertOutputOptions: ParsableArguments {
    @Flag(help: "Print JSON: the same as --format json.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Print text, json, alertmanager, prometheus, slack, mattermost, teams or pagerduty; "
                + "with --notify, post this format and print text.",
            valueName: "name"))
    var format: AlertFormatName?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to a file, in one step. The extension selects the format: .json, .prom or .txt.",
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Post news to a webhook; to Alertmanager, post all firing alerts on every run. Other "
                + "users of the machine can read arguments: --notify-file or "
                + "PUSHFUNNEL_NOTIFY hide the address.",
            valueName: "url"))
    var notify: String?

    @Option(
        help: ArgumentHelp(
            "Post to the address in a file, such as a credential of systemd.",
            valueName: "file"),
        completion: .file())
    var notifyFile: String?

    @Option(
        help: ArgumentHelp(
            "Post what a Mustache template makes: JSON for any other receiver.",
            valueName: "file"),
        completion: .file())
    var template: String?

    @Option(
        help: ArgumentHelp(
            "Add the headers in a file to posts, such as Authorization: one on each line.",
            valueName: "file"),
        completion: .file())
    var headers: String?

    @Option(
        help: ArgumentHelp(
            "Minutes between two runs. Alertmanager drops an alert 2.5 intervals after the last "
                + "post.",
            valueName: "minutes"))
    var interval = 60

    package init() {}

    package func validate() throws {
        if json, let format, format != .json, !target.isGiven {
            throw ValidationError("--json", excludes: "--format \(format.rawValue)")
        }
        try ValidationError.expect("--interval", interval, in: 1...1440, "1 to 1440 minutes")
        if let output, let name = BacktestFormatName(fileName: output), name.isDrawn {
            throw ValidationError(
                "--output", expected: "a name that ends in .json, .prom or .txt", found: output,
                hint: "pushfunnel alert backtest makes drawings")
        }
        if template != nil, let format {
            throw ValidationError("--template", excludes: "--format \(format.rawValue)")
        }
        for (option, file) in [("--template", template), ("--headers", headers)]
        where file != nil && !target.isGiven {
            throw ValidationError(option, needs: "--notify")
        }
        try target.validate(variable: "notify")
        _ = try postFiles()
        if format == .pagerduty, let webhook = target.webhook, webhook.key.isEmpty {
            throw ValidationError(
                "--notify",
                expected: "the key of the integration after #: "
                    + "https://events.pagerduty.com/v2/enqueue#KEY")
        }
    }

    /// Throws if the template has a name that alerts do not. `own` are the dimensions of the
    /// database's sends.
    package func expectNames(own: [String]) throws {
        try postFiles().template?.expectNames(own: own)
    }

    /// Writes to standard output or to the file. With `onlyNews`, output for people has no other
    /// alerts, and none is written without news.
    package func write(
        _ report: AlertReport, now: Int64, commands: AlertCommands = AlertCommands(),
        onlyNews: Bool = false
    ) throws {
        let onlyNews = onlyNews && isForPeople
        guard !onlyNews || report.alerts.contains(where: \.isNews) else { return }
        try OutputFile.write(
            text(of: report, now: now, commands: commands, onlyNews: onlyNews), toOption: output)
    }

    /// The text that is written.
    package func text(
        of report: AlertReport, now: Int64, commands: AlertCommands = AlertCommands(),
        onlyNews: Bool = false
    ) -> String {
        AlertFormats.text(
            report, writtenFormat, style: style, schedule: schedule(now), commands: commands,
            onlyNews: onlyNews)
    }

    /// With an address, `--format` is the format of the post.
    private var writtenFormat: AlertFormatName {
        let named = output.flatMap { AlertFormatName(fileName: $0) }
        return json ? .json : (target.isGiven ? nil : format) ?? named ?? .text
    }

    /// Whether the output is for people. Output for programs has all alerts, even with `--quiet`.
    private var isForPeople: Bool { output == nil && writtenFormat == .text }

    /// A text lists the main series only.
    package var detail: AlertDetail { isForPeople && target.webhook == nil ? .main : .all }

    /// Posts the evaluation if the receiver needs it; throws if the post fails.
    package func post(
        _ report: AlertReport, now: Int64, commands: AlertCommands = AlertCommands()
    ) throws {
        guard var webhook = target.webhook else { return }
        webhook.headers = try postFiles().headers?.lines ?? []
        for body in try bodies(report, now: now, commands: commands) {
            try webhook.post(body, as: postedFormat)
        }
    }

    /// What `post` posts; nothing if the receiver does not need the evaluation.
    package func bodies(
        _ report: AlertReport, now: Int64, commands: AlertCommands = AlertCommands()
    ) throws -> [String] {
        guard let webhook = target.webhook, AlertFormats.isDue(report, postedFormat) else {
            return []
        }
        if let template = try postFiles().template {
            return [try template.text(of: report, commands)]
        }
        return AlertFormats.bodies(
            report, postedFormat, key: webhook.key, schedule: schedule(now), commands: commands)
    }

    private var postedFormat: AlertFormatName { format ?? .json }

    private func postFiles() throws -> (headers: HeaderFile?, template: AlertTemplateFile?) {
        (try headers.map(HeaderFile.init), try template.map(AlertTemplateFile.init))
    }

    private var style: TextStyle {
        TextStyle(isHuman: true, hasColor: output == nil && Terminal.usesColor)
    }

    /// The setting is not the default of an option, because --help would show it.
    private var target: NotifyTarget {
        NotifyTarget(url: notify, file: notifyFile, setting: Defaults.text("notify"))
    }

    private func schedule(_ now: Int64) -> AlertSchedule {
        AlertSchedule(now: now, intervalSeconds: Int64(interval) * 60)
    }
}
