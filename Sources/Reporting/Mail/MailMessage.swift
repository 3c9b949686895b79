internal import NDJSON

/// A mail with a text and a page of the same words, whole, as sendmail and msmtp read it.
///
/// https://www.rfc-editor.org/rfc/rfc5322, https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4
package struct MailMessage: Sendable {
    package var envelope: MailEnvelope
    package var subject: String
    package var text: String
    package var html: String

    package init(envelope: MailEnvelope, subject: String, text: String, html: String) {
        self.envelope = envelope
        self.subject = subject
        self.text = text
        self.html = html
    }

    /// The same envelope, subject and parts give the same `Message-ID`, whatever the date: mail
    /// servers show a repeated mail once.
    package var source: String {
        let identity = identity
        // `=_` is in no quoted-printable text.
        let boundary = "=_\(identity)"
        let parts = [("text/plain", text), ("text/html", html)].map { type, body in
            """
            --\(boundary)
            Content-Type: \(type); charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            \(MailEncoding.quotedPrintable(body))
            """
        }
        return head(identity) + """
            MIME-Version: 1.0
            Content-Type: multipart/alternative;
             boundary="\(boundary)"

            \(parts.joined())--\(boundary)--

            """
    }

    private func head(_ identity: String) -> String {
        let to = envelope.to.map(\.text).joined(separator: ",\n ")
        var head = """
            From: pushfunnel <\(envelope.from.text)>
            To: \(to)
            \(MailEncoding.field("Subject", subject))\
            Date: \(MailMessage.date(envelope.date))
            Message-ID: <\(identity)@\(envelope.from.domain)>
            Auto-Submitted: auto-generated

            """
        if let unsubscribe = envelope.unsubscribe {
            head += "List-Unsubscribe: <\(unsubscribe.text)>\n"
        }
        return head
    }

    private var identity: String {
        var hash = SHA256()
        let unsubscribe = envelope.unsubscribe?.text ?? ""
        let texts = [envelope.from.text, unsubscribe, subject, text, html]
        for text in envelope.to.map(\.text) + texts {
            // A byte that is in no text ends each.
            (Array(text.utf8) + [0xff]).withUnsafeBufferPointer { hash.append($0) }
        }
        return String(hash.finish().prefix(32))
    }

    /// `Mon, 15 Dec 2025 06:00:00 +0000`, of ms since 1970.
    static func date(_ milliseconds: Int64) -> String {
        let seconds = floorDivide(milliseconds, 1000)
        let days = floorDivide(seconds, 86_400)
        let (year, month, day) = civilFromDays(days)
        let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        let weekday = WeekdayName.of(day: days).prefix(3)
        return "\(weekday), \(day) \(MonthName.short(Int(month))) \(padded(year, 4)) "
            + clock.joined(separator: ":") + " +0000"
    }
}

/// Whom a mail is from, and whom it goes to.
package struct MailEnvelope: Sendable {
    package var from: MailAddress
    package var to: [MailAddress]
    /// When it is sent, in ms since 1970.
    package var date: Int64
    /// Where to stop such mails.
    package var unsubscribe: MailLink?

    package init(from: MailAddress, to: [MailAddress], date: Int64, unsubscribe: MailLink?) {
        self.from = from
        self.to = to
        self.date = date
        self.unsubscribe = unsubscribe
    }
}
