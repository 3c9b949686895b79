internal import FCM
internal import GRDB
internal import NDJSON

/// Commits batches: message states, rollups, dictionaries and the ledger change together or
/// not at all.
final class StateWriter {
    private let store: Store
    private let contributor: Contributor
    /// What is stored, as far as this process knows: it alone writes.
    private(set) var dictionaries: Dictionaries
    private var stored: DictionaryTables.Stored

    init(_ store: Store) throws {
        self.store = store
        contributor = Contributor(windowMilliseconds: store.windowMilliseconds)
        dictionaries = try store.database.read(DictionaryTables.load)
        stored = DictionaryTables.stored(dictionaries)
    }

    func add(_ block: LineBlock, file: Int32, to batch: inout Batch) {
        batch.add(block, file: file, &dictionaries)
    }

    /// The number of the next file in the ledger.
    func nextFile() throws -> Int64 {
        try store.database.read(FileLedger.nextID)
    }

    func filesLike(_ identity: FileIdentity) throws -> [LedgerFile] {
        try store.database.read { try FileLedger.candidates(identity, $0) }
    }

    /// Writes all of the batch in one transaction and settles what was new in its files.
    func commit(_ batch: inout Batch) throws {
        var files = batch.files
        try store.database.write { db in
            let delta = try writeStates(batch, &files, db)
            try MessageIDTable.insert(batch.messageIDs, db)
            try DictionaryTables.save(dictionaries, beyond: stored, db)
            try RollupTables(db).add(delta)
            try writeRejects(batch, db)
            for file in files { try FileLedger.save(file, db) }
            try raiseNewest(batch.newest, db)
        }
        stored = DictionaryTables.stored(dictionaries)
        batch.files = files
    }

    private func writeStates(
        _ batch: Batch, _ files: inout [LedgerFile], _ db: Database
    ) throws -> RollupDelta {
        let table = try StateTable(db)
        // Taken out for the loop: reading it through `self` would copy it for each message.
        var dictionaries = Dictionaries()
        swap(&dictionaries, &self.dictionaries)
        defer { swap(&dictionaries, &self.dictionaries) }
        var delta = RollupDelta()
        var factsBefore = [Facts](repeating: [], count: batch.states.count)
        for position in inKeyOrder(batch.states) {
            var state = batch.states[position]
            if let old = try table.state(of: state.key) {
                factsBefore[position] = old.facts
                state.merge(old, &dictionaries)
                if state == old { continue }
                let oldSegment = dictionaries.segment(of: old)
                contributor.add(old, segment: oldSegment, times: -1, dictionaries, to: &delta)
            }
            let segment = dictionaries.segment(of: state)
            contributor.add(state, segment: segment, times: 1, dictionaries, to: &delta)
            try table.write(state, segment: segment)
        }
        settle(batch.claims, factsBefore, &files)
        return delta
    }

    /// Places of states in the order of the table, so that its pages are written one after the
    /// other.
    private func inKeyOrder(_ states: [MessageState]) -> [Int] {
        struct Place {
            var k: Int64
            var position: Int
        }
        var places = states.indices.map { Place(k: states[$0].key.k, position: $0) }
        places.sort { a, b in
            a.k != b.k ? a.k < b.k : states[a.position].key < states[b.position].key
        }
        return places.map(\.position)
    }

    /// A fact that the store did not have is new; the line that told it counts as new.
    private func settle(
        _ claims: [Batch.Claim], _ factsBefore: [Facts], _ files: inout [LedgerFile]
    ) {
        for claim in claims {
            let isNew = !factsBefore[Int(claim.state)].isSuperset(of: claim.fact)
            let file = Int(claim.file)
            if isNew { files[file].facts += 1 }
            guard claim.decidesLine else { continue }
            if isNew {
                files[file].counts.new += 1
            } else {
                files[file].counts.duplicate += 1
            }
        }
    }

    private func writeRejects(_ batch: Batch, _ db: Database) throws {
        for reject in batch.rejects {
            let sql = "insert or replace into rejected_lines values (?, ?, ?, ?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [
                batch.files[reject.file].id, reject.line.line, reject.line.byte,
                reject.line.reason.rawValue, reject.line.expected, reject.excerpt,
            ])
        }
        for (hash, reason) in batch.distinctRejects.sorted(by: { $0.key < $1.key }) {
            let sql = "insert or ignore into distinct_rejects values (?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [
                Int64(bitPattern: hash), reason.rawValue,
            ])
        }
    }

    private func raiseNewest(_ newest: Timestamp?, _ db: Database) throws {
        guard let newest = newest?.milliseconds,
            newest > (try Settings.integer(.newestRecord, db) ?? Int64.min)
        else { return }
        try Settings.set(.newestRecord, String(newest), db)
    }
}
