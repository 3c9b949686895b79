internal import Delivery
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
        for table in LakeSQL.countTables { try add(table, to: &delta, &dictionaries) }
        return delta
    }

    private func add(
        _ table: RollupTable, to delta: inout RollupDelta, _ dictionaries: inout Dictionaries
    ) throws {
        try forEach(LakeSQL.cells(of: table)) { (line: CountLine) in
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
    }

    private func detail(
        of line: CountLine, in table: RollupTable, _ dictionaries: inout Dictionaries
    ) throws -> Int32 {
        guard table.keyColumns.count == 3 else { return 0 }
        guard table == .failure else {
            return Int32(clamping: try line.integer(table.keyColumns[2]))
        }
        return line["error_code"] == nil ? 0 : dictionaries.errors.intern(line.value())
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
