internal import FCM
internal import NDJSON
internal import SQLite

/// Rebuilds what other data determines: counts, filters and key ranges from the messages; totals
/// from the files; classes of delay and views from the program.
///
/// Nothing else tells what a message, a file or a rejected line says, so that stays as it is. So do
/// the counts of pruned days.
package struct StoreRepair {
    /// The findings before the repair, and after it.
    package struct Outcome: Sendable {
        package var before: Verification
        package var after: Verification

        /// Findings that the repair has removed.
        package var repaired: [Finding] {
            before.findings.filter { !after.findings.contains($0) }
        }
    }

    /// Repairs in one transaction, if there is anything to repair, and verifies all again.
    ///
    /// With a `clock`, the messages are counted by its hours. Throws `StoreError.keepsHours` if
    /// these are others than before, and some messages were pruned.
    ///
    /// Nothing is changed when messages cannot be trusted: when pages are damaged, tables are not
    /// the program's, or messages or what they refer to were lost. See the findings.
    package static func run(
        _ store: Store, by clock: HourClock? = nil,
        _ onCheck: (Finding.Check) -> Void = { _ in }
    ) throws -> Outcome {
        try store.database.write { db in
            let newClock = clock.flatMap { store.clock.hasHours(of: $0) ? nil : $0 }
            if newClock != nil, let horizon = try Horizon.stored(db) {
                throw StoreError.keepsHours(
                    path: store.path, zone: store.clock.zone, horizon: horizon.text)
            }
            let before = try Verifier.check(db, Finding.Check.allCases, onCheck)
            let isNeeded = !before.findings.isEmpty || newClock != nil
            guard isNeeded, before.findings.allSatisfy(\.letsMessagesCount) else {
                return Outcome(before: before, after: before)
            }
            try newClock?.save(db)
            try StoreRepair(db: db).repair()
            return Outcome(
                before: before, after: try Verifier.check(db, Finding.Check.allCases, onCheck))
        }
    }

    private let db: Connection

    private func repair() throws {
        try Migrations.renewLists(db)
        try countAgain()
        try HourMarks.renew(db)
        try DayKeys.renew(db)
        try renewFilters()
        try addMinutes()
    }

    // MARK: Counts

    private func countAgain() throws {
        var (dictionaries, counted) = try CutStore.recount(db)
        counted = try CutStore.trustingPruned(counted, db)
        try moveStates(&dictionaries)
        try DictionaryTables.save(dictionaries, db)
        for table in RollupTable.allCases { try db.execute(sql: "delete from \(table.name)") }
        try setTotals()
        let first = try Horizon.firstCountedHour(db)
        var kept = RollupDelta()
        for (cell, counts) in counted.changes where Int64(cell.hour) >= first {
            kept.add(counts, to: cell)
        }
        try RollupTables(db).add(kept)
        let segments = SharedValueTable.segments
        try db.execute(
            sql: "delete from \(segments.rawValue) where id in (\(segments.unused))")
        try DictionaryTables.renewImageClasses(db)
    }

    /// Gives every message the segment that its records say.
    private func moveStates(_ dictionaries: inout Dictionaries) throws {
        var moved: [StateTable.Moved] = []
        try StateTable.forEach(db, "order by day, k, tail") { row in
            let state = StateTable.state(row)
            let segment = dictionaries.segment(of: state)
            guard segment != StateTable.segment(row) else { return }
            moved.append(
                StateTable.Moved(day: row.integer(0), key: state.key, segment: segment))
        }
        try StateTable.move(moved, db)
    }

    /// Totals of lines. Those of events start with the deleted ones; adding rollups adds the rest.
    private func setTotals() throws {
        let lines = (["files"] + LineCounts.columns.map(\.name)).map {
            "\($0) = (select coalesce(sum(\($0)), 0) from base_files)"
        }
        let events = EventTotal.allCases.map {
            "\($0) = (select coalesce(sum(\($0)), 0) from pruned)"
        }
        let sums = (lines + events).joined(separator: ", ")
        try db.execute(sql: "update totals set \(sums)")
    }

    // MARK: Filters and minutes

    private func renewFilters() throws {
        try db.execute(sql: "delete from day_filters")
        let filters = try DayFilters(db)
        let days = try Int64.fetchAll(
            db, sql: "select distinct day from states where day <> 0 order by day")
        for day in days {
            var keys: [MessageKey] = []
            try StateTable.forEach(db, "where day = ?", [day]) { keys.append(StateTable.key($0)) }
            try filters.insert(keys, day: day)
        }
    }

    /// Notes the minutes of all times in messages. Other minutes stay noted: records that told
    /// nothing new have their times, too.
    private func addMinutes() throws {
        var (sends, events) = (RecordMinutes(), RecordMinutes())
        try StateTable.forEach(db) { state, _ in
            if state.sentAt != Moment.never { sends.note(Timestamp(milliseconds: state.sentAt)) }
            for kind in EventKind.allCases where state.eventTimes[kind] != Moment.never {
                events.note(Timestamp(milliseconds: state.eventTimes[kind]))
            }
        }
        try NotedTimes.add(sends: sends, events: events, db)
    }
}

extension Finding {
    /// Whether messages can be taken for what the program wrote. Views hold no rows.
    fileprivate var letsMessagesCount: Bool {
        switch check {
        case .schema: text.hasPrefix("view ")
        case .integrity, .dictionaries, .facts: false
        default: true
        }
    }
}
