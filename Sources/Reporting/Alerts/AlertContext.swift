package import Alerts
internal import Mustache

/// An alert as the values of a template: README.md describes them.
enum AlertContext {
    private static let longestBrief = 130

    static func values(
        _ alert: AlertReport.Alert, _ commands: AlertCommands = AlertCommands()
    ) -> [String: Any] {
        let counts = AlertSentence.sinceStart(alert)
        let isOver = alert.state == .resolved
        var values: [String: Any] = [
            "id": alert.id, "rule": alert.rule, "state": alert.state.rawValue,
            "severity": alert.severity, "name": alert.name,
            "summary": AlertSentence.summary(alert), "brief": brief(alert),
            "slice": AlertWords.slice(alert.slice),
            "starts_at": NumberWords.rfc3339(alert.startsAt),
            "updated_at": NumberWords.rfc3339(alert.updatedAt),
            "starts_ms": String(alert.startsAt), "updated_ms": String(alert.updatedAt),
            "day": String(NumberWords.rfc3339(alert.startsAt).prefix(10)),
            "command": commands.counts(of: alert),
            "where": AlertPlaces.words(alert, most: 5).joined(separator: "; "),
            "notes": alert.notes, "links": alert.links, "is_firing": !isOver,
            "is_resolved": isOver, "is_critical": alert.severity == "critical",
        ]
        assert(values.keys.allSatisfy(AlertTemplateNames.ofAlert.contains))
        for dimension in alert.slice where values[dimension.name] == nil {
            values[dimension.name] = dimension.text
        }
        if let end = alert.endsAt { values["ends_at"] = NumberWords.rfc3339(end) }
        if alert.hasFigures {
            values["observed"] = NumberWords.count(counts.observed)
            values["expected"] = NumberWords.count(counts.expected)
            values["missing"] = NumberWords.count(counts.missing)
            values["drop"] = NumberWords.percent(counts.drop)
        }
        return values
    }

    /// The beginning of the sentence; lengths are in UTF-16.
    private static func brief(_ alert: AlertReport.Alert) -> String {
        var kept = ""
        for character in SafeText.visible(AlertSentence.summary(alert)) {
            guard kept.utf16.count + character.utf16.count < longestBrief else { return kept + "…" }
            kept.append(character)
        }
        return kept
    }
}

/// The template of an address: `https://example.org/runbook?rule={{rule}}&platform={{platform}}`.
/// Values are percent-encoded.
package struct LinkTemplate {
    private let template: MustacheTemplate

    /// Nil if the text is no template.
    package init?(_ text: String) {
        MustacheContentTypes.register(EncodedText(), named: "LINK")
        guard let template = try? MustacheTemplate(string: "{{% CONTENT_TYPE:LINK}}" + text) else {
            return nil
        }
        self.template = template
    }

    package func link(of alert: AlertReport.Alert) -> String {
        template.render(AlertContext.values(alert))
    }

    private struct EncodedText: MustacheContentType {
        func escapeText(_ text: String) -> String {
            text.utf8.map { byte in
                let isPlain =
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || "-._~".utf8.contains(byte)
                return isPlain
                    ? String(UnicodeScalar(byte))
                    : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
        }
    }
}
