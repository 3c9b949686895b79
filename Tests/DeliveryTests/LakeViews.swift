import Delivery
import GRDB
import NDJSON

/// A lake's views over its merged states, run by SQLite.
struct LakeViews {
    private let database: DatabaseQueue

    init(_ lake: LakeContent, windowHours: Int = 72) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            for function in LakeViews.functions { db.add(function: function) }
        }
        database = try DatabaseQueue(configuration: configuration)
        try database.write { db in
            let columns = LakeSQL.stateColumns.map(\.name)
            try db.execute(sql: "create table merged_states (\(columns.joined(separator: ", ")))")
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            for state in lake.states.values {
                try db.execute(
                    sql: "insert into merged_states values (\(marks))",
                    arguments: StatementArguments(columns.map { state[$0]?.stored }))
            }
            try db.execute(
                sql: """
                    create table reject_lines (
                        path, line, byte, reason, keys, expected, excerpt, line_hash);
                    create table ledger_lines (
                        path, state, problem, size_bytes, lines, new, duplicate, rejected, blank,
                        past_retention, foreign_lines, unproven_events)
                    """)
            for (hash, reason) in lake.rejects {
                try db.execute(
                    sql: "insert into reject_lines (reason, line_hash) values (?, ?)",
                    arguments: [reason, hash])
            }
            for view in LakeSQL.views(windowHours: windowHours) {
                try db.execute(sql: "create temporary view \(view.name) as \(view.body)")
            }
        }
    }

    /// The rows of a view, in no order.
    func rows(_ view: String) throws -> [String] {
        try database.read { try LakeViews.rows(view, $0) }
    }

    static func rows(_ view: String, _ db: Database) throws -> [String] {
        try Row.fetchAll(db, sql: "select * from \(view)").map { row in
            row.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        }.sorted()
    }

    /// What Spark has and SQLite has not, as `lake-views.sql` asks for it.
    private static let functions = [
        DatabaseFunction("whole", argumentCount: 2, pure: true) { values in
            guard let a = Int64.fromDatabaseValue(values[0]),
                let b = Int64.fromDatabaseValue(values[1])
            else { return nil }
            return a / b
        },
        DatabaseFunction("flipped", argumentCount: 1, pure: true) { values in
            Int64.fromDatabaseValue(values[0]).map { $0 ^ Int64.min }
        },
        DatabaseFunction("hour_text", argumentCount: 1, pure: true) { values in
            Int64.fromDatabaseValue(values[0]).map {
                Timestamp(milliseconds: $0 * 3_600_000).hourText
            }
        },
        DatabaseFunction("time_text", argumentCount: 1, pure: true) { values in
            Int64.fromDatabaseValue(values[0]).map { Timestamp(milliseconds: $0).text }
        },
        DatabaseFunction("bit_count", argumentCount: 1, pure: true) { values in
            Int64.fromDatabaseValue(values[0]).map { Int64($0.nonzeroBitCount) }
        },
        DatabaseFunction("least", pure: true) { values in
            values.compactMap { Int64.fromDatabaseValue($0) }.min()
        },
    ]
}

extension LakeContent.Value {
    var stored: (any DatabaseValueConvertible)? {
        switch self {
        case .number(let number): number
        case .text(let text): text
        }
    }
}
