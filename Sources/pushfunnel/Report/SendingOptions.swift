import ArgumentParser
import Foundation
import NDJSON
import Reporting

extension DigestFormat: ExpressibleByArgument {}

/// A report as a mail, or its digest as a post to a chat.
struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print a mail to these addresses, with commas between them, for sendmail -t or "
                + "msmtp -t.",
            valueName: "addresses"))
    var mail: String?

    @Option(
        help: ArgumentHelp(
            "The sender of the mail (default: pushfunnel at this host).", valueName: "address"))
    var mailFrom: String?

    @Option(
        help: ArgumentHelp("The date of the mail (default: now).", valueName: "time"))
    var mailDate: String?

    @Option(
        help: ArgumentHelp(
            "Where readers can stop the mails: a web or mailto: address.", valueName: "url"))
    var unsubscribe: String?

    @Option(
        help: ArgumentHelp(
            "Post the report's first lines to a webhook, and print nothing. Other users of the "
                + "machine can read arguments: --notify-file hides the address.",
            valueName: "url"))
    var notify: String?

    @Option(
        help: ArgumentHelp("Post to the address in a file.", valueName: "file"),
        completion: .file())
    var notifyFile: String?

    @Option(
        help: ArgumentHelp(
            "The receiver of --notify: slack, mattermost or teams.", valueName: "name"))
    var format: DigestFormat?

    @Option(
        help: ArgumentHelp(
            "The address of the folder of pages, for a link in mails and posts.",
            valueName: "url"))
    var baseUrl: String?

    func validate() throws {
        try target.validate()
        _ = try addresses()
        _ = try sender()
        _ = try date()
        _ = try unsubscribeLink()
        _ = try base()
        if mail != nil, target.isGiven { throw ValidationError("--mail", excludes: "--notify") }
        let ofMail = [
            ("--mail-from", mailFrom), ("--mail-date", mailDate), ("--unsubscribe", unsubscribe),
        ]
        if mail == nil, let given = ofMail.first(where: { $0.1 != nil }) {
            throw ValidationError(given.0, needs: "--mail")
        }
        if format != nil, !target.isGiven { throw ValidationError("--format", needs: "--notify") }
        if baseUrl != nil, asked == nil {
            throw ValidationError("--base-url", needs: "--mail or --notify")
        }
    }

    /// The option that makes a mail or a post.
    var asked: String? { mail != nil ? "--mail" : target.isGiven ? "--notify" : nil }

    /// Writes the mail, or posts the digest. `page` is the file name of the report's page.
    func send(
        _ report: Report, page: String?, _ templates: PageTemplates, _ output: OutputOptions
    ) throws {
        let base = try base()
        let link = page.flatMap { page in base.map { $0.page(page) } } ?? base
        if mail != nil {
            let envelope = MailEnvelope(
                from: try sender(), to: try addresses(), date: try date(),
                unsubscribe: try unsubscribeLink())
            let text = try report.mail(envelope, page: link, templates: templates)
            return try output.write(found(text, report))
        }
        let format = format ?? .slack
        let body = try found(report.digest(format, page: link), report)
        try target.webhook?.post(
            body, type: DigestFormat.contentType, confirmedBy: PostConfirmation(format))
    }

    private func found(_ text: String?, _ report: Report) throws -> String {
        guard let text else {
            throw Diagnostic(
                .usage, "\(asked ?? ""): the report \(report.name) has no findings",
                hint: "a report has findings if a section has derive = usual, as nightly has")
        }
        return text
    }

    // MARK: Values

    /// Without the setting of alerts: a digest is posted only on request.
    private var target: NotifyTarget { NotifyTarget(url: notify, file: notifyFile) }

    private func addresses() throws -> [MailAddress] {
        try (mail.map { $0.split(separator: ",", omittingEmptySubsequences: false) } ?? [])
            .map { try address($0.trimmingCharacters(in: .whitespaces), "--mail") }
    }

    private func sender() throws -> MailAddress {
        if let mailFrom { return try address(mailFrom, "--mail-from") }
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return try MailAddress("pushfunnel@\(host)") ?? address("pushfunnel@localhost", "")
    }

    private func address(_ text: String, _ option: String) throws -> MailAddress {
        guard let address = MailAddress(text) else {
            throw ValidationError(
                option, expected: "an address such as push-team@example.org", found: text)
        }
        return address
    }

    private func date() throws -> Int64 {
        try mailDate.map { try AlertTime.moment($0, option: "--mail-date") } ?? AlertTime.clock
    }

    private func unsubscribeLink() throws -> MailLink? {
        try link(
            unsubscribe, "--unsubscribe", ["https://", "http://", "mailto:"],
            "an address such as mailto:push-team@example.org or https://example.org/stop")
    }

    private func base() throws -> MailLink? {
        try link(
            baseUrl, "--base-url", ["https://", "http://"],
            "an address such as https://example.org/reports")
    }

    private func link(
        _ text: String?, _ option: String, _ schemes: [String], _ expected: String
    ) throws -> MailLink? {
        guard let text else { return nil }
        guard let link = MailLink(text, schemes: schemes) else {
            throw ValidationError(option, expected: expected, found: text)
        }
        return link
    }
}
