package import Alerts
internal import Foundation
internal import Mustache

/// A payload by the user's own template: Mustache that makes JSON.
///
/// `{{summary}}` and others are escaped as JSON strings. README.md describes the values.
package struct AlertTemplate {
    private let template: MustacheTemplate

    /// Nil if the text is no template.
    package init?(_ text: String) {
        MustacheContentTypes.register(EscapedJSON(), named: "JSON")
        guard let template = try? MustacheTemplate(string: "{{% CONTENT_TYPE:JSON}}" + text) else {
            return nil
        }
        self.template = template
    }

    /// The payload; nil if the template makes no JSON.
    package func text(
        of report: AlertReport, commands: AlertCommands = AlertCommands()
    ) -> String? {
        let message = AlertMessage(report)
        let text = template.render([
            "headline": message.headline, "name": report.reported.first?.name ?? "",
            "state": report.state.rawValue, "more": message.more > 0 ? "\(message.more)" : "",
            "alerts": message.entries.map { AlertContext.values($0.alert, commands) },
        ])
        let json = try? JSONSerialization.jsonObject(
            with: Data(text.utf8), options: .fragmentsAllowed)
        return json == nil ? nil : text
    }

    private struct EscapedJSON: MustacheContentType {
        func escapeText(_ text: String) -> String {
            String(JSONFormat.quoted(text).dropFirst().dropLast())
        }
    }
}
