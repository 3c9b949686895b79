internal import FCM
internal import NDJSON

/// Names in files of SQL, such as `$FACT_OPEN`, for texts that follow from a list of the program.
package enum SQLNames {
    private static let mark = Array("$".utf8)

    /// The text of a file with each name replaced: by one of `words`, else by one of the program.
    ///
    /// No regular expression: each ingest fills its views, and one took a tenth of an empty run.
    package static func filled(_ sql: String, _ words: [String: String] = [:]) -> String {
        var filled: [UInt8] = []
        Array(sql.utf8).withUnsafeBufferPointer { text in
            var rest = text
            while let behind = rest.rest(behind: mark) {
                filled += rest.prefix(rest.count - behind.count - mark.count)
                let name = behind.prefix { isOfName($0) }
                filled += word(String(decoding: name, as: UTF8.self), words).utf8
                rest = UnsafeBufferPointer(rebasing: behind[name.endIndex...])
            }
            filled += rest
        }
        return String(decoding: filled, as: UTF8.self)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func word(_ name: String, _ words: [String: String]) -> String {
        guard let word = words[name] ?? texts[name] else {
            preconditionFailure("SQL has no name $\(name)")
        }
        return word
    }

    private static let texts: [String: String] = {
        var texts = eventTexts
        texts["FUNNEL_COUNTS"] = RollupTable.funnel.countColumns.joined(separator: ",\n    ")
        texts["FUNNEL_BASES"] = """
            case when silent = 0 then sent * (select has_client_log from base_clients) else 0 end
                    as open_base,
                case when platform_source in ('explicit', 'addressed') then attempted else 0 end
                    as failure_base,
                case when platform_source in ('explicit', 'addressed') then failed else 0 end
                    as failures_in_base
            """
        texts["FUNNEL_SUMS"] = RollupTable.funnel.countColumns
            .map { "sum(\($0)) as \($0)" }.joined(separator: ",\n    ")
        texts["FUNNEL_OF_MESSAGE"] = RollupTable.funnel.countColumns
            .map { "funnel_\($0) as \($0)" }.joined(separator: ",\n    ")
        texts["FUNNEL_OF_MESSAGES"] = RollupTable.funnel.countColumns
            .map { "sum(funnel_\($0)) as \($0)" }.joined(separator: ",\n    ")
        texts["LINE_COUNTS"] = LineCounts.columns.map(\.name).joined(separator: ",\n    ")
        texts["SEGMENT_COLUMNS"] =
            ([
                "platform", "platform_source", "campaign", "project", "image", "image_status",
                "silent", "target_kind",
            ] + OwnDimension.Source.sends.columns).joined(separator: ", ")
        texts["CLIENT_VALUES"] = OwnDimension.Source.clients.columns.joined(separator: ", ")
        texts["PLATFORM_SETS"] = cases(
            (1..<UInt8(1 << Platform.unknown.rawValue)).map { set in
                let named = Platform.allCases.filter { set & 1 << $0.rawValue != 0 }
                return (Int(set), named.map(\.name).joined(separator: "+"))
            })
        addColumns(of: SendProfile.self, "SEND", table: "send_profiles", to: &texts)
        addColumns(of: ObservedProfile.self, "OBSERVED", table: "observed_profiles", to: &texts)
        addColumns(of: SendError.self, "ERROR", table: "send_errors", to: &texts)
        texts["CONVERSION_COLUMNS"] = Amount.members
            .map { "\(StateTable.amount($0.column)) as \($0.parts[0].name)" }
            .joined(separator: ",\n    ")
        texts["CONVERSION_NAMES"] = Amount.members.map(\.parts[0].name)
            .joined(separator: ",\n    ")
        texts["TARGET_HASH_BITS"] = String(SendRecord.targetHashBits)
        for (name, facts) in facts { texts["FACT_" + name] = String(facts.rawValue) }
        return texts
    }()

    private static let eventTexts: [String: String] = {
        let kinds = EventKind.allCases
        let columns = kinds.map { ($0, shown: "\($0.column)_ms") }
        let times = StateTable.kinds.map { (stored: "states.\($0.column)_at", kind: $0) }
        let converted = StateTable.conversion("converted_at")
        // The least of the others, as `EventTimes.first`.
        let earliest = "coalesce(\(SQLNames.earliest(of: times.map(\.stored))), \(converted))"
        return [
            "EVENT_TIMES": times.map { "\($0.stored) as \($0.kind.column)_ms" }
                .joined(separator: ",\n    ") + ",\n    \(converted) as converted_ms",
            "EVENT_COLUMNS": columns.map(\.shown).joined(separator: ", "),
            "EARLIEST_COLUMN": "coalesce(least("
                + StateTable.kinds.map { "\($0.column)_ms" }.joined(separator: ", ")
                + "), converted_ms)",
            "EVENT_COUNT": kinds.map {
                "case when (facts & \(Facts.event($0).rawValue)) <> 0 then 1 else 0 end"
            }.joined(separator: "\n            + "),
            "EVENT_NUMBERS": kinds.map { "(\($0.rawValue))" }.joined(separator: ", "),
            "EVENT_KINDS": cases(kinds.map { (Int($0.rawValue), $0.name) }),
            "EVENT_MOMENTS": columns.map { "when \($0.0.rawValue) then \($0.shown)" }
                .joined(separator: " "),
            "EARLIEST_EVENT": earliest,
            "SEND_MOMENT": """
            coalesce(states.sent_at, case when states.k >= 0 then \
            (states.k - states.k % 4000) / 4000 end, \(earliest))
            """,
        ]
    }()

    /// The least known of some times, null if none is. No function gives that in both SQLite and
    /// DuckDB. What is not the least of all is not compared with the later ones.
    private static func earliest(of times: [String]) -> String {
        let branches = times.enumerated().dropLast().map { index, time in
            let later = times[(index + 1)...]
                .map { "\(time) <= coalesce(\($0), \(Int64.max))" }
            return "when \(later.joined(separator: " and ")) then \(time)"
        }
        return "case \(branches.joined(separator: " ")) else \(times.last ?? "null") end"
    }

    /// The members of a value in the database (`_COLUMNS`) and in a lake (`_NAMES`), but for those
    /// of each platform, and for the campaign: what a message is counted under has that name.
    private static func addColumns<Value: SharedValue>(
        of type: Value.Type, _ name: String, table: String, to texts: inout [String: String]
    ) {
        let members = Value.members.filter { $0.parts.count == 1 && $0.column != "campaign" }
        let names = members.map { $0.parts[0].name }
        texts[name + "_COLUMNS"] = zip(members, names)
            .map { "\(table).\($0.column) as \($1)" }.joined(separator: ",\n    ")
        texts[name + "_NAMES"] = names.joined(separator: ",\n    ")
    }

    /// Branches of a `case` that make words of numbers.
    private static func cases(_ words: [(number: Int, word: String)]) -> String {
        words.map { "when \($0.number) then '\($0.word)'" }.joined(separator: " ")
    }

    private static let facts: [String: Facts] = {
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
