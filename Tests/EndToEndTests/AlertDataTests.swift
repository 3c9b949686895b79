import Foundation
import TestSupport
import Testing

/// What records that are late, missing or in another order do to alerts: nothing that is wrong.
@Suite("Alerts and the flow of records")
struct AlertDataTests {
    /// A store of the logs before an hour of sends, and before one of events.
    private static func store(sendsTo: String, eventsTo: String) throws -> WatchedStore {
        let store = try WatchedStore(empty: ())
        try store.ingest(
            WatchedStore.files { kind, hour in hour < (kind == "sends" ? sendsTo : eventsTo) })
        return store
    }

    @Test("events stop: no_data, one notification, no drops; late files: over, and nothing else")
    func stall() throws {
        let store = try Self.store(sendsTo: "2025-10-23T13", eventsTo: "2025-10-23T10")
        let fresh = try store.alert("-q", "--now", "2025-10-23T10:30")
        #expect(fresh == Finished(output: "", errors: "", code: 0))
        let stale = try store.alert("-q", "--now", "2025-10-23T13:00")
        #expect(stale.code == 2)
        #expect(stale.output.contains("no client events for 3 hours"))
        let file = /the last file is \S+2025-10-23T09\S+, and the next one usually .* 1 hour/
        #expect(stale.output.contains(file), "\(stale.output)")
        #expect(!stale.output.contains("score"))
        #expect(stale.output.matches(of: /FIRING/).count == 1)
        let again = try store.alert("-q", "--now", "2025-10-23T13:10")
        #expect(again == Finished(output: "", errors: "", code: 2))
        try store.ingest(
            WatchedStore.files { kind, hour in
                kind != "sends" && ("2025-10-23T10"..<"2025-10-23T13").contains(hour)
            })
        let late = try store.alert("-q", "--now", "2025-10-23T13:20")
        #expect(late.code == 0)
        #expect(late.output.contains("over after"))
        #expect(late.output.matches(of: /RESOLVED|FIRING/).count == 1)
        #expect(
            try store.cells("select rule, state, told_count from alerts")
                == [["freshness", "resolved", "2"]])
    }

    @Test("events stop, and only newer files come: over, with the hours that are still missing")
    func stallWithoutFiles() throws {
        let store = try Self.store(sendsTo: "2025-10-23T13", eventsTo: "2025-10-23T10")
        let stale = try store.alert("-q", "--now", "2025-10-23T13:00")
        #expect(stale.code == 2)
        let own = #/where path like '\S*/events/____-__-__T__.ndjson.gz' order by path/#
        #expect(stale.output.contains(own), "\(stale.output)")
        let planned = /if planned +pushfunnel alert (accept [0-9a-f]{16}) --db (\S+)\n/
        let accept = try #require(stale.output.firstMatch(of: planned))
        #expect(accept.2 == store.path)
        try store.ingest(
            WatchedStore.files { kind, hour in kind != "sends" && hour == "2025-10-23T12" })
        let newer = try store.alert("-q", "--now", "2025-10-23T13:20", "--dry-run").output
        // The file of the next hour is not late yet.
        #expect(
            newer.contains(
                "newer records came after 3 hours; files are still missing of "
                    + "2025-10-23 10:00 UTC to 2025-10-23 11:00 UTC: these hours are not judged"),
            "\(newer)")
        #expect(newer.matches(of: /RESOLVED|FIRING/).count == 1)
        let done = try store.alert("accept", String(accept.1.dropFirst(7)))
        #expect(done.output == "incident 1 is accepted\n")
    }

    @Test("a drop that fires is not over because records stop")
    func stallDuringDrop() throws {
        let store = try Self.store(sendsTo: "2025-10-24T20", eventsTo: "2025-10-24T15")
        #expect(try store.alert("-q", "--now", "2025-10-24T15:00").output.contains("iOS opens"))
        let stale = try store.alert("--now", "2025-10-24T19:00")
        #expect(stale.code == 2)
        #expect(!stale.output.contains("RESOLVED"))
        #expect(stale.output.contains("INHIBITED CRITICAL  opened, platform ios"))
        #expect(
            try store.cells("select rule, state, told_count from alerts order by id")
                == [["opened", "inhibited", "1"], ["freshness", "firing", "1"]])
    }

    @Test("files of some hours come after those of later hours: no drop before, none after")
    func gap() throws {
        let store = try WatchedStore(empty: ())
        let isLate = { (kind: String, hour: String) in
            kind != "sends" && ("2025-10-23T08"..<"2025-10-23T11").contains(hour)
        }
        try store.ingest(
            WatchedStore.files { kind, hour in hour < "2025-10-23T14" && !isLate(kind, hour) })
        let gap = try store.alert("-q", "--now", "2025-10-23T14:00")
        #expect(gap == Finished(output: "", errors: "", code: 0))
        try store.ingest(WatchedStore.files(isLate))
        let whole = try store.alert("-q", "--now", "2025-10-23T14:10")
        #expect(whole == Finished(output: "", errors: "", code: 0))
    }

    @Test("sends arrive after their events: no alert of missing sends")
    func lateSends() throws {
        let store = try Self.store(sendsTo: "2025-10-23T08", eventsTo: "2025-10-23T14")
        let missing = try store.alert("-q", "--now", "2025-10-23T14:00")
        #expect(missing.code == 2)
        #expect(missing.output.contains("no sends in the logs for 6 hours"), "\(missing.output)")
        #expect(!missing.output.contains("sends: "))
        #expect(missing.output.contains(/the last file is \S+sends\S+2025-10-23T07/))
        #expect(!missing.output.contains("score"))
    }

    @Test("the order of files does not matter")
    func order() throws {
        let store = try WatchedStore(empty: ())
        let files = try WatchedStore.files { _, _ in true }
        let half = files.count / 2
        try store.ingest(Array(files[half...].reversed()))
        try store.ingest(Array(files[..<half].reversed()))
        let whole = try WatchedStore()
        for time in ["2025-10-24T16:00", "2025-10-25T15:00", "2025-10-26T12:00"] {
            let other = try store.anyAlert("--dry-run", "--now", time)
            #expect(try whole.anyAlert("--dry-run", "--now", time).output == other.output)
            #expect(other.code == 1)
        }
    }

    @Test("less than two weeks of logs: not enough to judge, and no alarm")
    func history() throws {
        let store = try WatchedStore(empty: ())
        try store.ingest(WatchedStore.files { _, hour in hour < "2025-10-15" })
        let alert = try store.alert("--now", "2025-10-15T00:00")
        #expect(alert.code == 0)
        #expect(alert.output.hasPrefix("Cannot judge yet: alerts need 14 days of history"))
    }

    @Test("the same alarms as of the table that cohort_ages makes")
    func table() throws {
        let store = try WatchedStore()
        for (rule, stage) in [("opened", "opened"), ("delivered", "received")] {
            let cohorts = store.file("\(stage).csv")
            let asked = try Program.run([
                "sql", "cohort_ages", "--param", "stage=\(stage)", "--limit", "0", "--csv",
                "--db", store.path, "-o", cohorts,
            ])
            #expect(asked.code == 0, "\(asked.errors)")
            let drop = rule == "opened" ? "20" : "50"
            let table = try Program.run(["alert", "--cohorts", cohorts, "--min-drop", drop])
            let ofTable = lines(table.output).map { ($0[0], $0[2], $0[5], $0[6]) }
            let backtest = try store.alert("backtest", "--min-drop", drop)
            let ofStore = rows(backtest.output).filter { $0[0] == rule }
            #expect(!ofTable.isEmpty && ofTable.count == ofStore.count, "\(table.output)")
            for (one, other) in zip(ofTable, ofStore) {
                #expect(other[1] == "platform \(one.1)")
                #expect(other[2] == "\(one.0):00Z")
                #expect(Array(other[5...6]) == [one.2, one.3])
            }
        }
    }

    private func lines(_ csv: String) -> [[String]] {
        csv.split(whereSeparator: \.isNewline).dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The first table of a back-test.
    private func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n").drop { !$0.hasPrefix("---") }.dropFirst()
            .prefix { $0 != "rules" }
            .map { $0.matches(of: /\S+(?: \S+)*/).map { String($0.0) } }
    }
}
