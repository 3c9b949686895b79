internal import Delivery
internal import NDJSON
internal import SQLite

/// The counts of some weeks of sends, read in one pass over two tables.
package struct AlertHistory: Sendable {
    package static let dimensions = ["platform", "campaign", "image"]
    /// Campaigns beyond this number, those with the fewest sends, are watched as one.
    package static let mostCampaigns = 200
    package static let otherCampaigns = "(other)"

    /// Of all sends.
    package let delivered: Cohorts
    /// Of sends with something to show.
    package let opened: Cohorts
    package let sends: SendHours
    /// Messages with events and unknown sends, from after the newest send.
    package let orphansSinceNewestSend: Int64

    package var hours: Range<Int64> { delivered.hours }

    /// `hours` are the hours to read; the data may begin later. Hours that are not over by the
    /// clock are unknown: later records do not change the result.
    init(
        _ db: Connection, _ clock: AlertClock, hours: Range<Int64>,
        ignoring isIgnored: ([String]) -> Bool = { _ in false }
    ) throws {
        let known = hours.clamped(to: .min..<floorHour(clock.now))
        orphansSinceNewestSend = try AlertHistory.orphans(since: clock.newestSend, known, db)
        let (hours, cells) = SendCell.sinceLongGap(try SendCell.all(known, db), in: hours)
        let segments = try SegmentWords.all(db)
        let plan = LeafPlan(segments, cells, isIgnored: isIgnored)
        var delivered = CohortRows(leaves: plan.leaves)
        var opened = CohortRows(leaves: plan.leaves)
        var next = 0
        try AlertHistory.readEvents(db, hours, known: known.upperBound, plan) {
            hour, received, opens in
            while next < cells.count, cells[next].hour == hour {
                if let place = plan.places[cells[next].segment] {
                    received.add(sent: cells[next].sent, leaf: place.leaf)
                    if !place.isSilent { opens.add(sent: cells[next].sent, leaf: place.leaf) }
                }
                next += 1
            }
            delivered.append(&received, hour: hour)
            opened.append(&opens, hour: hour)
        }
        self.delivered = delivered.cohorts(hours: hours)
        self.opened = opened.cohorts(hours: hours)
        sends = SendHours(plan, cells, hours: hours)
    }

    /// The hour of the oldest sends.
    static func firstHour(_ db: Connection) throws -> Int64? {
        try String.fetchOne(db, sql: "select min(send_hour) from funnel_cells")
            .flatMap { Timestamp($0 + ":00:00Z")?.hour }
    }

    private static func orphans(
        since newest: Int64?, _ hours: Range<Int64>, _ db: Connection
    ) throws -> Int64 {
        guard let newest else { return 0 }
        let statement = try db.statement(
            """
            select coalesce(sum(messages), 0) from orphan_cells
            where send_hour > ? and send_hour < ?
            """
        )
        try statement.bind(1, Period.text(floorHour(newest)))
        try statement.bind(2, Period.text(hours.upperBound))
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Adds up the events of the sends of one hour at a time, and passes them on with the index of
    /// the hour. Events that arrived from the hour `known` on are left out.
    private static func readEvents(
        _ db: Connection, _ hours: Range<Int64>, known: Int64, _ plan: LeafPlan,
        _ each: (Int, inout HourCounts, inout HourCounts) -> Void
    ) throws {
        let statement = try db.statement(
            "select segment, stage_bucket, messages from delay_cells where send_hour = ?")
        var received = HourCounts(plan.leaves.count)
        var opened = HourCounts(plan.leaves.count)
        for (index, hour) in hours.enumerated() {
            try statement.bind(1, Period.text(hour))
            while try statement.step() {
                // Millions of rows: no hashing, integers only.
                guard let leaf = plan.leaf(of: statement.integer(0)),
                    let (stage, age) = DelayAge.of(packed: statement.integer(1)),
                    hour + Int64(age) < known
                else { continue }
                let messages = statement.integer(2)
                switch stage {
                case .received: received.add(messages, leaf: leaf, age: age)
                case .opened: opened.add(messages, leaf: leaf, age: age)
                case .impression: break
                }
            }
            statement.reset()
            each(index, &received, &opened)
        }
    }
}

/// The hour of arrival in `delay_cells.stage_bucket`; the same as `hours_later` of the view
/// `delay_hourly`.
enum DelayAge {
    private static let byBucket: [Int?] = {
        var ages = [Int?](repeating: nil, count: 256)
        for (bucket, from, _) in DelayBucket.all {
            ages[Int(bucket)] =
                (from ?? -1) < 0 ? 0 : (from ?? 0) < 86_400 ? Int(from ?? 0) / 3600 : nil
        }
        return ages
    }()

    static func of(packed: Int64) -> (stage: Stage, age: Int)? {
        guard let stage = Stage(rawValue: Int32(packed >> 8 & 3)),
            let age = byBucket[Int(packed & 255)]
        else { return nil }
        return (stage, age + Int(packed >> 10))
    }
}
