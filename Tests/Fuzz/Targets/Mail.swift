import Foundation
import Reporting

/// A mail holds its subject, text and page, whatever these are, as a plain reader finds them
/// (`PlainMail`); no text adds a field or a part, and every line is short ASCII.
///
/// The input is sender, receivers with commas between them, where to unsubscribe, subject, text and
/// page, with NUL between them. Addresses that are none are refused, and others taken instead.
func fuzzMail(_ bytes: [UInt8]) throws {
    let parts = bytes.prefix(8192)
        .split(separator: 0, maxSplits: 5, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    func part(_ place: Int) -> String { place < parts.count ? parts[place] : "" }
    guard let usual = MailAddress("push@example.org") else { throw Broken("no address") }
    let to = part(1).split(separator: ",").compactMap { MailAddress(String($0)) }
    let envelope = MailEnvelope(
        from: MailAddress(part(0)) ?? usual, to: to.isEmpty ? [usual] : to,
        date: 1_765_782_000_000, unsubscribe: MailLink(part(2)))
    let message = MailMessage(
        envelope: envelope, subject: part(3), text: part(4), html: part(5))
    let source = message.source
    try expectEqual(source, message.source, "a mail made again")
    let mail = try PlainMail(source)
    var names = ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"]
    if envelope.unsubscribe != nil { names.append("List-Unsubscribe") }
    names += ["MIME-Version", "Content-Type"]
    try expectEqual(mail.fields.map(\.name), names, "the fields")
    try expectEqual(mail["To"], envelope.to.map(\.text).joined(separator: ", "), "the receivers")
    try expectEqual(mail["From"], "pushfunnel <\(envelope.from.text)>", "the sender")
    try expectEqual(try PlainMail.decoded(mail["Subject"]), message.subject, "the subject")
    let kinds = ["text/plain; charset=utf-8", "text/html; charset=utf-8"]
    try expectEqual(mail.parts.map(\.kind), kinds, "the parts")
    let texts = [message.text, message.html].map(PlainMail.lines)
    try expectEqual(mail.parts.map { PlainMail.lines($0.text) }, texts, "the texts")
}
