internal import Delivery
internal import FCM
internal import Foundation
internal import SQLite

/// Reads what Spark wrote for `LakeCounts.questions`.
struct LakeCountRows {
    private let folder: String
    private let decoder: JSONDecoder

    init(_ folder: String) {
        self.folder = folder
        decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
    }

    private func forEach<Line: Decodable>(
        _ name: String, as type: Line.Type = Line.self, _ body: (Line) throws -> Void
    ) throws {
        try SparkOutput.forEachLine(in: "\(folder)/\(name)") {
            try body(decoder.decode(type, from: $0))
        }
    }

    func messages() throws -> Int64 {
        var count: Int64 = 0
        try forEach("messages") { (line: [String: Int64]) in count += line["messages"] ?? 0 }
        return count
    }

    // MARK: Counts

    /// The rollup rows, with their words in dictionaries.
    func delta(_ dictionaries: inout Dictionaries) throws -> RollupDelta {
        var delta = RollupDelta()
        try addSends(&delta, &dictionaries)
        try addObserved(&delta, &dictionaries)
        return delta
    }

    private func addSends(_ delta: inout RollupDelta, _ dictionaries: inout Dictionaries) throws {
        try forEach("send_cells") { (row: SegmentRow<FunnelCounts>) in
            let segment = dictionaries.segments.intern(row.segment)
            let cell = RollupCell(.funnel, hour: row.hours, reference: segment)
            delta.add(row.counts.lanes, to: cell)
        }
        try forEach("delay_cells") { (row: SegmentRow<DelayCounts>) in
            let cell = RollupCell(
                .delay, hour: row.hours, reference: dictionaries.segments.intern(row.segment),
                detail: row.counts.stageBucket)
            delta.add(lanes(row.counts.messages), to: cell)
        }
        try forEach("failure_cells") { (row: SegmentRow<FailureCounts>) in
            let cell = RollupCell(
                .failure, hour: row.hours, reference: dictionaries.segments.intern(row.segment),
                detail: row.counts.error.map { dictionaries.errors.intern($0) } ?? 0)
            delta.add(lanes(row.counts.messages), to: cell)
        }
        try forEach("topic_send_cells") { (row: SegmentRow<TopicCounts>) in
            let cell = RollupCell(
                .topicSend, hour: row.hours, reference: dictionaries.segments.intern(row.segment))
            delta.add(lanes(row.counts.sent, row.counts.failed, row.counts.events), to: cell)
        }
        try forEach("validated_cells") { (row: SegmentRow<MessageCounts>) in
            let cell = RollupCell(
                .validated, hour: row.hours, reference: dictionaries.segments.intern(row.segment))
            delta.add(lanes(row.counts.messages), to: cell)
        }
    }

    private func addObserved(
        _ delta: inout RollupDelta, _ dictionaries: inout Dictionaries
    ) throws {
        try forEach("topic_receipt_cells") { (row: ObservedRow<ReceivedCounts>) in
            let cell = RollupCell(
                .topicReceipt, hour: row.hours,
                reference: dictionaries.observed.intern(row.profile))
            delta.add(lanes(row.counts.received, row.counts.opened), to: cell)
        }
        try forEach("orphan_cells") { (row: ObservedRow<OrphanCounts>) in
            let counts = row.counts
            let cell = RollupCell(
                .orphan, hour: row.hours, reference: dictionaries.observed.intern(row.profile))
            delta.add(lanes(counts.messages, counts.events, counts.opened), to: cell)
        }
        try forEach("label_cells") { (row: ObservedRow<LabelCounts>) in
            let cell = RollupCell(
                .label, hour: row.hours, reference: dictionaries.observed.intern(row.profile),
                detail: row.counts.kind)
            delta.add(lanes(row.counts.events), to: cell)
        }
    }

    private func lanes(_ counts: Int64...) -> RollupDelta.Counts {
        var lanes = RollupDelta.Counts.zero
        for (place, count) in counts.enumerated() { lanes[place] = Int32(clamping: count) }
        return lanes
    }

    // MARK: Ledger

    /// Of lines that several logs tell, one is new. Which, nobody knows of a lake: the logs that
    /// come last by their paths are taken to repeat the others.
    func writeLedger(_ db: Connection) throws {
        var lines: [LedgerRow] = []
        try forEach("ledger") { lines.append($0) }
        var new: Int64 = 0
        try forEach("records") { (line: [String: Int64]) in new += line["new"] ?? 0 }
        var repeated = lines.reduce(0) { $0 + $1.new } - new
        for place in lines.indices.reversed() where repeated > 0 {
            let moved = min(repeated, lines[place].new)
            lines[place].new -= moved
            lines[place].duplicate += moved
            repeated -= moved
        }
        for (place, line) in lines.enumerated() {
            try FileLedger.save(line.file(id: Int64(place + 1)), db)
        }
        let sends = lines.compactMap(\.newestSendMs).max()
        let events = lines.compactMap(\.newestEventMs).max()
        let newest = [sends, events].compactMap(\.self).max()
        for (name, moment) in [
            (Settings.Name.newestSend, sends), (.newestEvent, events), (.newestRecord, newest),
        ] {
            if let moment { try Settings.set(name, String(moment), db) }
        }
    }

    func writeMinutes(_ db: Connection) throws {
        try forEach("minutes") { (row: MinutesRow) in
            try db.execute(
                sql: "insert into record_minutes values (?, ?, ?)",
                arguments: [row.hour, row.sends, row.events])
        }
    }

    func writeRejects(_ db: Connection) throws {
        let ids = try Row.fetchAll(db, sql: "select path, id from ledger_files order by id")
            .map { (try $0["path"] as String, try $0["id"] as Int64) }
        let files = Dictionary(ids) { first, _ in first }
        try forEach("rejects") { (row: RejectRow) in
            try db.execute(
                sql: "insert or ignore into rejected_lines values (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    files[row.path], row.line, row.byte, row.reason, row.expected,
                    row.excerpt, row.keys,
                ])
        }
        try forEach("reject_lines") { (row: RejectedLineRow) in
            try db.execute(
                sql: "insert or ignore into distinct_rejects values (?, ?)",
                arguments: [row.lineHash, row.reason])
        }
    }
}
