import ArgumentParser
package import Delivery
package import Reporting

extension AlertFormatName: ExpressibleByArgument {}

/// How an evaluation of the alerts is printed, and where it is posted.
package struct AlertTellingOptions: ParsableArguments {
    @Flag(help: "Print JSON: the same as --format json.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Print text, json, alertmanager, prometheus or slack; with --notify, post it and "
                + "print text.",
            valueName: "name"))
    var format: AlertFormatName?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to a file, made whole and then renamed; .json, .prom and .txt name the format.",
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Post to a webhook when there is news, and to Alertmanager whatever fires. Others on "
                + "the machine can read arguments: PUSHFUNNEL_NOTIFY hides an address.",
            valueName: "url"))
    var notify: String?

    @Option(
        help: ArgumentHelp(
            "Between runs: Alertmanager drops an alert two and a half of them after the last.",
            valueName: "minutes"))
    var interval = 60

    package init() {}

    package func validate() throws {
        if json, let format, format != .json, address == nil {
            throw ValidationError("Choose one of --json and --format \(format.rawValue).")
        }
        guard 1...1440 ~= interval else {
            throw ValidationError("Expected 1 to 1440 minutes for --interval, found '\(interval)'.")
        }
        guard address == nil || webhook != nil else {
            // Not the text itself: it may hold a password.
            throw ValidationError(
                "Expected an address such as https://hooks.example.org/alerts for --notify.")
        }
    }

    /// To standard output, or to the file.
    package func write(_ report: AlertReport, now: Int64) throws {
        let text = text(of: report, now: now)
        guard let output, output != "-" else { return try Terminal.print(text) }
        try OutputFile.write(text, to: output)
    }

    /// What is written.
    package func text(of report: AlertReport, now: Int64) -> String {
        let named = output.flatMap { AlertFormatName(fileName: $0) }
        let format = json ? .json : (address == nil ? format : nil) ?? named ?? .text
        let style = TextStyle(isHuman: true, hasColor: output == nil && Terminal.usesColor)
        return AlertFormats.text(report, format, style: style, telling: telling(now))
    }

    /// Posts what the receiver has to hear; throws when it has not got it, and it is news still.
    package func post(_ report: AlertReport, now: Int64) throws {
        let format = format ?? .json
        guard let webhook, AlertFormats.isDue(report, format) else { return }
        try webhook.post(AlertFormats.text(report, format, telling: telling(now)), as: format)
    }

    /// Not as a default of the option, which --help would show.
    private var address: String? { notify ?? Defaults.text("notify") }

    private var webhook: Webhook? { address.flatMap(Webhook.init) }

    private func telling(_ now: Int64) -> AlertTelling {
        AlertTelling(now: now, intervalSeconds: Int64(interval) * 60)
    }
}
