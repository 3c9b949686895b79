import Foundation
import Reporting
import Testing

/// What Python's email and msmtp make of mails is in `Tests/Tools/mail_check.py`.
@Suite("Mails")
struct MailTests {
    private static let hostile = [
        "", "a", "=", "a =\n", " a \n\n b ", ".", "..\n.", "From a\nFrom b", "ü–−·😀",
        String(repeating: "x", count: 200), String(repeating: "😀", count: 100),
        String(repeating: " ", count: 200), String(repeating: "=\n.", count: 100),
        "a\r\nBcc: b@example.org", "a\nBcc: b@example.org\n\nbody", "=?utf-8?q?x?=", "\u{0}\u{7f}",
    ]

    @Test("bodies have short lines of ASCII, and read as they were", arguments: hostile)
    func body(text: String) throws {
        let encoded = MailEncoding.quotedPrintable(text)
        let lines = encoded.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { 0x20...0x7e ~= $0 } })
        #expect(!lines.contains { $0.hasPrefix(".") || $0.hasPrefix("From ") || $0.hasSuffix(" ") })
        let joined = encoded.replacing("=\n", with: "")
        #expect(try decoded(joined) == text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n"))
    }

    @Test("fields have short lines, and no text adds a field", arguments: hostile)
    func field(text: String) throws {
        let field = MailEncoding.field("Subject", text)
        let lines = field.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last == "" && lines.dropLast().allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix(" ") })
        let value = field.dropFirst("Subject: ".count).dropLast()
        let words = value.split(separator: "\n ").map { word in
            word.wholeMatch(of: /=\?utf-8\?q\?(.*)\?=/)?.1 ?? word
        }
        let isEncoded = value.hasPrefix("=?")
        #expect(try isEncoded ? decoded(words.joined()) == text : value == text)
    }

    private func decoded(_ text: String) throws -> String {
        try #require(
            text.replacing("_", with: " ").replacing("%", with: "%25").replacing("=", with: "%")
                .removingPercentEncoding)
    }

    @Test("other texts are no addresses")
    func addresses() {
        #expect(MailAddress("push-team+a@mail.example.org")?.domain == "mail.example.org")
        for text in [
            "", "a", "a@", "@b", "a@b@c", "a b@c", "a@b\nBcc: c", "a@b,c@d", "<a@b>", "ü@b", "a@ü",
            "a..b@c", ".a@b", "a@b.", "\"a\"@b", "a@[1.2.3.4]", "a\u{0}@b",
            String(repeating: "a", count: 255) + "@b",
        ] {
            #expect(MailAddress(text) == nil, "\(text)")
        }
    }

    @Test("other texts are no links")
    func links() {
        #expect(MailLink("https://e.org/a")?.page("b.html").text == "https://e.org/a/b.html")
        #expect(MailLink("https://e.org/a/")?.page("b.html").text == "https://e.org/a/b.html")
        #expect(MailLink("mailto:a@b", schemes: ["mailto:"]) != nil)
        for text in [
            "", "https://", "javascript:x", "mailto:a@b", "https://a\n", "https://a b>",
            "https://a>",
        ] {
            #expect(MailLink(text) == nil, "\(text)")
        }
    }

    private func mail(_ day: DayReport, to: [String] = ["a@example.org"], date: Int64 = 0) throws
        -> String
    {
        let report = try day.report()
        let envelope = MailEnvelope(
            from: try #require(MailAddress("push@example.org")),
            to: try to.map { try #require(MailAddress($0)) }, date: date, unsubscribe: nil)
        return try #require(try report.mail(envelope, page: nil, templates: PageTemplates()))
    }

    @Test("a repeated mail has its former ID, at another date too")
    func identity() throws {
        func lines(_ mail: String) -> Set<Substring> { Set(mail.split(separator: "\n")) }
        let first = try mail(Gallery.day())
        let second = try mail(Gallery.day(), date: 1_765_845_045_000)
        #expect(lines(first).subtracting(lines(second)) == ["Date: Thu, 1 Jan 1970 00:00:00 +0000"])
        #expect(
            lines(second).subtracting(lines(first)) == ["Date: Tue, 16 Dec 2025 00:30:45 +0000"])
        let third = try mail(Gallery.day(), to: ["b@example.org"])
        #expect(lines(third).subtracting(lines(first)).contains { $0.hasPrefix("Message-ID: ") })
    }

    @Test("the subject is the first finding and the day")
    func subject() throws {
        #expect(
            try mail(DayReport(usual: .month())).contains(
                """
                Subject: =?utf-8?q?An_ordinary_day=3A_every_rate_is_within_its_usual_?=
                 =?utf-8?q?range_=C2=B7_Monday=2C_15_December_2025?=

                """))
    }
}
