internal import Alerts

/// The names that templates of alerts may use.
package enum AlertTemplateNames {
    /// Of one alert, in `--link` and in the section `alerts` of `--template`.
    package static let ofAlert =
        [
            "id", "rule", "state", "severity", "name", "summary", "brief", "slice",
            "starts_at", "updated_at", "ends_at", "starts_ms", "updated_ms", "day", "observed",
            "expected",
            "missing", "drop", "where", "command", "notes", "links", "is_firing", "is_resolved",
            "is_critical",
        ] + AlertHistory.usualDimensions + [
            AlertHistory.refusalDimension, AlertHistory.projectDimension,
        ]

    /// Of a whole message.
    package static let ofMessage = ["headline", "name", "state", "more", "alerts"]

    /// A name that has no value where it stands.
    package struct Unknown: Equatable {
        package var name: String
        package var known: [String]
        /// Whether the section `alerts` has it.
        package var isOfAlert: Bool
    }

    /// The first unknown name of a valid template of a message; nil without any. `own` are the
    /// dimensions of the database's sends.
    package static func unknown(inMessage template: String, own: [String]) -> Unknown? {
        let ofAlert = ofAlert + own
        return TemplateTags.values(in: template).lazy.compactMap { value in
            let isInAlert = value.sections.contains("alerts")
            let known = isInAlert ? ofMessage + ofAlert : ofMessage
            return unknown(value.name, known, isOfAlert: ofAlert.contains(value.name))
        }.first
    }

    /// The first unknown name of a valid template of an address; nil without any.
    package static func unknown(inLink template: String, own: [String]) -> Unknown? {
        TemplateTags.values(in: template).lazy.compactMap {
            unknown($0.name, ofAlert + own, isOfAlert: false)
        }.first
    }

    private static func unknown(
        _ name: String, _ known: [String], isOfAlert: Bool
    ) -> Unknown? {
        known.contains(name) ? nil : Unknown(name: name, known: known, isOfAlert: isOfAlert)
    }
}
