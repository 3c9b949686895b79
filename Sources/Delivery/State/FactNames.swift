internal import FCM
internal import NDJSON

/// Facts by the names that SQL has for them: `$FACT_OPEN` in a file of SQL stands for the bits.
enum FactNames {
    private static let mark = Array("$FACT_".utf8)

    /// Each ingest fills its views: a regular expression takes a tenth of a run that reads nothing.
    static func filled(_ sql: String) -> String {
        var filled: [UInt8] = []
        Array(sql.utf8).withUnsafeBufferPointer { text in
            var rest = text
            while let behind = rest.rest(behind: mark) {
                filled += rest.prefix(rest.count - behind.count - mark.count)
                let name = behind.prefix { isOfName($0) }
                filled += String(facts(String(decoding: name, as: UTF8.self)).rawValue).utf8
                rest = UnsafeBufferPointer(rebasing: behind[name.endIndex...])
            }
            filled += rest
        }
        return String(decoding: filled, as: UTF8.self)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func facts(_ name: String) -> Facts {
        guard let facts = named[name] else { preconditionFailure("no facts are named \(name)") }
        return facts
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
