import CSQLite
import Delivery
import FCM
import Foundation
import Lake
import NDJSON
import SQLite

/// A lake's views over its merged states, run by SQLite.
struct LakeViews {
    private let database: Database

    init(
        _ lake: LakeContent, windowHours: Int = 72, dimensions: [OwnDimension] = [],
        clock: HourClock = .utc, byDay: Bool = false
    ) throws {
        database = try Database { db in
            for function in LakeFunction.all { function.add(to: db) }
        }
        try database.write { db in
            let columns = LakeSQL.stateColumns.map(\.name)
            try db.execute(sql: "create table merged_states (\(columns.joined(separator: ", ")))")
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            for state in lake.states.values {
                try db.execute(
                    sql: "insert into merged_states values (\(marks))",
                    arguments: columns.map { state[$0]?.stored ?? .null })
            }
            try db.execute(
                sql: """
                    create table reject_lines (
                        path, line, byte, reason, keys, expected, excerpt, line_hash);
                    create table ledger_lines (
                        path, state, problem, size_bytes, lines, new, duplicate, rejected, blank,
                        past_retention, foreign_lines, unproven_events, newest_send_ms,
                        newest_event_ms)
                    """)
            for (hash, reason) in lake.rejects {
                try db.execute(
                    sql: "insert into reject_lines (reason, line_hash) values (?, ?)",
                    arguments: [reason, hash])
            }
            let views = LakeSQL.views(
                Windows(openHours: windowHours), dimensions: dimensions, clock: clock,
                byDay: byDay)
            for view in views {
                try db.execute(sql: "create temporary view \(view.name) as \(view.body)")
            }
        }
    }

    /// The rows of a view, in no order.
    func rows(_ view: String) throws -> [String] {
        try database.read { try LakeViews.rows(view, $0) }
    }

    /// The rows of a query as Spark writes them.
    func jsonLines(_ sql: String) throws -> Data {
        try database.read { db in
            try Row.fetchAll(db, sql: sql).reduce(into: Data()) { lines, row in
                let members = zip(row.names, row.cells).map { name, cell -> (String, Any) in
                    switch cell {
                    case .integer(let number): (name, number)
                    case .text(let text): (name, text)
                    default: (name, NSNull())
                    }
                }
                let object = Dictionary(uniqueKeysWithValues: members)
                lines += try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
                lines.append(0x0a)
            }
        }
    }

    static func rows(_ view: String, _ db: Connection) throws -> [String] {
        try Row.fetchAll(db, sql: "select * from \(view)").map { row in
            zip(row.names, row.cells).map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        }.sorted()
    }
}

/// Functions of integers that Spark has and SQLite has not. They give NULL where one is missing.
private struct LakeFunction: Sendable {
    let name: String
    /// -1 is any number of them, of which NULLs are left out.
    let count: Int32
    let body: @Sendable ([Int64]) -> Cell

    static let all = [
        LakeFunction(name: "whole", count: 2) { .integer($0[0] / $0[1]) },
        LakeFunction(name: "hour_text", count: 1) {
            .text(Timestamp(milliseconds: $0[0] * 3_600_000).hourText)
        },
        LakeFunction(name: "time_text", count: 1) { .text(Timestamp(milliseconds: $0[0]).text) },
        LakeFunction(name: "bit_count", count: 1) { .integer(Int64($0[0].nonzeroBitCount)) },
        LakeFunction(name: "least", count: -1) { $0.min().map(Cell.integer) ?? .null },
    ]

    /// It is known to the connection for as long as the process runs.
    func add(to db: Connection) {
        let place = LakeFunction.all.firstIndex { $0.name == name } ?? 0
        sqlite3_create_function_v2(
            db.handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
            UnsafeMutableRawPointer(bitPattern: place + 1),
            { context, count, values in
                let place = Int(bitPattern: sqlite3_user_data(context)) - 1
                let values = UnsafeBufferPointer(start: values, count: Int(count))
                LakeFunction.all[place].run(Array(values), context)
            }, nil, nil, nil)
    }

    private func run(_ values: [OpaquePointer?], _ context: OpaquePointer?) {
        let numbers = values.filter { sqlite3_value_type($0) == SQLITE_INTEGER }
            .map { sqlite3_value_int64($0) }
        guard count < 0 || numbers.count == count else { return sqlite3_result_null(context) }
        switch body(numbers) {
        case .integer(let number): sqlite3_result_int64(context, number)
        case .text(let text):
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_result_text(context, text, -1, copied)
        default: sqlite3_result_null(context)
        }
    }
}

extension LakeContent.Value {
    var stored: Cell {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }
}
