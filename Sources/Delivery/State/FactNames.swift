internal import FCM

/// Facts by the names that SQL has for them: `$FACT_OPEN` in a file of SQL stands for the bits.
enum FactNames {
    static func filled(_ sql: String) -> String {
        sql.replacing(/\$FACT_([A-Z_]+)/) { match in
            guard let facts = named[String(match.1)] else {
                preconditionFailure("no facts are named \(match.1)")
            }
            return String(facts.rawValue)
        }
    }

    private static let named: [String: Facts] = {
        let kinds = EventKind.allCases.map { ($0.name.uppercased(), Facts.event($0)) }
        return sends.merging(kinds) { known, _ in known }
    }()

    private static let sends: [String: Facts] = [
        "SENT": .anySent,
        "FAILED": .anyFailed,
        "VALIDATED": .anyValidated,
        "ATTEMPTED": .attempted,
        "EVENTS": .events,
        "MESSAGES": .messages,
        "LINES": .lines,
        "LABEL_ONLY": .labelOnly,
        "BACKGROUND_DISPLAY": .backgroundDisplay,
        "UNSTATED_DISPLAY": .unstatedDisplay,
        "CLIENT_LOG": .clientLog,
        "TIME_OF_ID": .timeOfID,
    ]
}
