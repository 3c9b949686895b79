internal import Delivery
internal import FCM
internal import Foundation
internal import SQLite

/// Reads what Spark wrote for `LakeCounts.questions`.
struct LakeCountRows {
    let folder: String
    /// Files of counts by day.
    let cells: [String]
    private let decoder = JSONDecoder()

    private func forEach(_ name: String, _ body: (CountLine) throws -> Void) throws {
        try SparkOutput.forEachLine(in: "\(folder)/\(name)") {
            try body(decoder.decode(CountLine.self, from: $0))
        }
    }

    // MARK: Counts

    /// The rollup rows, with their words in dictionaries, and how many messages and distinct
    /// records there are. Rows of several days add up.
    func delta(
        _ dictionaries: inout Dictionaries
    ) throws -> (delta: RollupDelta, messages: Int64, records: Int64) {
        let tables = Dictionary(
            uniqueKeysWithValues: LakeSQL.countTables.map { (LakeSQL.cells(of: $0), $0) })
        var sum = (delta: RollupDelta(), messages: Int64(0), records: Int64(0))
        for path in cells {
            try SparkOutput.forEachLine(ofFile: path) { line in
                let line = try decoder.decode(CountLine.self, from: line)
                let counted = try line.text("counts")
                if let table = tables[counted] {
                    try add(line, table, to: &sum.delta, &dictionaries)
                } else {
                    sum.messages += try line.integer("messages")
                    sum.records += try line.integer("records")
                }
            }
        }
        return sum
    }

    private func add(
        _ line: CountLine, _ table: RollupTable, to delta: inout RollupDelta,
        _ dictionaries: inout Dictionaries
    ) throws {
        let reference =
            table.keyColumns[1] == "segment"
            ? dictionaries.segments.intern(DictionaryTables.segment { line[$0] })
            : dictionaries.observed.intern(line.value())
        var counts = RollupDelta.Counts.zero
        for (lane, column) in table.countColumns.enumerated() {
            counts[lane] = Int32(clamping: try line.integer(column))
        }
        let cell = RollupCell(
            table, hour: try line.integer("hours"), reference: reference,
            detail: try detail(of: line, in: table, &dictionaries))
        delta.add(counts, to: cell)
    }

    private func detail(
        of line: CountLine, in table: RollupTable, _ dictionaries: inout Dictionaries
    ) throws -> Int32 {
        guard table.keyColumns.count == 3 else { return 0 }
        switch table {
        case .failure:
            return line["error_code"] == nil ? 0 : dictionaries.errors.intern(line.value())
        case .conversion:
            return line["conversion_millionths"] == nil
                ? 0 : dictionaries.amounts.intern(line.value())
        case .client: return dictionaries.observed.intern(line.value())
        default: return Int32(clamping: try line.integer(table.keyColumns[2]))
        }
    }

    // MARK: Ledger

    /// Of lines that several logs tell, one is new. Which, nobody knows of a lake: the logs that
    /// come last by their paths are taken to repeat the others.
    func writeLedger(_ db: Connection, records: Int64) throws {
        var files: [LedgerFile] = []
        var sends: Int64?
        var events: Int64?
        try forEach("ledger") { line in
            files.append(try LedgerFile(id: Int64(files.count + 1), line))
            sends = [sends, line["newest_send_ms"]?.integer].compactMap(\.self).max()
            events = [events, line["newest_event_ms"]?.integer].compactMap(\.self).max()
        }
        var repeated = files.reduce(0) { $0 + $1.counts.new } - records
        for place in files.indices.reversed() where repeated > 0 {
            let moved = min(repeated, files[place].counts.new)
            files[place].counts.new -= moved
            files[place].counts.duplicate += moved
            repeated -= moved
        }
        try FileLedger.save(files, db)
        for (name, moment) in [(Settings.Name.newestSend, sends), (.newestEvent, events)] {
            if let moment { try Settings.set(name, String(moment), db) }
        }
    }

    func writeMinutes(_ db: Connection) throws {
        try forEach("minutes") { line in
            try db.execute(
                sql: "insert into record_minutes values (?, ?, ?)",
                arguments: [line.text("hour"), line.integer("sends"), line.integer("events")])
        }
    }

    func writeRejects(_ db: Connection) throws {
        let ids = try Row.fetchAll(db, sql: "select path, id from ledger_files order by id")
            .map { (try $0["path"] as String, try $0["id"] as Int64) }
        let files = Dictionary(ids) { first, _ in first }
        try forEach("rejects") { line in
            try db.execute(
                sql: "insert or ignore into rejected_lines values (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    files[line.text("path")], line.integer("line"), line.integer("byte"),
                    line.text("reason"), line.text("expected"), line.text("excerpt"),
                    line.text("keys"),
                ])
        }
        try forEach("reject_lines") { line in
            try db.execute(
                sql: "insert or ignore into distinct_rejects (line_hash, reason) values (?, ?)",
                arguments: [line.integer("line_hash"), line.text("reason")])
        }
    }
}
