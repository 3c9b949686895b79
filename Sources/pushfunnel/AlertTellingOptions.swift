package import Alerts
import ArgumentParser
import Delivery
import Foundation
import Reporting

/// The forms of evaluations and of back-tests, by the names that both are asked for by.
enum AlertFormatChoice: String, CaseIterable, ExpressibleByArgument {
    case text, json, alertmanager, prometheus, slack, html, svg

    var evaluation: AlertFormatName? { AlertFormatName(rawValue: rawValue) }
    var backtest: BacktestFormatName? { BacktestFormatName(rawValue: rawValue) }
}

/// How an evaluation of the alerts is printed, and where it is posted.
package struct AlertTellingOptions: ParsableArguments {
    @Flag(help: "Print JSON: the same as --format json.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Print text, json, alertmanager, prometheus or slack; with --notify, post it and "
                + "print text. A back-test: text, json, html or svg.",
            valueName: "name"))
    var format: AlertFormatChoice?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to a file, made whole and then renamed; .json, .prom and .txt, and .html and "
                + ".svg of a back-test, name the format.",
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Post to a webhook when there is news, and to Alertmanager whatever fires. Others on "
                + "the machine can read arguments: --notify-file and PUSHFUNNEL_NOTIFY hide an "
                + "address.",
            valueName: "url"))
    var notify: String?

    @Option(
        help: ArgumentHelp(
            "Post to the address that stands in a file, such as a credential of systemd.",
            valueName: "file"),
        completion: .file())
    var notifyFile: String?

    @Option(
        help: ArgumentHelp(
            "Between runs: Alertmanager drops an alert two and a half of them after the last.",
            valueName: "minutes"))
    var interval = 60

    package init() {}

    package func validate() throws {
        if json, let format, format != .json, address == nil {
            throw ValidationError("--json", excludes: "--format \(format.rawValue)")
        }
        guard 1...1440 ~= interval else {
            throw ValidationError(
                "--interval", expected: "1 to 1440 minutes", found: String(interval))
        }
        guard notify == nil || notifyFile == nil else {
            throw ValidationError("--notify", excludes: "--notify-file")
        }
        if let notifyFile, notifyFileText == nil {
            throw ValidationError(
                "--notify-file", expected: "a file with one address", found: notifyFile)
        }
        guard address == nil || webhook != nil else {
            // Not the text itself: it may hold a password.
            throw ValidationError(
                notifyFile ?? Defaults.place(of: "notify", flag: "--notify"),
                expected: "an address such as https://hooks.example.org/alerts")
        }
    }

    /// To standard output, or to the file.
    package func write(_ report: AlertReport, now: Int64) throws {
        try write(text(of: report, now: now))
    }

    private func write(_ text: String) throws {
        guard let output, output != "-" else { return try Terminal.print(text) }
        try OutputFile.write(text, to: output)
    }

    /// What is written.
    package func text(of report: AlertReport, now: Int64) -> String {
        let named = output.flatMap { AlertFormatName(fileName: $0) }
        let format = json ? .json : (address == nil ? format?.evaluation : nil) ?? named ?? .text
        return AlertFormats.text(report, format, style: style, telling: telling(now))
    }

    /// Posts what the receiver has to hear; throws when it has not got it, and it is news still.
    package func post(_ report: AlertReport, now: Int64) throws {
        let format = format?.evaluation ?? .json
        guard let webhook, AlertFormats.isDue(report, format) else { return }
        try webhook.post(AlertFormats.text(report, format, telling: telling(now)), as: format)
    }

    private var style: TextStyle {
        TextStyle(isHuman: true, hasColor: output == nil && Terminal.usesColor)
    }

    /// Not as a default of the option, which --help would show.
    private var address: String? { notify ?? notifyFileText ?? Defaults.text("notify") }

    /// Nil where there is no such file, or it holds more than an address has.
    private var notifyFileText: String? {
        guard let notifyFile, let text = try? TextFile(path: notifyFile).text,
            text.utf8.count <= 4096
        else { return nil }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private var webhook: Webhook? { address.flatMap(Webhook.init) }

    private func telling(_ now: Int64) -> AlertTelling {
        AlertTelling(now: now, intervalSeconds: Int64(interval) * 60)
    }
}

// MARK: - Back-tests

extension AlertTellingOptions {
    /// Throws for a form that only evaluations have.
    func backtestFormat() throws -> BacktestFormatName {
        if json { return .json }
        if let format {
            guard let name = format.backtest else {
                throw ValidationError(
                    "--format", expected: "text, json, html or svg with --backtest",
                    found: format.rawValue)
            }
            return name
        }
        return output.flatMap { BacktestFormatName(fileName: $0) } ?? .text
    }

    /// Throws for a form that only back-tests have.
    func expectEvaluationFormat() throws {
        let asked =
            format
            ?? output.flatMap(BacktestFormatName.init(fileName:)).flatMap {
                AlertFormatChoice(rawValue: $0.rawValue)
            }
        guard !json, let asked, asked.evaluation == nil else { return }
        throw ValidationError(
            format == nil ? "--output" : "--format", needs: "--backtest for \(asked.rawValue)")
    }

    func write(_ backtest: AlertBacktest, timeZone: String) throws {
        try write(
            BacktestFormats.text(backtest, backtestFormat(), timeZone: timeZone, style: style))
    }
}
