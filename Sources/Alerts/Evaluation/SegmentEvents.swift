internal import Delivery
internal import SQLite

/// The events of a segment's sends of one hour, by age.
///
/// Millions of rows are read into it, so a row is three integers and an addition: the leaf is
/// looked up once for all rows of a segment.
struct SegmentEvents {
    private(set) var segment: Int64
    private(set) var received = Array(repeating: 0.0, count: Cohorts.ages)
    private(set) var opened = Array(repeating: 0.0, count: Cohorts.ages)

    /// Reads rows of segment, stage with bucket, and messages, and calls `each` for every group of
    /// adjacent rows with the same segment. Only the first `ages` ages are read.
    static func read(
        _ rows: Statement, ages: Int, each: (SegmentEvents) -> Void
    ) throws(SQLiteError) {
        var events: SegmentEvents?
        while try rows.step() {
            let segment = rows.integer(0)
            if events?.segment != segment {
                if let events { each(events) }
                events = SegmentEvents(segment: segment)
            }
            events?.add(rows.integer(2), packed: rows.integer(1), ages: ages)
        }
        if let events { each(events) }
    }

    private init(segment: Int64) { self.segment = segment }

    private mutating func add(_ messages: Int64, packed: Int64, ages: Int) {
        guard let (stage, age) = DelayAge.of(packed: packed), age < ages else { return }
        switch stage {
        case .received: received[age] += Double(messages)
        case .opened: opened[age] += Double(messages)
        case .impression, .converted: break
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
        let later = Int(packed >> 10)
        let hours = age + (later == 3 ? -1 : later)
        return 0..<Cohorts.ages ~= hours ? (stage, hours) : nil
    }
}
