package import FCM

/// The tables of counts that ingest keeps exact, and the columns of each.
package enum RollupTable: UInt8, CaseIterable, Sendable {
    case funnel
    case delay
    /// The sums of `delay` by UTC day and platform: see `RollupDelta.addSums`.
    case delayDay
    case failure
    case topicSend
    case topicReceipt
    case orphan
    case label
    case validated
    /// The sums of `delay` by the hour of the clock and platform: see `RollupDelta.addSums`.
    case arrival
    /// The sums of `funnel` by UTC day: see `RollupDelta.addSums`.
    case funnelDay
    /// Conversions by what they are worth.
    case conversion
    /// Received messages by what clients told, of those that told a dimension.
    case client

    private static let shapes: [(name: String, keys: [String], counts: [String])] = [
        ("funnel_cells", ["send_hour", "segment"], FunnelLane.names),
        ("delay_cells", ["send_hour", "segment", "stage_bucket"], ["messages"]),
        ("delay_day_cells", ["send_day", "platform", "stage_bucket"], ["messages"]),
        ("failure_cells", ["send_hour", "segment", "error"], ["messages"]),
        ("topic_send_cells", ["send_hour", "segment"], ["sent", "failed", "events"]),
        ("topic_receipt_cells", ["send_hour", "observed"], ["received", "opened"]),
        ("orphan_cells", ["send_hour", "observed"], ["messages", "events", "opened"]),
        ("label_cells", ["event_hour", "observed", "kind"], ["events"]),
        ("validated_cells", ["send_hour", "segment"], ["messages"]),
        ("arrival_cells", ["arrival_hour", "platform"], ["messages"]),
        ("funnel_day_cells", ["send_day", "segment"], FunnelLane.names),
        ("conversion_cells", ["send_hour", "segment", "amount"], ["converted", "opened", "late"]),
        (
            "client_cells", ["send_hour", "segment", "observed"],
            ["received", "impressions", "opened"]
        ),
    ]

    /// Whether its rows are sums of rows of another: see `RollupDelta.addSums`.
    var isSum: Bool { isByDay || self == .arrival }
    /// Whether its times are days.
    var isByDay: Bool { self == .delayDay || self == .funnelDay }
    /// Whether its rows have all lanes of the funnel.
    fileprivate var isWide: Bool { self == .funnel || self == .funnelDay }

    /// Those that count; the others are sums of their rows.
    package static let counting = allCases.filter { !$0.isSum }

    /// Of a table that counts client events: their lane, and the total that they are part of.
    var eventTotal: (lane: Int, total: EventTotal)? {
        switch self {
        case .funnel: (FunnelLane.events.rawValue, .matched)
        case .topicSend: (2, .matched)
        case .orphan: (1, .orphan)
        default: nil
        }
    }

    package var name: String { RollupTable.shapes[Int(rawValue)].name }
    /// The names of the time, the reference and the detail, of those that the table has.
    package var keyColumns: [String] { RollupTable.shapes[Int(rawValue)].keys }
    package var countColumns: [String] { RollupTable.shapes[Int(rawValue)].counts }
}

/// Sums of client events over all time: columns of the table `totals`.
enum EventTotal: String, CaseIterable {
    /// Events whose send is known.
    case matched
    case orphan

    static func sums(_ changes: [RollupDelta.Change]) -> [EventTotal: Int64] {
        var sums: [EventTotal: Int64] = [:]
        for (cell, counts) in changes {
            guard let (lane, total) = cell.table.eventTotal else { continue }
            sums[total, default: 0] += Int64(counts[lane])
        }
        return sums
    }
}

/// The counts of one funnel cell, in the order of the columns.
package enum FunnelLane: Int, CaseIterable, Sendable {
    case attempted, sent, failed, received, receipts, receiptsBeforeOpen
    case impressions, opened, late, dismissed, phantom, platformConflicts, events
    case priorityTold, priorityLowered, impressionBase

    static let names = [
        "attempted", "sent", "failed", "received", "receipts", "receipts_before_open",
        "impressions", "opened", "late", "dismissed", "phantom", "platform_conflicts", "events",
        "priority_told", "priority_lowered", "impression_base",
    ]

    package var name: String { FunnelLane.names[rawValue] }
}

/// One row of a rollup table.
package struct RollupCell: Hashable, Sendable {
    package var table: RollupTable
    /// Hours since 1970-01-01 UTC; of a table by the day, the first of the day.
    package var hour: Int32
    /// A segment, an observed profile or a platform's raw value.
    package var reference: Int32
    /// An error, a stage and bucket, a kind of event or an observed profile; 0 where the table has
    /// none.
    package var detail: Int32

    package init(_ table: RollupTable, hour: Int64, reference: Int32, detail: Int32 = 0) {
        self.table = table
        self.hour = Int32(clamping: hour)
        self.reference = reference
        self.detail = detail
    }

    /// The first hour of its UTC day.
    fileprivate var firstOfDay: Int64 { floorDay(Int64(hour) * 3_600_000) * 24 }
}

extension RollupCell: Comparable {
    /// The order of the tables' keys.
    package static func < (a: RollupCell, b: RollupCell) -> Bool {
        (a.table.rawValue, a.hour, a.reference, a.detail)
            < (b.table.rawValue, b.hour, b.reference, b.detail)
    }
}

/// Counts to add to rollup rows; a lane for each count column.
package struct RollupDelta: Sendable {
    package typealias Counts = SIMD16<Int32>
    package typealias Change = (cell: RollupCell, counts: Counts)

    /// Cells of funnels have all lanes; the others, which are most, have few.
    private var wide = CellCounts<Counts>()
    private var narrow = CellCounts<SIMD4<Int32>>()

    package init() {}

    package mutating func add(_ counts: Counts, to cell: RollupCell) {
        if cell.table.isWide {
            wide.add(counts, to: cell)
        } else {
            narrow.add(counts.firstFour, to: cell)
        }
    }

    /// Adds the sums of funnels by UTC day, and of delays by UTC day and platform, and by hour of
    /// arrival and platform: once, when all messages are in. A batch has a fortieth as many such
    /// cells as it has delays.
    package mutating func addSums(platformOf: (_ segment: Int32) -> Platform?) {
        for (cell, counts) in wide.changes where cell.table == .funnel {
            let day = RollupCell(.funnelDay, hour: cell.firstOfDay, reference: cell.reference)
            wide.add(counts, to: day)
        }
        for (cell, counts) in narrow.changes where cell.table == .delay {
            guard let platform = platformOf(cell.reference) else { continue }
            let hour = Int64(cell.hour)
            let reference = Int32(platform.rawValue)
            let day = RollupCell(
                .delayDay, hour: cell.firstOfDay, reference: reference,
                detail: cell.detail & ~Stage.hoursLater)
            narrow.add(counts, to: day)
            guard let hours = Stage.clockHours(ofPacked: cell.detail) else { continue }
            narrow.add(counts, to: RollupCell(.arrival, hour: hour + hours, reference: reference))
        }
    }

    /// Zero for a row that does not change.
    func counts(of cell: RollupCell) -> Counts {
        cell.table.isWide ? wide.counts(of: cell) : Counts(narrow.counts(of: cell))
    }

    /// Rows whose counts change, in the order of the tables' keys.
    package var changes: [Change] {
        (wide.changes + narrow.changes.map { (cell: $0, counts: Counts($1)) })
            .sorted { $0.cell < $1.cell }
    }
}

extension RollupDelta.Counts {
    fileprivate init(_ counts: SIMD4<Int32>) {
        self = .zero
        for lane in counts.indices { self[lane] = counts[lane] }
    }

    fileprivate var firstFour: SIMD4<Int32> { SIMD4(self[0], self[1], self[2], self[3]) }
}

/// Sums of counts by cell: open addressing with a hash of three multiplications. With a
/// `Dictionary`, a sixteenth of an ingest went into hashing cells.
private struct CellCounts<Counts: SIMD & Sendable>: Sendable where Counts.Scalar == Int32 {
    private var cells: [RollupCell] = []
    private var counts: [Counts] = []
    /// Places in `cells` plus one, or 0.
    private var buckets = [Int32](repeating: 0, count: 1024)

    mutating func add(_ added: Counts, to cell: RollupCell) {
        if cells.count * 2 >= buckets.count { grow() }
        let bucket = bucket(of: cell)
        guard buckets[bucket] == 0 else {
            counts[Int(buckets[bucket]) - 1] &+= added
            return
        }
        cells.append(cell)
        counts.append(added)
        buckets[bucket] = Int32(cells.count)
    }

    func counts(of cell: RollupCell) -> Counts {
        let place = Int(buckets[bucket(of: cell)])
        return place == 0 ? .zero : counts[place - 1]
    }

    /// The bucket that has the cell, or the empty one for it.
    @inline(__always)
    private func bucket(of cell: RollupCell) -> Int {
        let mask = buckets.count - 1
        var bucket = CellCounts.hash(cell) & mask
        while buckets[bucket] != 0, cells[Int(buckets[bucket]) - 1] != cell {
            bucket = (bucket + 1) & mask
        }
        return bucket
    }

    var changes: [(RollupCell, Counts)] {
        cells.indices.filter { counts[$0] != .zero }.map { (cells[$0], counts[$0]) }
    }

    private mutating func grow() {
        let size = buckets.count * 2
        buckets = Array(repeating: 0, count: size)
        for (place, cell) in cells.enumerated() {
            var bucket = CellCounts.hash(cell) & (size - 1)
            while buckets[bucket] != 0 { bucket = (bucket + 1) & (size - 1) }
            buckets[bucket] = Int32(place + 1)
        }
    }

    /// Hours and references are small numbers that the program itself gave out.
    private static func hash(_ cell: RollupCell) -> Int {
        var hash = UInt64(truncatingIfNeeded: cell.hour) << 8 | UInt64(cell.table.rawValue)
        hash = hash &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(truncatingIfNeeded: cell.reference)
        hash = hash &* 0xbf58_476d_1ce4_e5b9 &+ UInt64(truncatingIfNeeded: cell.detail)
        return Int(truncatingIfNeeded: (hash &* 0x94d0_49bb_1331_11eb) >> 32)
    }
}
