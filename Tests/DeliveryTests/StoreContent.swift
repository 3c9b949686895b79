import Delivery
import FCM
import Foundation
import GRDB
import NDJSON
import TestSupport

/// Reads files into a store, in tests.
struct Ingesting {
    var batchSize = 100_000
    var threads = 2

    @discardableResult
    func read(_ paths: [String], into database: String) throws -> LineCounts {
        let store = try Store(writing: database)
        var options = IngestOptions(latest: Timestamp(milliseconds: RandomLog.now + 172_800_000))
        options.batchSize = batchSize
        options.threads = threads
        let run = try IngestRun(store, options)
        var total = LineCounts()
        run.onFile = { total += $0.counts }
        _ = try run.read(paths)
        return total
    }
}

/// All that a store says through its views, and the minutes of its records, as text: what must not
/// depend on order.
struct StoreContent: Equatable {
    var views: [String: [String]] = [:]

    static let compared = [
        "messages", "funnel_hourly", "funnel_daily", "delay_hourly", "delay_daily",
        "failure_hourly", "topic_hourly", "orphan_hourly", "image_status_daily", "label_hourly",
        "validated_hourly",
        "reject_reasons", "record_minutes",
    ]

    init(_ database: String) throws {
        let reader = try Store.reader(database)
        views = try reader.read { db in
            var views: [String: [String]] = [:]
            for view in StoreContent.compared {
                let rows = try Row.fetchAll(db, sql: "select * from \(view)")
                // The hash key differs from store to store.
                views[view] = rows.map { row in
                    row.filter { $0.0 != "target_hash" }
                        .map { "\($0.0)=\($0.1)" }.joined(separator: " ")
                }.sorted()
            }
            return views
        }
    }
}
