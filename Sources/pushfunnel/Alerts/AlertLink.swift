import Reporting

/// Templates of addresses on the command line and in settings.
enum AlertLink {
    static let expected =
        "an address such as https://example.org/push?rule={{rule}}&from={{starts_ms}}"

    static func isValid(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://"))
            && text.unicodeScalars.allSatisfy { 0x21...0x7e ~= $0.value }
            && LinkTemplate(text) != nil
    }
}
