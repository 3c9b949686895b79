package import FCM
internal import NDJSON
internal import SQLite

/// Commits batches: message states, rollups, dictionaries and the ledger change together or
/// not at all.
package final class StateWriter {
    private let store: Store
    var database: Database { store.database }
    private let contributor: Contributor
    /// What is stored, as far as this process knows: it alone writes.
    private(set) var dictionaries: Dictionaries
    private let table: StateTableWriter

    package init(_ store: Store) throws {
        self.store = store
        contributor = Contributor(store.windows, clock: store.clock)
        dictionaries = try store.database.read(DictionaryTables.load)
        table = try store.database.write { try StateTableWriter($0) }
    }

    /// Takes in the values that come with a block of a file that cannot be opened: records of other
    /// files name them.
    package func learn(_ block: LineBlock) {
        dictionaries.learn(block.values)
    }

    package func add(_ block: LineBlock, file: Int32, to batch: inout Batch) {
        batch.add(block, file: file, &dictionaries)
    }

    /// Adds a state that no record was decoded for.
    package func add(_ state: MessageState, file: Int32, to batch: inout Batch) {
        batch.add(state, file, &dictionaries)
    }

    package func intern(_ profile: SendProfile) -> Int32 { dictionaries.profiles.intern(profile) }

    package func intern(_ observed: ObservedProfile) -> Int32 {
        dictionaries.observed.intern(observed)
    }

    /// The number of the next file in the ledger.
    package func nextFile() throws -> Int64 {
        try store.database.read(FileLedger.nextID)
    }

    /// Writes all of the batch in one transaction and settles what was new in its files.
    package func commit(_ batch: inout Batch) throws {
        var files = batch.files
        try store.database.write { db in
            let delta = try writeStates(batch, &files, db)
            try DictionaryTables.save(dictionaries, db)
            try RollupTables.add(delta, dictionaries, db)
            for index in files.indices { files[index].endAgain() }
            try FileLedger.save(files, db)
            try writeRejects(batch, db)
            for index in files.indices where files[index].isOfPrunedDays {
                files[index].counts.pastRetention = files[index].counts.rejected
                try withdrawRejects(of: files[index], db)
            }
            try NotedTimes.add(sends: batch.sendMinutes, events: batch.eventMinutes, db)
        }
        dictionaries.noteSaved()
        batch.files = files
        try store.emptyLog(above: store.logLimit)
    }

    private func writeStates(
        _ batch: Batch, _ files: inout [LedgerFile], _ db: Connection
    ) throws -> RollupDelta {
        let hasNames = try !batch.links.isEmpty || MessageNames.areThere(db)
        let named = hasNames ? try NamedStates(batch, &dictionaries, db) : nil
        let states = named?.states ?? batch.states
        let texts = named.map { batch.messageIDs.merging($0.texts) { $1 } } ?? batch.messageIDs
        var joiner = StateJoiner(contributor, dictionaries, states.count)
        // Two copies of the dictionaries would be copied in full at the first change.
        dictionaries = Dictionaries()
        defer { dictionaries = joiner.dictionaries }
        for (state, day) in named?.absorbed ?? [] {
            try StateRemoval(db).remove(state.key, state.facts, day: day)
            joiner.take(state)
        }
        let order = KeyOrder.places(of: states)
        let timed = order.firstIndex { states[Int($0)].key.k >= 0 } ?? order.endIndex
        try writeTimed(order[timed...], states, &joiner, db)
        for start in stride(from: 0, to: timed, by: StateWriter.untimedAtOnce) {
            let end = min(start + StateWriter.untimedAtOnce, timed)
            try writeUntimed(order[start..<end], states, texts, &joiner, db)
        }
        settle(batch.claims, named, joiner.factsBefore, &files)
        var delta = joiner.delta
        delta.addSums { joiner.dictionaries.segments.traits($0)?.platform }
        return delta
    }

    /// Bounds the memory of what is found of them.
    private static let untimedAtOnce = 32_768

    /// States whose keys grow with time.
    private func writeTimed(
        _ places: ArraySlice<Int32>, _ states: [MessageState], _ joiner: inout StateJoiner,
        _ db: Connection
    ) throws {
        var cursor = try StateCursor(db, day: 0)
        defer { cursor.rest() }
        for place in places {
            let state = states[Int(place)]
            let old = try cursor.state(of: state.key)
            guard let joined = joiner.join(state, old, at: Int(place)) else { continue }
            table.give(joined.state, day: 0, segment: joined.segment, isThere: old != nil)
            if table.isFull {
                cursor.rest()
                try table.write(db)
            }
        }
        cursor.rest()
        try table.write(db)
    }

    /// States whose keys hold no time: each stands with those of its day.
    private func writeUntimed(
        _ places: ArraySlice<Int32>, _ states: [MessageState], _ texts: [MessageKey: String],
        _ joiner: inout StateJoiner, _ db: Connection
    ) throws {
        let filters = try DayFilters(db)
        let found = try filters.states(of: places.map { states[Int($0)].key })
        var rows: [(day: Int64, isThere: Bool, state: MessageState, segment: Int32)] = []
        var added: [Int64: [MessageKey]] = [:]
        for (index, place) in places.enumerated() {
            let old = found[index]
            let state = states[Int(place)]
            guard let joined = joiner.join(state, old?.state, at: Int(place)) else { continue }
            let day = joined.state.day
            // An earlier record has come: the row moves to another day.
            if let old, old.day != day {
                try StateRemoval(db).remove(state.key, old.state.facts, day: old.day)
            }
            if old?.day != day { added[day, default: []].append(state.key) }
            rows.append((day, old?.day == day, joined.state, joined.segment))
        }
        // Keys stay in their order within a day.
        for row in rows.sorted(by: { $0.day < $1.day }) {
            table.give(row.state, day: row.day, segment: row.segment, isThere: row.isThere)
            if table.isFull { try table.write(db) }
        }
        try table.write(db)
        for (day, keys) in added.sorted(by: { $0.key < $1.key }) {
            try filters.insert(keys, day: day)
            try addMessageIDs(of: keys, day: day, texts, db)
        }
    }

    private func addMessageIDs(
        of keys: [MessageKey], day: Int64, _ texts: [MessageKey: String], _ db: Connection
    ) throws {
        guard !texts.isEmpty else { return }
        let table = try MessageIDTable(db)
        for key in keys {
            if let text = texts[key] { try table.add(text, of: key, day: day) }
        }
    }

    /// A fact that the store did not have is new; the line that told it counts as new.
    private func settle(
        _ claims: [Batch.Claim], _ named: NamedStates?, _ factsBefore: [Facts],
        _ files: inout [LedgerFile]
    ) {
        for claim in claims {
            let state = Int(claim.state)
            let known =
                named?.factsBefore[state] ?? factsBefore[Int(named?.places[state] ?? claim.state)]
            let isNew = !known.isSuperset(of: claim.fact)
            let file = Int(claim.file)
            if isNew { files[file].facts += 1 }
            guard claim.fact.decidesLine else { continue }
            if isNew {
                files[file].counts.new += 1
            } else {
                files[file].counts.duplicate += 1
            }
        }
    }

    /// Saves the files that are read again from their start, and deletes their rejected lines. A
    /// file that an earlier run began to read again keeps them.
    func beginAgain(_ files: [LedgerFile]) throws {
        let files = files.filter { $0.position == .start }
        guard !files.isEmpty else { return }
        try store.database.write { db in
            for file in files {
                try db.execute(
                    sql: "delete from rejected_lines where file = ?", arguments: [file.id])
            }
            try FileLedger.save(files, db)
        }
    }

    func formerRejects() throws -> FormerRejects {
        try store.database.read { db in
            let reasons = try String.fetchAll(db, sql: "select reason from reject_totals")
            let hashes = try Int64.fetchAll(db, sql: "select line_hash from distinct_rejects")
            return FormerRejects(
                reasons: reasons.compactMap(RejectReason.init),
                hashes: Set(hashes.map { UInt64(bitPattern: $0) }))
        }
    }

    private func writeRejects(_ batch: Batch, _ db: Connection) throws {
        for hash in batch.withdrawnRejects {
            let sql = "delete from distinct_rejects where line_hash = ?"
            try db.execute(sql: sql, arguments: [Int64(bitPattern: hash)])
        }
        for reject in batch.rejects {
            let sql = "insert or replace into rejected_lines values (?, ?, ?, ?, ?, ?, ?)"
            try db.execute(
                sql: sql,
                arguments: [
                    batch.files[reject.file].id, reject.line.line, reject.line.byte,
                    reject.line.reason.rawValue, reject.line.expected, reject.excerpt,
                    reject.line.keys,
                ])
        }
        // A line belongs to the file with the newest messages, so that it is kept as long as that.
        let newest = "(select coalesce(last_ms, 0) from ledger_files where id ="
        let sql = """
            insert into distinct_rejects (line_hash, reason, file) values (?, ?, ?)
            on conflict (line_hash) do update set file = excluded.file
            where \(newest) excluded.file) > \(newest) distinct_rejects.file)
            """
        for reject in batch.distinctRejects.sorted(by: { $0.hash < $1.hash }) {
            try db.execute(
                sql: sql,
                arguments: [
                    Int64(bitPattern: reject.hash), reject.reason.rawValue,
                    batch.files[reject.file].id,
                ])
        }
    }

    /// The rejected lines of a file whose messages are all pruned are of pruned days, too. If they
    /// counted, a file that comes back would count them again.
    private func withdrawRejects(of file: LedgerFile, _ db: Connection) throws {
        for table in ["rejected_lines", "distinct_rejects"] {
            try db.execute(sql: "delete from \(table) where file = ?", arguments: [file.id])
        }
        try FileLedger.save([file], db)
    }
}
