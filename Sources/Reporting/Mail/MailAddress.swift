/// An address of a mail, such as `push-team@example.org`: ASCII alone, so that nothing in it can
/// end a line or begin another address.
package struct MailAddress: Equatable, Sendable {
    package let text: String
    package let domain: String

    /// Nil of any other text. https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1
    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, text.utf8.count <= 254,
            MailAddress.isDotted(parts[0], marks: "!#$%&'*+-/=?^_`{|}~"),
            MailAddress.isDotted(parts[1], marks: "-")
        else { return nil }
        self.text = text
        domain = parts[1]
    }

    private static func isDotted(_ text: String, marks: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.unicodeScalars.allSatisfy { scalar in
                    switch scalar {
                    case "a"..."z", "A"..."Z", "0"..."9": true
                    default: marks.unicodeScalars.contains(scalar)
                    }
                }
        }
    }
}

/// An address of the web or of mail, for a link: printable ASCII without spaces and brackets.
package struct MailLink: Equatable, Sendable {
    package let text: String

    /// Nil of a text that does not begin with one of the schemes, or is longer than 900 bytes.
    package init?(_ text: String, schemes: [String] = ["https://", "http://"]) {
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }),
            text.utf8.count > scheme.utf8.count, text.utf8.count <= 900,
            text.utf8.allSatisfy({ 0x21...0x7e ~= $0 && !"<>\"\\".utf8.contains($0) })
        else { return nil }
        self.text = text
    }

    /// The page of this name below the address.
    package func page(_ name: String) -> MailLink {
        MailLink(text: text + (text.hasSuffix("/") ? "" : "/") + name)
    }

    private init(text: String) { self.text = text }
}
