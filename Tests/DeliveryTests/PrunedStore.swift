import Delivery
import FCM
import Foundation
import NDJSON
import SQLite
import TestSupport

/// A store of a random log, which can be pruned and read into.
final class PrunedStore {
    let database: String
    private let folder: TemporaryFolder
    private var files = 0

    init(_ log: RandomLog) throws {
        folder = try TemporaryFolder()
        database = folder.file("push.db")
        try read(log)
    }

    @discardableResult
    func read(_ log: RandomLog, batchSize: Int = 100_000) throws -> LineCounts {
        files += 1
        let path = try folder.write(log.bytes, to: "\(files).ndjson")
        return try Ingesting(batchSize: batchSize).read([path], into: database)
    }

    /// False when it was stopped after so many transactions.
    @discardableResult
    func prune(
        _ horizon: Horizon, counts: Horizon? = nil, statesAtOnce: Int = 1000,
        transactions: Int = Int.max
    ) throws -> Bool {
        let pruner = try Pruner(
            Store(writing: database), before: horizon, counts: counts, statesAtOnce: statesAtOnce)
        var left = transactions
        pruner.onProgress = { _ in left -= 1 }
        pruner.shouldStop = { left <= 0 }
        return try pruner.run()
    }

    func content() throws -> StoreContent { try StoreContent(database) }

    func findings() throws -> [Finding] { try Verifier(Store.reader(database)).run().findings }

    func number(_ sql: String) throws -> Int {
        try Store.reader(database).read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    /// Rows of the store, or of the store as it was at a moment.
    func rows(_ sql: String, cutAt moment: Int64? = nil) throws -> [String] {
        let reader = try Store.reader(database)
        let cut = try moment.map { try CutStore(from: reader, at: $0) }
        let source = try cut.map { try Database(path: $0.uri, [.readOnly, .uri]) } ?? reader
        return try source.read { db in
            try Row.fetchAll(db, sql: sql).map { "\($0.cells)" }.sorted()
        }
    }

    /// A row of the table behind the views, by its key.
    struct Stored: Equatable {
        var columns: [Cell]

        var key: [Int64] { columns[0...1].compactMap(Int64.of) }
        var times: [Int64] { columns[2...].compactMap(Int64.of) }
        var hasTime: Bool { key[0] >= 0 }

        /// By the definition, not by the program's own.
        func isPast(_ horizon: Horizon) -> Bool {
            hasTime
                ? key[0] / 4000 < horizon.milliseconds
                : times.allSatisfy { $0 < horizon.milliseconds }
        }
    }

    func messages() throws -> [[Int64]: Stored] {
        let rows = try Store.reader(database).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    select states.k, states.tail, sent_at, receipt_at, foreground_at,
                        impression_at, opened_at, dismissed_at, phantom_open_at, converted_at
                    from states
                    left join conversions
                    on conversions.day = states.day and conversions.k = states.k
                        and conversions.tail = states.tail
                    """)
        }
        let stored = rows.map { Stored(columns: $0.cells) }
        return Dictionary(uniqueKeysWithValues: stored.map { ($0.key, $0) })
    }
}

extension Horizon {
    /// A day of the November of random logs.
    static func november(_ day: Int64) -> Horizon {
        Horizon(day: RandomLog.now / 86_400_000 - 21 + day)
    }
}

extension StoreContent {
    /// The views that differ.
    func changed(from other: StoreContent) -> [String] {
        views.keys.filter { views[$0] != other.views[$0] }.sorted()
    }
}
