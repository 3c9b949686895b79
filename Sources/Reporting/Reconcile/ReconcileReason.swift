/// Known reasons for a difference between the counts of a provider and of the logs.
/// Documentation/Formats.md names the sources.
package enum ReconcileReason: String, CaseIterable, Comparable, Sendable {
    // Of the logs.
    case notCovered = "day_not_covered"
    case sendsNotLogged = "sends_not_logged"
    case consoleSends = "console_sends"
    case topicFanOut = "topic_fan_out"
    case unknownPlatform = "platform_unknown"
    case clientsSilent = "clients_do_not_log"
    case ownNames = "names_differ"
    // Of the provider.
    case notFinal = "not_final"
    case optedIn = "opted_in_devices"
    case rounded = "rounded"
    case withheld = "withheld"
    case otherDays = "other_days"
    case exportOptIn = "export_opt_in"
    case acceptanceMissing = "acceptance_missing"
    case deliveredLate = "delivered_after_its_day"
    case stored = "stored"
    case dropped = "dropped"
    case allSenders = "all_senders"

    package static func < (a: ReconcileReason, b: ReconcileReason) -> Bool {
        a.place < b.place
    }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    var meaning: String {
        switch self {
        case .notCovered: "the logs do not cover the whole day"
        case .sendsNotLogged: "devices logged messages of that day whose sends are in no log"
        case .consoleSends:
            "the Firebase console also sent messages on that day; no send log has them"
        case .topicFanOut:
            "the logs count a topic send separately and once; the provider counts devices"
        case .unknownPlatform:
            "some sends of that day have no known platform: log platform with each send"
        case .clientsSilent: "devices that log no receipts count as received only after an open"
        case .ownNames: "the logs use their own campaign field if there is one, else the label"
        case .notFinal: "the provider may still change the newest days of the file"
        case .optedIn: "the provider counts only devices that share usage and diagnostics data"
        case .rounded: "the provider rounds its percentages or counts"
        case .withheld: "the provider hides counts of few devices, and labels beyond 100 a day"
        case .otherDays: "the days of --tz differ from the days of the provider"
        case .exportOptIn:
            "only apps that export delivery metrics, with a recent SDK, report deliveries"
        case .acceptanceMissing:
            "the file has deliveries without their acceptance: add files of earlier days"
        case .deliveredLate:
            "the provider counts at the end of the day; pending messages may have arrived later"
        case .stored: "APNs stores one push per offline device; a later push replaces it"
        case .dropped:
            "the provider dropped messages: expired, collapsed, too many, or an inactive device"
        case .allSenders: "the provider counts all pushes of the app, of every sender"
        }
    }
}
