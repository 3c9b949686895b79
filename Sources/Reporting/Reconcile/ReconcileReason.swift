/// Why a provider counts otherwise than the logs do. The texts are what people read; sources stand
/// in Documentation/Formats.md.
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
        case .notCovered:
            "the logs that were read do not reach from the start of the day to its end"
        case .sendsNotLogged:
            "devices tell of messages of that day whose sends are in no log"
        case .consoleSends:
            "the Firebase console sent on that day, too; no send log has that"
        case .topicFanOut:
            "a topic send is one request in the logs, counted apart; the provider counts devices"
        case .unknownPlatform:
            "some sends of that day are of no known platform: log it with the send"
        case .clientsSilent:
            "devices that do not log receipts count as received only when they tell of an open"
        case .ownNames:
            "campaigns are named by the logs' own field where they have one, else by the label"
        case .notFinal:
            "the newest days of the file may still change"
        case .optedIn:
            "only devices whose users share usage and diagnostics count"
        case .rounded:
            "the provider rounds: shares are percentages, or counts are not to the unit"
        case .withheld:
            "the provider withholds what is of few devices, and labels beyond 100 a day"
        case .otherDays:
            "the days of --tz are not those of the provider"
        case .exportOptIn:
            "only apps that export delivery metrics, with SDKs that can, tell of deliveries"
        case .acceptanceMissing:
            "the file has deliveries whose acceptance is not in it: add the days before"
        case .deliveredLate:
            "the provider looks at the end of the day; what was pending may have arrived since"
        case .stored:
            "APNs keeps one push for each device that is offline; later ones replace it"
        case .dropped:
            "the provider knows of messages that it dropped: expired, collapsed, too many, inactive"
        case .allSenders:
            "the provider counts all pushes of the app, whoever sent them"
        }
    }
}
