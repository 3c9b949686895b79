internal import FCM
package import SQLite

/// One thing that does not add up.
package struct Finding: Equatable, Sendable {
    package enum Check: String, Sendable, CaseIterable {
        case schema
        case integrity
        case rollups
        case marks
        case segments
        case dictionaries
        case derived
        case ledger
        case totals
        case facts
        case funnel
        case newest

        /// Those that read no messages, and take milliseconds.
        package static let quick: [Check] = [.schema, .ledger, .totals, .funnel]

        private static let changed =
            "another program changed the database, or pushfunnel has a bug: keep a copy, and "

        /// A command or an action.
        package var hint: String {
            switch self {
            case .schema:
                "the database must have only pushfunnel's tables: drop all others, or restore a "
                    + "backup"
            case .integrity:
                "the file is damaged: restore a backup, or ingest the logs into a new database"
            case .ledger, .facts, .dictionaries:
                Check.changed + "ingest the logs into a new database"
            default:
                Check.changed
                    + "run pushfunnel verify --repair, or ingest the logs into a new database"
            }
        }
    }

    package var check: Check
    /// What was found, with its place.
    package var text: String
}

/// What `verify` looked at and found.
package struct Verification: Sendable {
    package var messages: Int64 = 0
    package var cells: Int64 = 0
    package var files: Int64 = 0
    /// Rollup rows from before it are taken on trust: their messages were pruned.
    package var horizon: Horizon?
    package var findings: [Finding] = []
}

/// Recounts every rollup from the messages and checks every invariant of a store.
package struct Verifier {
    /// Findings of one check beyond this many are only counted.
    private static let shownPerCheck = 20

    private let reader: Database

    package init(_ reader: Database) {
        self.reader = reader
    }

    /// Reads one consistent state of the database, whatever is written meanwhile.
    package func run(
        _ checks: [Finding.Check] = Finding.Check.allCases,
        _ onCheck: (Finding.Check) -> Void = { _ in }
    ) throws -> Verification {
        try reader.read { try Verifier.check($0, checks, onCheck) }
    }

    static func check(
        _ db: Connection, _ checks: [Finding.Check], _ onCheck: (Finding.Check) -> Void
    ) throws -> Verification {
        var result = Verification()
        if checks.contains(.rollups) { result.horizon = try Horizon.stored(db) }
        for check in checks {
            onCheck(check)
            let texts = try texts(of: check, db, &result)
            result.findings += texts.prefix(shownPerCheck).map { Finding(check: check, text: $0) }
            let more = texts.count - shownPerCheck
            if more > 0 { result.findings.append(Finding(check: check, text: "and \(more) more")) }
        }
        return result
    }

    private static func texts(
        of check: Finding.Check, _ db: Connection, _ result: inout Verification
    ) throws -> [String] {
        switch check {
        case .schema: try schema(db)
        case .integrity: try integrity(db)
        case .rollups: try rollups(db, &result)
        case .marks: try marks(db)
        case .segments: try segments(db, &result)
        case .dictionaries: try dictionaries(db)
        case .derived: try derived(db)
        case .ledger: try ledger(db, &result)
        case .totals: try totals(db)
        case .facts: try facts(db)
        case .funnel: try funnel(db)
        case .newest: try newest(db)
        }
    }

    /// Tables, triggers and views are those of this version, and there are no others. Views that
    /// another version made are an advice: the next run that writes makes them anew.
    private static func schema(_ db: Connection) throws -> [String] {
        let shape = try SchemaShape(db)
        let wanted = try SchemaShape.newest(
            Dimensions.stored(db), HourClock.stored(db))
        let hasOwnViews = try Migrations.hasOwnViews(db)
        let objects = Set(shape.objects.keys).union(wanted.objects.keys)
            .filter { hasOwnViews || !$0.hasPrefix("view ") }
        return objects.sorted().compactMap { object in
            switch (shape.objects[object], wanted.objects[object]) {
            case (_?, nil): "\(object) is not pushfunnel's"
            case (nil, _?): "\(object) is missing"
            case (let have, let want): have == want ? nil : "\(object) has been changed"
            }
        }
    }

    private static func integrity(_ db: Connection) throws -> [String] {
        let references = try Row.fetchAll(db, sql: "pragma foreign_key_check")
            .map { "a row of \(try $0["table"] as String) refers to a row that does not exist" }
        return try String.fetchAll(db, sql: "pragma integrity_check").filter { $0 != "ok" }
            + references
    }

    /// Every rollup row equals the count from the messages, and none is missing. Of days whose
    /// messages were pruned, none counts less than what is left of them.
    private static func rollups(_ db: Connection, _ result: inout Verification) throws -> [String] {
        var missing = try CutStore.recount(db).1
        try PrunedCounts.addAll(to: &missing, db)
        var texts: [String] = []
        // Stored rows are one at a time in memory: there are more of them each day.
        for table in RollupTable.allCases {
            try RollupTables.forEach(table, db) { cell, have in
                result.cells += 1
                let want = missing.counts(of: cell)
                missing.add(.zero &- want, to: cell)
                let isRight =
                    PrunedCounts.isKept(cell, result.horizon)
                    ? have == want : all(have .>= want)
                if !isRight { texts.append(difference(cell, have, want)) }
            }
        }
        let first = try Horizon.firstCountedHour(db)
        let lost = missing.changes.filter { Int64($0.cell.hour) >= first }
        return (texts + lost.map { difference($0.cell, .zero, $0.counts) }).sorted()
    }

    /// The mark of each hour follows from its counts, and so does what alerts keep with it.
    private static func marks(_ db: Connection) throws -> [String] {
        let wanted = try HourMarks.counted(db).marks.filter { $0.value != 0 }
        let stored = try HourMarks.stored(db).filter { $0.value != 0 }
        let wrong = Set(wanted.keys).union(stored.keys).sorted()
            .filter { wanted[$0] != stored[$0] }
            .map { "hour_marks \(Period.text($0)): not the mark of its counts" }
        return try wrong
            + AlertHours.wrongHours(db).map { "alert_hours \($0): not the events of its counts" }
    }

    private static func difference(
        _ cell: RollupCell, _ have: RollupDelta.Counts, _ want: RollupDelta.Counts
    ) -> String {
        let columns = cell.table.countColumns.enumerated().filter { have[$0.0] != want[$0.0] }
        let counts = columns.map { "\($0.1) \(have[$0.0]), recounted \(want[$0.0])" }
        return "\(cell.table.name) \(Period.text(Int64(cell.hour))) "
            + "\(cell.reference)/\(cell.detail): \(counts.joined(separator: "; "))"
    }

    /// The stored segment of each message is what its records say.
    private static func segments(
        _ db: Connection, _ result: inout Verification
    ) throws -> [String] {
        var dictionaries = try DictionaryTables.load(db)
        var texts: [String] = []
        try StateTable.forEach(db) { state, segment in
            result.messages += 1
            guard dictionaries.segment(of: state) != segment else { return }
            texts.append("message \(state.key.messageID ?? "without ID"): segment \(segment)")
        }
        return texts
    }

    /// Every reference leads somewhere.
    private static func dictionaries(_ db: Connection) throws -> [String] {
        let references = [
            ("profile", "send_profiles"), ("segment", "segments"),
            ("observed", "observed_profiles"), ("error", "send_errors"),
        ]
        return try references.compactMap { try lost($0, of: "states", in: $1, db) }
            + [lost("amount", of: "conversions", in: "amounts", db)].compactMap(\.self)
    }

    private static func lost(
        _ column: String, of table: String, in values: String, _ db: Connection
    ) throws -> String? {
        let sql = """
            select count(*) from \(table)
            where \(column) <> 0 and \(column) not in (select id from \(values))
            """
        let lost = try Int.fetchOne(db, sql: sql) ?? 0
        return lost == 0 ? nil : "\(lost) rows of \(table) refer to no row of \(values)"
    }

    /// Rows that follow from others are what they should be.
    private static func derived(_ db: Connection) throws -> [String] {
        let rows = DerivedRows(db: db)
        return try rows.words() + rows.delayClasses() + rows.days() + rows.messageIDs()
            + rows.names() + rows.filters() + rows.rejects() + rows.conversions()
            + rows.dimensions()
    }

    private static func ledger(_ db: Connection, _ result: inout Verification) throws -> [String] {
        result.files = try Int64.fetchOne(db, sql: "select sum(files) from base_files") ?? 0
        let sql = """
            select path || ': ' || lines || ' lines, but ' || new || ' new + '
                || duplicate || ' duplicate + ' || rejected || ' rejected + '
                || foreign_lines || ' foreign + ' || blank || ' blank'
            from base_files
            where lines <> new + duplicate + rejected + foreign_lines + blank
            """
        return try String.fetchAll(db, sql: sql)
    }

    /// What reports read of all time is the sum over all time.
    private static func totals(_ db: Connection) throws -> [String] {
        let events: [EventTotal: String] = [
            .matched: "funnel_cells union all select events from topic_send_cells",
            .orphan: "orphan_cells",
        ]
        let sums =
            (["files"] + LineCounts.columns.map(\.name)).map { ($0, "sum(\($0)) from base_files") }
            + EventTotal.allCases.map { total in
                let rows = "select events from \(events[total] ?? "")"
                return (
                    total.rawValue,
                    "sum(events) from "
                        + "(\(rows) union all select \(total) from pruned)"
                )
            }
        var texts: [String] = []
        for (column, sum) in sums {
            let have = try Int64.fetchOne(db, sql: "select \(column) from totals") ?? 0
            let want = try Int64.fetchOne(db, sql: "select \(sum)") ?? 0
            if have != want { texts.append("totals: \(column) \(have), recounted \(want)") }
        }
        let have = try counts(
            """
            select reason, rejected - pruned as rejected from reject_totals
            where rejected <> pruned
            """, db)
        let want = try counts(
            "select reason, count(*) as rejected from distinct_rejects group by 1", db)
        for word in Set(have.keys).union(want.keys).sorted() where have[word] != want[word] {
            texts.append(
                "reject_totals: \(word) \(have[word] ?? 0), recounted \(want[word] ?? 0)")
        }
        return texts
    }

    private static func counts(_ sql: String, _ db: Connection) throws -> [String: Int64] {
        let rows = try Row.fetchAll(db, sql: sql).map { row in
            (try row["reason"] as String, try row["rejected"] as Int64)
        }
        return Dictionary(rows) { $0 &+ $1 }
    }

    /// Messages have as many facts as files, and no message has a fact without the event or the
    /// send that alone can set it.
    private static func facts(_ db: Connection) throws -> [String] {
        var held: Int64 = 0
        var inconsistent = 0
        var named = try NamedFacts(db)
        try StateTable.forEach(db) { state, _ in
            held += Int64(try named.take(state))
            if !state.facts.areConsistent { inconsistent += 1 }
        }
        // A damaged row may have any number.
        held &+= try Int64.fetchOne(db, sql: "select facts from pruned") ?? 0
        let sql = "select coalesce(sum(facts), 0) from base_files"
        let listed = try Int64.fetchOne(db, sql: sql) ?? 0
        return (held == listed ? [] : ["messages hold \(held) facts, files \(listed)"])
            + (inconsistent == 0
                ? [] : ["\(inconsistent) messages have facts of a missing event or send"])
            + named.problems
    }

    /// What the counts of a cell can never be.
    private static func funnel(_ db: Connection) throws -> [String] {
        let sql = """
            select 'funnel_cells ' || send_hour || ' segment ' || segment || ': not a funnel'
            from funnel_cells
            where attempted <> sent + failed or received > sent or receipts > received
                or opened + late > received or impressions > impression_base
                or impression_base > received or dismissed > received
                or receipts_before_open > opened or platform_conflicts > received
                or priority_told > received or priority_lowered > priority_told
                or min(\(RollupTable.funnel.countColumns.joined(separator: ", "))) < 0
            union all
            select 'conversion_cells ' || send_hour || ' segment ' || segment || ': not a funnel'
            from conversion_cells
            where opened > converted or min(converted, opened, late) < 0
            union all
            select 'client_cells ' || send_hour || ' segment ' || segment || ': not a funnel'
            from client_cells
            where max(impressions, opened) > received or min(impressions, opened) < 0
            """
        return try String.fetchAll(db, sql: sql)
    }

    /// No message knows a time later than the newest record of its kind.
    private static func newest(_ db: Connection) throws -> [String] {
        let sends = "select coalesce(max(sent_at), 0) from states"
        let times = StateTable.kinds.map { "\($0.column)_at" }
        let latest = times.map { "coalesce(max(\($0)), 0)" }.joined(separator: ", ")
        let converted = "(select coalesce(max(converted_at), 0) from conversions)"
        let events = "select max(max(\(latest)), \(converted)) from states"
        let late = try [(Settings.Name.newestSend, sends), (.newestEvent, events)].flatMap {
            let latest = try Int64.fetchOne(db, sql: $1) ?? 0
            let noted = try Settings.integer($0, db) ?? 0
            return latest <= noted
                ? [] : ["a message is from \(latest), the newest record \(noted)"]
        }
        return try late + minutes(["sent_at"], of: "states", in: "sends", db)
            + minutes(times, of: "states", in: "events", db)
            + minutes(["converted_at"], of: "conversions", in: "events", db)
    }

    /// Every time that a message knows is of a minute in which a record was noted.
    private static func minutes(
        _ columns: [String], of table: String, in kind: String, _ db: Connection
    ) throws -> [String] {
        let noted = try Row.fetchAll(db, sql: "select hour, \(kind) as minutes from record_minutes")
            .reduce(into: [Int64: UInt64]()) { noted, row in
                guard let hour = Period.hour(try row["hour"]) else { return }
                noted[hour] = UInt64(bitPattern: try row["minutes"])
            }
        return try columns.flatMap { column in
            let sql = """
                select distinct \(column) / 60000 from \(table)
                where \(column) is not null order by 1
                """
            return try Int64.fetchAll(db, sql: sql).filter {
                (noted[$0 / 60] ?? 0) >> ($0 % 60) & 1 == 0
            }.map { "\(column): no record of the minute \($0) since 1970 is stored" }
        }
    }
}
