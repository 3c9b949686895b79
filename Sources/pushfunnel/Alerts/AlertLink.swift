import ArgumentParser
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

extension AlertTemplateNames.Unknown {
    /// The found word of an error.
    var found: String { "{{\(name)}}" }

    /// For an error's sentence; the names themselves if none is similar.
    var expected: String { "a name that templates have here" }

    var hint: String {
        if isOfAlert { return "an alert has it: {{#alerts}}{{\(name)}}{{/alerts}}" }
        return ValueError.suggestion(for: name, in: known)
            ?? "the names are \(known.joined(separator: ", "))"
    }
}
