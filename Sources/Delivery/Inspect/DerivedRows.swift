internal import FCM
internal import NDJSON
internal import SQLite

/// Looks for rows that the program would write otherwise: each follows from another row, or from a
/// list of the program.
struct DerivedRows {
    let db: Connection

    /// Shared values that the program would write with other words.
    func words() throws -> [String] { try DictionaryTables.oddRows(db) }

    /// The days of keys are named by the beginning of their UTC day, and every message is in one.
    func days() throws -> [String] {
        let sql = "select send_day, from_ms from day_keys"
        let odd = try Row.fetchAll(db, sql: sql).compactMap { row -> String? in
            let (day, start): (String, Int64) = (try row["send_day"], try row["from_ms"])
            return day == Period.day(of: start / 3_600_000)
                ? nil : "day_keys: \(day) does not begin at \(start)"
        }
        let lost = try DayKeys.lost(db)
        return odd + (lost == 0 ? [] : ["day_keys: \(lost) messages are not in those of their day"])
    }

    /// Dimensions are those of the views, whichever version of the program made these.
    func dimensions() throws -> [String] {
        let rows = try Row.fetchAll(db, sql: "select source, position, name from dimensions")
        let declared = try rows.map { row -> String in
            let source = OwnDimension.Source(rawValue: try row["source"])
            let columns = Dictionary(
                uniqueKeysWithValues: zip(1..., source?.columns ?? []).map { ($0, $1) })
            let column = columns[try row["position"]] ?? "no column"
            return "\(column) as \(try row["name"] as String)"
        }
        let shown = /coalesce\(((?:client_)?dimension_[1-8]), '\(none\)'\) as ([a-z0-9_]+)/
        let made = try (Settings.text(.views, db) ?? "").matches(of: shown)
            .map { "\($0.1) as \($0.2)" }
        return Set(declared).symmetricDifference(made).sorted().map { name in
            declared.contains(name)
                ? "dimensions: no view has \(name)" : "dimensions: \(name) is missing"
        }
    }

    /// Every conversion is of a message that has one, and every such message has its conversion.
    func conversions() throws -> [String] {
        let ofMessage = """
            conversions.day = states.day and conversions.k = states.k
            and conversions.tail = states.tail
            """
        let isConverted = "(states.facts & \(Facts.converted.rawValue)) <> 0"
        let strange = """
            select count(*) from conversions
            where not exists (select 1 from states where \(ofMessage) and \(isConverted))
            """
        let lost = """
            select count(*) from states
            where \(isConverted) and not exists (select 1 from conversions where \(ofMessage))
            """
        return try [(strange, "are of no converted message"), (lost, "are missing")]
            .compactMap { sql, problem in
                let count = try Int64.fetchOne(db, sql: sql) ?? 0
                return count == 0 ? nil : "conversions: \(count) \(problem)"
            }
    }

    /// Every rejected line is of a file, or of none that is known: those of a lake have 0.
    func rejects() throws -> [String] {
        try ["rejected_lines", "distinct_rejects"].compactMap { table in
            let sql =
                "select count(*) from \(table) where file <> 0 "
                + "and file not in (select id from ledger_files)"
            let lost = try Int64.fetchOne(db, sql: sql) ?? 0
            return lost == 0 ? nil : "\(table): \(lost) lines are of no file"
        }
    }

    /// Classes of delay are those of the program.
    func delayClasses() throws -> [String] {
        let wanted = DelayBucket.all.map { [Int64($0.bucket), $0.from, $0.to] }
        let sql = "select bucket, from_seconds, to_seconds from delay_buckets"
        let stored = try Row.fetchAll(db, sql: sql).map { row in
            try ["bucket", "from_seconds", "to_seconds"].map { try row[$0] as Int64? }
        }
        let odd = Set(wanted).symmetricDifference(stored).compactMap { $0[0] }
        return Set(odd).sorted().map { "delay_buckets: \($0) is not the program's class" }
    }

    /// The key of a message without another form is a hash of the text of its ID, which is stored.
    func messageIDs() throws -> [String] {
        let hashKey = try Settings.storedKeys(db).identity
        let rows = try db.statement(
            """
            select states.day, states.k, states.tail, message_ids.message_id
            from states
            left join message_ids on message_ids.day = states.day
                and message_ids.k = states.k and message_ids.tail = states.tail
            where states.k >= -4611686018427387904 and states.k < 0
            """)
        defer { rows.reset() }
        var texts: [String] = []
        while try rows.step() {
            let key = MessageKey(k: rows.integer(1), tail: rows.integer(2))
            guard case .text(let id) = rows.cell(3) else {
                texts.append("message_ids: the ID of a message is missing")
                continue
            }
            guard !MessageKey.all(of: id, hashKey: hashKey).contains(key) else { continue }
            texts.append("message_ids: \(id) is not the ID of its message")
        }
        return texts
    }

    /// The key of each name of a message is that of its text, or holds the ID.
    func names() throws -> [String] {
        let hashKey = try Settings.storedKeys(db).identity
        let rows = try db.statement("select k, tail, text from message_names")
        defer { rows.reset() }
        var wrong = 0
        while try rows.step() {
            let key = MessageKey(k: rows.integer(0), tail: rows.integer(1))
            let isRight =
                if case .text(let id) = rows.cell(2) {
                    MessageKey.all(of: id, hashKey: hashKey).contains(key)
                } else {
                    key.messageID != nil
                }
            if !isRight { wrong += 1 }
        }
        return wrong == 0 ? [] : ["message_names: \(wrong) are not the IDs that they are keys of"]
    }

    /// Ingest finds a key without a time by the filters of its day: all are in there.
    func filters() throws -> [String] {
        let days = try Int64.fetchAll(
            db, sql: "select distinct day from states where day <> 0 order by day")
        return try days.compactMap { day in
            let filters = try filters(of: day)
            var lost = 0
            try StateTable.forEach(db, "where day = ?", [day]) { row in
                let key = StateTable.key(row)
                if !filters.contains(where: { $0.mayHold(key) }) { lost += 1 }
            }
            let text = Horizon(day: day).text
            return lost == 0 ? nil : "day_filters: \(lost) messages of \(text) are in none"
        }
    }

    private func filters(of day: Int64) throws -> [BloomFilter] {
        let parts = try db.statement("select bits from day_filters where day = ?")
        defer { parts.reset() }
        parts.bind(1, day)
        var filters: [BloomFilter] = []
        while try parts.step() { filters.append(BloomFilter(words: parts.words(0))) }
        return filters
    }
}
