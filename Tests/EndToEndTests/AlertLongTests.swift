import Foundation
import TestSupport
import Testing

/// Incidents that outlast the days that a look goes back, and refusals by FCM.
@Suite("Long alerts, and what FCM refuses")
struct AlertLongTests {
    private static let database = Result {
        let logs = try Sample([
            "--sends", "380000", "--days", "24", "--start", "2025-10-06",
            "--incident", "opens:platform=ios:2025-10-21T06/6d:0.2",
            "--incident", "failures:platform=android:2025-10-28T10/4h:20",
        ])
        let database = try Database()
        return (database, try database.ingest([logs.folder]))
    }

    private func store() throws -> WatchedStore {
        let store = try WatchedStore(empty: ())
        let (database, read) = try AlertLongTests.database.get()
        try #require(read.code == 0, "\(read.errors)")
        try FileManager.default.copyItem(atPath: database.path, toPath: store.path)
        return store
    }

    private static let rows = "select slice, state, starts_at, told_count from alerts"

    @Test("six days of a drop: one incident from its beginning, told once a day, over once")
    func long() throws {
        let store = try store()
        for day in 21...26 {
            let run = try store.alert("-q", "--now", "2025-10-\(day)T18:00")
            #expect(run.code == 1 && run.output.contains("FIRING"), "\(day): \(run.output)")
            #expect(!run.output.contains("RESOLVED"))
        }
        let known = try store.cells(Self.rows)
        #expect(known == [["platform=ios", "firing", "2025-10-21T06:00:00Z", "6"]])
        // Who looks for the first time sees when it began, too.
        let late = try self.store()
        #expect(try late.alert("-q", "--now", "2025-10-26T18:00").code == 1)
        #expect(
            try late.cells(Self.rows) == [["platform=ios", "firing", "2025-10-21T06:00:00Z", "1"]])
        let over = try store.alert("-q", "--now", "2025-10-27T12:00")
        #expect(over.code == 0 && over.output.contains("RESOLVED"), "\(over.output)")
        #expect(over.output.contains("over after 6 d"), "\(over.output)")
        #expect(try store.alert("-q", "--now", "2025-10-28T09:00").output == "")
    }

    @Test("sends that FCM refuses are told with the share that it refuses")
    func failures() throws {
        let store = try store()
        let config = store.file("alerts.json")
        try #"{"rules": {"sends": {"min_drop": 30}}}"#
            .write(toFile: config, atomically: true, encoding: .utf8)
        let run = try store.alert("-q", "--config", config, "--now", "2025-10-28T13:00")
        #expect(run.code == 1)
        #expect(run.output.contains("sends on android are"), "\(run.output)")
        #expect(run.output.firstMatch(of: /FCM refused \d+ % of attempts, [\d.]+ % usual/) != nil)
        // Of fewer sends, fewer deliveries are expected.
        #expect(!run.output.contains("deliveries on android are"))
    }
}
