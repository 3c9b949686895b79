internal import Alerts

/// The sentence of refused sends: what FCM refuses, since when, how many, and the usual cure.
enum AlertRefusalWords {
    private static let mostCodes = 3

    /// `FCM refuses iOS sends with THIRD_PARTY_AUTH_ERROR since 2025-11-18 09:00 UTC: 61 of 102
    /// (59.8%), usually almost none; …`
    static func summary(
        _ alert: AlertReport.Alert, _ refusals: AlertReport.Refusals
    ) -> String {
        let sends = AlertSentence.subject("sends", sends(alert)) + AlertSentence.besides(alert)
        let share = percent(Double(refusals.refused), of: Double(refusals.attempted))
        let counts =
            NumberWords.grouped(refusals.refused)
            + " of \(NumberWords.grouped(refusals.attempted)) "
            + "(\(share)), usually \(usual(refusals.usual))"
        let codes = codes(refusals)
        if let end = alert.endsAt {
            let length = NumberWords.span(milliseconds: end - alert.startsAt)
            return "\(sends) refused with \(codes): over after \(length); \(counts)"
        }
        return "FCM refuses \(sends) with \(codes) since \(NumberWords.moment(alert.startsAt)): "
            + "\(counts); \(cure(refusals))"
    }

    /// The slice of the sends, without the class of the refusals.
    static func sends(_ alert: AlertReport.Alert) -> [AlertReport.Dimension] {
        alert.slice.filter { $0.name != AlertHistory.refusalDimension }
    }

    private static func usual(_ share: Double) -> String {
        share < 0.001 ? "almost none" : NumberWords.percent(share)
    }

    private static func percent(_ part: Double, of whole: Double) -> String {
        NumberWords.percent(whole > 0 ? part / whole : 0)
    }

    private static func codes(_ refusals: AlertReport.Refusals) -> String {
        let shown = refusals.codes.prefix(mostCodes)
        let more = refusals.codes.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static func cure(_ refusals: AlertReport.Refusals) -> String {
        switch (refusals.kind, refusals.codes.first) {
        case (.configuration, "THIRD_PARTY_AUTH_ERROR"):
            "APNs or the web push service rejects your credentials: renew the APNs key or the "
                + "web push key pair in the Firebase console"
        case (.configuration, "SENDER_ID_MISMATCH"):
            "these tokens belong to another Firebase project: send with the service account of "
                + "the project in the app"
        case (.configuration, _):
            "FCM rejects the sender's credentials: check its service account, its permissions, "
                + "and that the FCM API is on"
        case (.quota, _):
            "more sends than your quota: spread them over time, retry as Retry-After says, or "
                + "ask for more quota"
        case (.fcm, _):
            "a fault of FCM, not yours: see status.firebase.google.com, and retry with growing "
                + "pauses"
        case (.request, _):
            "FCM finds these messages invalid: check what changed in their content, size or "
                + "tokens"
        case (.token, _):
            "no outage: these apps were uninstalled or their tokens expired; delete the tokens "
                + "that FCM reports"
        case (.other, _): "the code has no usual cure: look at FCM's answers in the send log"
        }
    }
}
