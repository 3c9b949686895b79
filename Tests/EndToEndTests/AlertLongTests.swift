import Foundation
import TestSupport
import Testing

/// Incidents that outlast the days that a look goes back, and refusals by FCM.
@Suite("Long alerts, and what FCM refuses")
struct AlertLongTests {
    private static let database = Result {
        let logs = try Sample([
            "--sends", "410000", "--days", "26", "--start", "2025-10-06",
            "--incident", "opens:platform=ios:2025-10-23T06/6d:0.2",
            "--incident", "failures:platform=android:2025-10-30T10/4h:20",
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

    private static let rows = "select slice, state, starts_at from alerts"

    @Test("six days of a drop: one incident from its beginning, one notification a day, over once")
    func long() throws {
        let store = try store()
        // What small series have by chance is not what this is about.
        let config = store.file("alerts.json")
        try #"{"series": ["platform"]}"#.write(toFile: config, atomically: true, encoding: .utf8)
        func alert(_ store: WatchedStore, _ time: String) throws -> Finished {
            try store.alert("-q", "--config", config, "--now", time)
        }
        for day in 23...28 {
            let run = try alert(store, "2025-10-\(day)T18:00")
            #expect(run.code == 1 && run.output.contains("FIRING"), "\(day): \(run.output)")
            #expect(!run.output.contains("RESOLVED"))
        }
        let known = try store.cells(Self.rows)
        #expect(known.count == 1 && known[0][0...1] == ["platform=ios", "firing"], "\(known)")
        #expect(known[0][2].hasPrefix("2025-10-23T0"), "\(known)")
        // Who looks for the first time sees when it began, too.
        let late = try self.store()
        #expect(try alert(late, "2025-10-28T18:00").code == 1)
        #expect(try late.cells(Self.rows) == known)
        let over = try alert(store, "2025-10-29T12:00")
        #expect(over.code == 0 && over.output.contains("RESOLVED"), "\(over.output)")
        #expect(over.output.firstMatch(of: /back to normal: .* missing in 6 days/) != nil)
        #expect(try alert(store, "2025-10-30T09:00").output == "")
    }

    @Test("sends that FCM rejects: the alert has the share")
    func failures() throws {
        let store = try store()
        let config = store.file("alerts.json")
        try #"{"rules": {"sends": {"min_drop": 30}, "failed": {"on": false}}}"#
            .write(toFile: config, atomically: true, encoding: .utf8)
        let run = try store.alert("-q", "--config", config, "--now", "2025-10-30T13:00")
        #expect(run.code == 1)
        #expect(run.output.contains("Android sends down "), "\(run.output)")
        #expect(run.output.firstMatch(of: /FCM rejected [\d.]+% of attempts, [\d.]+% usual/) != nil)
        // Of fewer sends, fewer deliveries are expected.
        #expect(!run.output.contains("Android deliveries down "))
    }
}
