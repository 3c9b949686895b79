internal import FCM
internal import SQLite

/// What an upgrade to version 3 does beside its SQL: every message is counted under the segment and
/// as what it is by the rules of today.
///
/// States are read some thousand at a time, in the transaction of the upgrade.
struct Resettlement {
    private static let statesAtOnce: Int64 = 16_384

    private let contributor: Contributor
    private var dictionaries: Dictionaries
    /// What the states count by the rules of today.
    private var counted = RollupDelta()
    /// What rollup rows are to change by.
    private var changes = RollupDelta()

    static func run(_ db: Connection) throws {
        var resettlement = try Resettlement(db)
        try resettlement.settleStates(db)
        try RollupTables(db).add(resettlement.changes)
        if let horizon = try Horizon.stored(db) {
            try RollupTables(db).add(resettlement.prunedChanges(horizon, db))
        }
        try DictionaryTables.save(resettlement.dictionaries, db)
        try resettlement.countSums(db)
        try HourMarks.renew(db)
        try DayKeys.renew(db)
    }

    private init(_ db: Connection) throws {
        contributor = Contributor(try Settings.windows(db))
        dictionaries = try DictionaryTables.load(db)
    }

    // MARK: States

    private mutating func settleStates(_ db: Connection) throws {
        var last: [Int64]? = [.min, .min, .min]
        while let start = last {
            var moved: [StateTable.Moved] = []
            last = nil
            try StateTable.forEach(
                db, "where (day, k, tail) > (?, ?, ?) order by day, k, tail limit ?",
                start + [Resettlement.statesAtOnce]
            ) { row in
                let (day, state) = (row.integer(0), StateTable.state(row))
                last = [day, state.key.k, state.key.tail]
                let segment = StateTable.segment(row)
                let settled = settle(state, from: segment)
                if settled != segment {
                    moved.append(StateTable.Moved(day: day, key: state.key, segment: settled))
                }
            }
            try StateTable.move(moved, db)
        }
        changes.addSums { dictionaries.segments.traits($0)?.platform }
    }

    /// The segment of today. The SQL has set the fact that earlier versions did not know.
    private mutating func settle(_ state: MessageState, from segment: Int32) -> Int32 {
        let settled = dictionaries.segment(of: state)
        contributor.add(state, segment: settled, times: 1, dictionaries, to: &counted)
        guard settled != segment || state.facts.contains(.clientLog) else { return settled }
        var before = state
        before.facts.remove(.clientLog)
        contributor.add(before, segment: segment, times: -1, dictionaries, to: &changes)
        contributor.add(state, segment: settled, times: 1, dictionaries, to: &changes)
        return settled
    }

    /// Earlier versions did not count arrivals, nor funnels by day: all follow from the delays and
    /// the funnels by hour.
    private mutating func countSums(_ db: Connection) throws {
        var stored = RollupDelta()
        for table in [RollupTable.delay, .funnel] {
            try RollupTables.forEach(table, db) { stored.add($1, to: $0) }
        }
        stored.addSums { dictionaries.segments.traits($0)?.platform }
        counted.addSums { dictionaries.segments.traits($0)?.platform }
        let new = [RollupTable.arrival, .funnelDay]
        var (sums, pruned) = (RollupDelta(), RollupDelta())
        for (cell, counts) in stored.changes where new.contains(cell.table) {
            sums.add(counts, to: cell)
            pruned.add(counts &- counted.counts(of: cell), to: cell)
        }
        for table in new { try db.execute(sql: "delete from \(table.name)") }
        try RollupTables(db).add(sums)
        if let horizon = try Horizon.stored(db) { try PrunedCounts.add(pruned, horizon, db) }
    }

    // MARK: Pruned days

    /// Of pruned messages nothing says what reported them: all that were received count as reported
    /// by a client. `addressed` stood for their refused sends alone, so that no rate may be made of
    /// it.
    private mutating func prunedChanges(
        _ horizon: Horizon, _ db: Connection
    ) throws -> RollupDelta {
        var changes = RollupDelta()
        for table in [RollupTable.funnel, .delay, .failure] {
            for (cell, counts) in try RollupTables.read(table, db).changes
            where !PrunedCounts.isKept(cell, horizon) {
                guard var segment = dictionaries.segments[cell.reference] else { continue }
                let before = counts &- counted.counts(of: cell)
                var pruned = before
                if table == .funnel, !segment.isSilent {
                    let received = pruned[FunnelLane.received.rawValue]
                    pruned[FunnelLane.impressionBase.rawValue] = received
                }
                var target = cell
                if segment.platformSource == .addressed {
                    segment.platformSource = .none
                    target.reference = dictionaries.segments.intern(segment)
                }
                changes.add(.zero &- before, to: cell)
                changes.add(pruned, to: target)
            }
        }
        return changes
    }
}
