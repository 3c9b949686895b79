import Delivery
import FCM
import Foundation
import NDJSON
import SQLite
import TestSupport

/// Reads files into a store, in tests.
struct Ingesting {
    var batchSize = 100_000
    var threads = 2
    /// Records from later than this are rejected.
    var latest = RandomLog.now + 172_800_000
    var rules = ""
    var readsAgain = false
    var dimensions: [OwnDimension] = []
    var join: [String] = []
    var clock = HourClock.utc

    /// Nothing may depend on them.
    static let threadCounts = [1, 2, 3, 8]

    /// Stops after so many blocks; nil goes to the end.
    @discardableResult
    func read(
        _ paths: [String], into database: String, stopAfter: Int? = nil,
        watching watch: (IngestRun) -> Void = { _ in }
    ) throws -> LineCounts {
        let store = try Store(
            writing: database,
            StoreSettings(dimensions: dimensions, join: join, clock: { clock }))
        let run = try IngestRun(store, options)
        var total = LineCounts()
        run.onFile = { total += $0.counts }
        var left = stopAfter ?? .max
        run.shouldStop = {
            left -= 1
            return left < 0
        }
        watch(run)
        _ = try run.read(paths)
        return total
    }

    private var options: IngestOptions {
        var options = IngestOptions(latest: Timestamp(milliseconds: latest))
        options.batchSize = batchSize
        options.threads = threads
        options.rules = rules
        options.readsAgain = readsAgain
        return options
    }
}

/// All that a store says through its views, and the minutes of its records, as text: what must not
/// depend on order.
struct StoreContent: Equatable {
    var views: [String: [String]] = [:]

    static let compared = [
        "messages", "funnel_hourly", "funnel_daily", "delay_hourly", "delay_daily",
        "failure_hourly", "conversion_hourly", "client_hourly", "topic_hourly", "orphan_hourly",
        "image_status_daily", "label_hourly",
        "validated_hourly",
        "reject_reasons", "record_minutes", "arrival_hourly", "hour_marks where mark <> 0",
    ]

    init(_ database: String) throws {
        let reader = try Store.reader(database)
        views = try reader.read { db in
            var views: [String: [String]] = [:]
            for view in StoreContent.compared {
                let rows = try Row.fetchAll(db, sql: "select * from \(view)")
                // The hash key differs from store to store.
                views[view] = rows.map { row in
                    zip(row.names, row.cells).filter { $0.0 != "target_hash" }
                        .map { "\($0.0)=\($0.1)" }.joined(separator: " ")
                }.sorted()
            }
            return views
        }
    }
}
