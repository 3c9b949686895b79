internal import FCM
internal import SQLite

/// Drops the messages from before a day, and keeps every count that they are in. If asked, drops
/// the counts from before an earlier day, too.
///
/// The horizon is stored first, so that from then on no record brings a dropped message back. Then
/// messages go in transactions of some thousand, each with what must be remembered of them: a run
/// that is stopped at any point leaves a store that verifies, and the next one goes on.
package final class Pruner {
    /// States in one transaction: some hundredths of a second.
    package static let statesAtOnce = 16_384
    /// Bytes of a file that is always written anew: a second of CPU.
    package static let smallSize: Int64 = 256 << 20

    /// How far a run has come.
    package struct Progress: Sendable {
        /// Message states that were looked at.
        package var states: Int64 = 0
        /// Those that were dropped.
        package var dropped: Int64 = 0
    }

    private let store: Store
    package let horizon: Horizon
    /// The first day whose counts are kept; nil if all are.
    package let counts: Horizon?
    private let contributor: Contributor
    private var dictionaries: Dictionaries
    private let statesAtOnce: Int
    private let smallSize: Int64
    package private(set) var progress = Progress()
    /// False when the disk had no room to write the file anew: its free pages stay.
    package private(set) var hadRoom = true
    /// False when a reader holds the write-ahead log, which still has what was dropped.
    package private(set) var isLogEmpty = true

    /// Told after each transaction.
    package var onProgress: (Progress) -> Void = { _ in }
    /// Asked after each transaction; true ends the run.
    package var shouldStop: () -> Bool = { false }

    /// Stores the horizon. One before that of the store is that of the store: what is gone is
    /// gone.
    ///
    /// - Parameters:
    ///   - counts: the first day whose counts are kept, not after the horizon; nil keeps all.
    ///   - smallSize: a file of up to so many bytes is rewritten.
    package init(
        _ store: Store, before horizon: Horizon, counts: Horizon? = nil,
        statesAtOnce: Int = Pruner.statesAtOnce, smallSize: Int64 = Pruner.smallSize
    ) throws {
        self.store = store
        self.counts = counts.map { min($0, horizon) }
        self.smallSize = smallSize
        self.statesAtOnce = statesAtOnce
        contributor = Contributor(store.windows, clock: store.clock)
        (self.horizon, dictionaries) = try store.database.write { db in
            let reached = try Horizon.stored(db)
            let settled = max(horizon, reached ?? horizon)
            if settled != reached {
                try db.execute(
                    sql: "update pruned set horizon_day = ?", arguments: [settled.day])
                try PrunedCounts.forget(before: settled, db)
            }
            return (settled, try DictionaryTables.load(db))
        }
    }

    /// False when the run was asked to stop.
    package func run() throws -> Bool {
        var isDone = false
        while !isDone {
            guard !shouldStop() else { return false }
            isDone = try store.database.write(dropTimed)
            onProgress(progress)
        }
        try store.database.write { try DayKeys.remove(day: 0, before: horizon.leastKey, $0) }
        // Those that have filters: one whose rows have gone may have been left with them.
        let untimed = "select distinct day from day_filters where day < ? order by day"
        let days = try store.database.read {
            try Int64.fetchAll($0, sql: untimed, arguments: [horizon.day])
        }
        for day in days {
            var last: MessageKey?
            repeat {
                guard !shouldStop() else { return false }
                last = try store.database.write { try dropUntimed($0, day: day, after: last) }
                onProgress(progress)
            } while last != nil
            try store.database.write { try PrunedDay.settle(day, $0) }
        }
        if let counts {
            try PrunedRows.prune(before: counts, store.database, shouldStop: shouldStop)
        }
        try PrunedFiles.prune(before: horizon, store.database)
        try DictionarySweep.run(horizon, store.database)
        let outcome = try ReturnedSpace.give(
            store.database, hasDropped: progress.dropped > 0, smallSize: smallSize,
            shouldStop: shouldStop)
        hadRoom = outcome != .noRoom
        isLogEmpty = try store.emptyLog()
        return outcome != .stopped
    }

    // MARK: IDs that hold a time

    /// True when there are no more.
    private func dropTimed(_ db: Connection) throws -> Bool {
        var gone = try Gone(db)
        var last: MessageKey?
        try StateTable.forEach(
            db, "where day = 0 and k < ? order by day, k, tail limit ?",
            [horizon.leastKey, Int64(statesAtOnce)]
        ) { row in
            last = StateTable.key(row)
            take(StateTable.state(row), StateTable.segment(row), &gone)
        }
        guard let last else { return true }
        try db.execute(
            sql: "delete from states where day = 0 and (k, tail) <= (?, ?)",
            arguments: [last.k, last.tail])
        guard db.changesCount > 0 else { throw Pruner.hasOddKey }
        try db.execute(
            sql: "delete from conversions where day = 0 and (k, tail) <= (?, ?)",
            arguments: [last.k, last.tail])
        try note(gone, db)
        return gone.states < statesAtOnce
    }

    // MARK: Other IDs

    /// Drops the messages of a day that have no later record. The last key that was looked at;
    /// nil when there are no more.
    private func dropUntimed(
        _ db: Connection, day: Int64, after last: MessageKey?
    ) throws -> MessageKey? {
        var gone = try Gone(db)
        var dropped: [(key: MessageKey, facts: Facts)] = []
        var reached: MessageKey?
        try StateTable.forEach(
            db, "where day = ? and (k, tail) > (?, ?) order by day, k, tail limit ?",
            [day, last?.k ?? .min, last?.tail ?? .min, Int64(statesAtOnce)]
        ) { row in
            let state = StateTable.state(row)
            reached = state.key
            guard horizon.isPast(state) else {
                progress.states += 1
                return
            }
            dropped.append((state.key, state.facts))
            take(state, StateTable.segment(row), &gone)
        }
        guard reached == nil || reached != last else { throw Pruner.hasOddKey }
        let removal = try StateRemoval(db)
        for (key, facts) in dropped { try removal.remove(key, facts, day: day) }
        try note(gone, db)
        return reached
    }

    /// Rows come in the order of their keys: only one whose key is no integer can come twice.
    private static let hasOddKey = SQLiteError(
        .mismatch, "a key of the table states is no integer")

    // MARK: What is remembered

    /// What goes in one transaction.
    private struct Gone {
        /// Of messages with several names, which are to be forgotten; nil in stores without them.
        var names: MessageNames?
        var states = 0
        var messages: Int64 = 0
        var facts: Int64 = 0
        var delta = RollupDelta()
        var keys: [(key: MessageKey, facts: Int)] = []

        init(_ db: Connection) throws {
            names = try MessageNames.areThere(db) ? MessageNames(db) : nil
        }

        /// The facts of a message count by its names.
        mutating func add(_ facts: Int, of key: MessageKey) {
            if names == nil { self.facts += Int64(facts) } else { keys.append((key, facts)) }
        }

        mutating func forgetNames() throws {
            for (key, facts) in keys { self.facts += try Int64(names?.remove(key) ?? facts) }
        }
    }

    private func take(_ state: MessageState, _ segment: Int32, _ gone: inout Gone) {
        gone.states += 1
        gone.add(state.facts.intersection(.records).count, of: state.key)
        if state.isMessage { gone.messages += 1 }
        contributor.add(state, segment: segment, times: 1, dictionaries, to: &gone.delta)
    }

    private func note(_ gone: Gone, _ db: Connection) throws {
        var gone = gone
        try gone.forgetNames()
        var delta = gone.delta
        delta.addSums { dictionaries.segments.traits($0)?.platform }
        try PrunedCounts.add(delta, horizon, db)
        try db.execute(
            sql: "update pruned set messages = messages + ?, facts = facts + ?",
            arguments: [gone.messages, gone.facts])
        progress.states += Int64(gone.states)
        progress.dropped += Int64(gone.states)
    }
}
