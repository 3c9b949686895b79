package import SQLite

/// The store as it would be without the records after some moment: the same views over counts
/// made anew from the messages, in memory.
///
/// Exact, and as slow as reading every message. Files, rejected lines and single messages are
/// not cut: a line's arrival is not part of a message's state. Days whose messages were pruned
/// cannot be cut, either: they are taken as they are.
package final class CutStore {
    /// By this name other connections of this process open it while this object lives.
    package let uri: String
    private let database: Database

    /// The first day that is cut, when earlier ones were pruned.
    package let horizon: Horizon?

    /// Throws `StoreError.pruned` for a moment from before the horizon, and `StoreError.ofLake` for
    /// a lake's counts.
    package init(from reader: Database, at moment: Int64) throws {
        try Store.expectMessages(in: reader)
        horizon = try reader.read(Horizon.stored)
        if let horizon, moment < horizon.milliseconds {
            throw StoreError.pruned(path: reader.path, horizon: horizon.text)
        }
        uri = DatabaseURI.memory()
        let cut = try Database(path: uri, [.uri, .withoutTemporaryFiles])
        let dimensions = try reader.read(Dimensions.stored)
        try cut.write { db in
            try Migrations.create(db)
            try Dimensions.declare(dimensions, db, path: "")
        }
        var (dictionaries, delta) = try reader.read { db in
            let (dictionaries, delta) = try CutStore.recount(db, cutAt: moment)
            return (dictionaries, try CutStore.trustingPruned(delta, db))
        }
        dictionaries.noteSaved(false)
        let windows = try reader.read(Settings.windows)
        let clock = try reader.read(HourClock.stored)
        let ledger = try reader.read { db in
            try CutStore.ledgerTables.map { try Row.fetchAll(db, sql: "select * from \($0)") }
        }
        try cut.write { db in
            try DictionaryTables.save(dictionaries, db)
            try RollupTables.add(delta, dictionaries, db)
            try Settings.set(.newestSend, String(moment), db)
            try Settings.set(.windowHours, String(windows.openHours), db)
            try Settings.set(.conversionHours, String(windows.conversionHours), db)
            if !clock.isOfUTC { try clock.save(db) }
            for (table, rows) in zip(CutStore.ledgerTables, ledger) {
                try CutStore.replace(table, rows, db)
            }
        }
        database = cut
    }

    /// What is not cut, and small.
    private static let ledgerTables = ["totals", "reject_totals"]

    private static func replace(_ table: String, _ rows: [Row], _ db: Connection) throws {
        try db.execute(sql: "delete from \(table)")
        for row in rows {
            let marks = row.cells.map { _ in "?" }.joined(separator: ", ")
            try db.execute(sql: "insert into \(table) values (\(marks))", arguments: row.cells)
        }
    }

    /// The rows of pruned days as they are stored, the others as they were counted.
    static func trustingPruned(
        _ counted: RollupDelta, _ db: Connection
    ) throws -> RollupDelta {
        guard let horizon = try Horizon.stored(db) else { return counted }
        var delta = RollupDelta()
        for (cell, counts) in counted.changes where PrunedCounts.isKept(cell, horizon) {
            delta.add(counts, to: cell)
        }
        try PrunedCounts.addAll(to: &delta, db)
        for table in RollupTable.allCases {
            for (cell, counts) in try RollupTables.read(table, db).changes
            where !PrunedCounts.isKept(cell, horizon) {
                delta.add(counts, to: cell)
            }
        }
        return delta
    }

    /// All rollups, counted from the messages.
    static func recount(
        _ db: Connection, cutAt moment: Int64 = Moment.never
    ) throws -> (Dictionaries, RollupDelta) {
        var dictionaries = try DictionaryTables.load(db)
        let contributor = try Contributor(db)
        var delta = RollupDelta()
        try StateTable.forEach(db) { stored, _ in
            let state = moment == Moment.never ? stored : stored.cut(at: moment)
            let segment = dictionaries.segment(of: state)
            contributor.add(state, segment: segment, times: 1, dictionaries, to: &delta)
        }
        delta.addSums { dictionaries.segments.traits($0)?.platform }
        return (dictionaries, delta)
    }
}
