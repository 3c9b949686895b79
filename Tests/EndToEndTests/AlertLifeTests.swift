import Foundation
import TestSupport
import Testing

/// Incidents from their first telling to their end.
@Suite("Alerts of a store")
struct AlertLifeTests {
    private static let told = "select rule, slice, state, told_count from alerts order by id"

    @Test("opens of a platform: notified immediately, again after four hours, and when it is over")
    func opens() throws {
        let store = try WatchedStore()
        let before = try store.alert("--now", "2025-10-24T12:00")
        #expect(before.code == 0 && before.output.hasPrefix("No alert firing"), "\(before.output)")
        let first = try store.alert("-q", "--now", "2025-10-24T13:00")
        #expect(first.code == 1)
        let sentence =
            /iOS opens down [\d.]+% since 2025-10-24 1.:00 UTC \(\d+ of \d+ expected; usual \d+–/
        #expect(first.output.firstMatch(of: sentence) != nil, "\(first.output)")
        #expect(first.output.contains("late data: the newest client event is"))
        let second = try store.alert("-q", "--now", "2025-10-24T14:30")
        #expect(second == Finished(output: "", errors: "", code: 1))
        #expect(try store.cells(Self.told) == [["opened", "platform=ios", "firing", "1"]])
        let due = try store.alert("-q", "--now", "2025-10-24T17:00")
        #expect(due.code == 1 && due.output.contains("FIRING"))
        let over = try store.alert("-q", "--now", "2025-10-24T21:00")
        #expect(over.code == 0 && over.output.contains("RESOLVED CRITICAL"), "\(over.output)")
        let back =
            /iOS opens back to normal: \d+ of \d+ expected in the last \d+ hours; \d+ missing/
        #expect(over.output.firstMatch(of: back) != nil, "\(over.output)")
        let quiet = try store.alert("-q", "--now", "2025-10-24T22:00")
        #expect(quiet == Finished(output: "", errors: "", code: 0))
        #expect(try store.cells(Self.told) == [["opened", "platform=ios", "resolved", "3"]])
    }

    @Test("a pager rings once for one incident: exit codes of news")
    func news() throws {
        let store = try WatchedStore()
        let codes = try [13, 14, 16, 17, 18, 21, 22].map { hour in
            try store.alert(
                "-q", "--exit-on", "news", "--repeat", "4h", "--now", "2025-10-24T\(hour):00"
            ).code
        }
        #expect(codes == [1, 0, 0, 1, 0, 0, 0])
        let empty = try WatchedStore(empty: ())
        #expect(try Program.run(["ingest", "-q", "--db", empty.path, "/dev/null"]).code == 0)
        #expect(try empty.alert("-q", "--exit-on", "news").code == 2)
    }

    @Test("slices that fire in the same hours are one incident with parts")
    func parts() throws {
        let sample = try Sample([
            "--sends", "500000", "--days", "21", "--start", "2025-10-06",
            "--incident", "opens:campaign=order_update:2025-10-24T12/8h:0.1",
            "--incident", "opens:campaign=new_message:2025-10-24T13/8h:0.1",
        ])
        let store = try WatchedStore(empty: ())
        try store.ingest([sample.folder])
        let runs = try (13...18).map {
            try store.alert("-q", "--repeat", "24h", "--now", "2025-10-24T\($0):00")
        }
        #expect(runs.map { $0.output.matches(of: /(?m)^FIRING/).count }.reduce(0, +) == 1)
        let stored = try store.cells(
            "select rule, slice, told_count, part_of is null from alerts order by id")
        #expect(stored.count >= 2, "\(stored)")
        #expect(stored.count { $0.last == "1" } == 1, "\(stored)")
        #expect(stored.filter { $0.last == "0" }.allSatisfy { $0[2] == "0" }, "\(stored)")
        let now = try store.alert("--dry-run", "--json", "--now", "2025-10-24T18:00")
        #expect(now.output.contains("at the same time: campaign "), "\(now.output)")
        let posted = try store.alert(
            "--dry-run", "--format", "alertmanager", "--now", "2025-10-24T18:00")
        #expect(posted.output.matches(of: /"alertname"/).count == 1)
    }

    @Test("what the alert says to run shows the drop")
    func command() throws {
        let store = try WatchedStore()
        let alert = try store.alert("--dry-run", "--now", "2025-10-24T15:00")
        let command = try #require(alert.output.firstMatch(of: /run +pushfunnel (.+)\n/)?.1)
        let shell = "\(Program.path) \(command) --csv"
        let shown = try Program.run(executable: "/bin/sh", ["-c", shell])
        let rows = shown.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",").compactMap { Int($0) }
        }
        // Sent, arrived, a week before: six hours as ever, then three of the drop.
        #expect(rows.count == 9)
        let before: Int = rows.prefix(6).reduce(0) { $0 + $1[1] }
        let during: Int = rows.suffix(3).reduce(0) { $0 + $1[1] }
        #expect(during * 4 < before)
    }

    @Test("deliveries: opens that they explain have no notification")
    func deliveries() throws {
        let store = try WatchedStore()
        let alert = try store.alert("--now", "2025-10-25T15:00")
        #expect(alert.code == 1)
        #expect(alert.output.contains("Android deliveries down "))
        #expect(alert.output.contains("INHIBITED CRITICAL  opened, platform android"))
        // What was over before anybody looked, and what is explained, is noted and not told.
        #expect(
            try store.cells("select rule, slice, state, told_count from alerts order by state")
                == [
                    ["delivered", "platform=android", "firing", "1"],
                    ["opened", "platform=android", "inhibited", "0"],
                    ["opened", "platform=ios", "resolved", "0"],
                ])
    }

    @Test("no sends at all: an alert of sends, and none of rates")
    func sends() throws {
        let store = try WatchedStore()
        let alert = try store.alert("--now", "2025-10-26T12:00")
        #expect(alert.code == 1)
        #expect(alert.output.contains("sends down 100.0% since 2025-10-26 08:00 UTC (0 of "))
        let told = "select rule, slice, state, told_count from alerts where rule = 'sends'"
        #expect(try store.cells(told) == [["sends", "\"\"", "firing", "1"]])
        let over = try store.alert("-q", "--now", "2025-10-26T18:00")
        #expect(over.code == 0 && over.output.contains("RESOLVED CRITICAL"))
    }

    @Test("of two runs at the same time, one notifies")
    func twiceAtOnce() throws {
        let store = try WatchedStore()
        let arguments = ["alert", "--db", store.path, "-q", "--now", "2025-10-24T14:00"]
        let runs = try (0..<4).map { _ in try RunningProgram(Program.path, arguments) }
        let finished = try runs.map { try $0.finish() }
        #expect(finished.allSatisfy { $0.code == 1 && $0.errors.isEmpty })
        #expect(finished.count { $0.output.contains("FIRING") } == 1)
        #expect(finished.count { $0.output.isEmpty } == 3)
        #expect(try store.cells(Self.told) == [["opened", "platform=ios", "firing", "1"]])
    }

    @Test("during an ingest that holds the writer's lock")
    func locked() throws {
        let store = try WatchedStore()
        let lock = open(store.path + "-lock", O_RDWR | O_CREAT, 0o644)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { close(lock) }
        let alert = try store.alert("-q", "--now", "2025-10-24T14:00")
        #expect(alert.code == 1 && alert.output.contains("FIRING"), "\(alert.errors)")
    }

    @Test("silenced: firing, without a notification until the silence ends")
    func silence() throws {
        let store = try WatchedStore()
        let other = try store.alert(
            "silence", "opened,platform=web", "2d", "--now", "2025-10-24T12:00")
        #expect(other.output == "silence 1 is active until 2025-10-26T12:00Z\n")
        let made = try store.alert(
            "silence", "opened,platform=ios", "2h", "--comment", "known, a release",
            "--now", "2025-10-24T12:30")
        #expect(made.output == "silence 2 is active until 2025-10-24T14:30Z\n")
        let silenced = try store.alert("-q", "--now", "2025-10-24T14:00")
        #expect(silenced == Finished(output: "", errors: "", code: 0))
        #expect(try store.cells(Self.told) == [["opened", "platform=ios", "silenced", "0"]])
        let listed = try store.alert("list", "--now", "2025-10-24T14:00")
        #expect(listed.output.contains("known, a release"))
        let later = try store.alert("-q", "--now", "2025-10-24T15:00")
        #expect(later.code == 1 && later.output.contains("FIRING"))
        let again = try store.alert("silence", "*", "8h", "--now", "2025-10-24T15:00")
        #expect(again.code == 0)
        let over = try store.alert("-q", "--now", "2025-10-24T21:00")
        #expect(over == Finished(output: "", errors: "", code: 0))
        let planned = try store.alert("silence", "opened,campaign=next week", "2d")
        #expect(planned.code == 0)
        #expect(planned.errors == "note: no send of campaign next week is stored yet\n")
        #expect(try store.alert("silence", "--end", "3", "--now", "2025-10-24T21:00").code == 0)
        #expect(try store.alert("silence", "--end", "3", "--now", "2025-10-24T21:00").code == 64)
    }

    @Test("a dry run says what is news and notes nothing")
    func dryRun() throws {
        let store = try WatchedStore()
        let arguments = ["-q", "--dry-run", "--now", "2025-10-24T14:00"]
        let first = try store.alert(arguments[0], arguments[1], arguments[2], arguments[3])
        let second = try store.alert(arguments[0], arguments[1], arguments[2], arguments[3])
        #expect(first.code == 1 && first.output.contains("FIRING") && first == second)
        #expect(try store.cells(Self.told) == [])
    }

    @Test("what a receiver did not get is news in the next run, of a drop and of its end")
    func undelivered() throws {
        let store = try WatchedStore()
        // Nobody listens there.
        let receiver = ["--notify", "http://127.0.0.1:9/"]
        for _ in 0..<2 {
            let failed = try store.alert(
                "-q", "--now", "2025-10-24T14:00", receiver[0], receiver[1])
            #expect(failed.code == 74, "\(failed.errors)")
            #expect(try store.cells(Self.told) == [])
        }
        #expect(try store.alert("-q", "--now", "2025-10-24T14:00").output.contains("FIRING"))
        let failed = try store.alert("-q", "--now", "2025-10-24T21:00", receiver[0], receiver[1])
        #expect(failed.code == 74)
        let over = try store.alert("-q", "--now", "2025-10-24T21:00")
        #expect(over.code == 0 && over.output.contains("RESOLVED"))
        #expect(try store.cells(Self.told) == [["opened", "platform=ios", "resolved", "2"]])
    }

    @Test("every form holds the same alert")
    func forms() throws {
        let store = try WatchedStore()
        for form in ["json", "alertmanager", "prometheus", "slack"] {
            let told = try store.alert(
                "-q", "--dry-run", "--now", "2025-10-24T14:00", "--format", form)
            #expect(told.code == 1 && told.output.contains("opened"), "\(told.output)")
        }
    }

    @Test("explained: one rule, notified or not")
    func explained() throws {
        let store = try WatchedStore()
        #expect(try store.alert("-q", "--now", "2025-10-25T15:00").code == 1)
        let one = try store.alert("explain", "opened", "--now", "2025-10-25T15:00")
        #expect(one.output.contains("Android opens down "))
        #expect(!one.output.contains("deliveries down"))
        #expect(one.output.firstMatch(of: /deliveries +\d\d\.\d% of expected/) != nil)
        #expect(one.output.contains("settings of rule opened"))
        #expect(one.output.firstMatch(of: /min_drop +20%/) != nil)
    }

    @Test("a query of the user's own is a rule: rows are what is wrong")
    func ownRule() throws {
        let store = try WatchedStore()
        let config = store.file("alerts.json")
        let json = """
            {"rules": {"opened": {"on": false}}, "checks": [
                {"name": "refused", "query": "failures", "severity": "critical",
                 "parameters": {"since": "2025-10-24T13", "until": "2025-10-24T14"}}]}
            """
        try json.write(toFile: config, atomically: true, encoding: .utf8)
        let alert = try store.alert("-q", "--config", config, "--now", "2025-10-24T14:00")
        #expect(alert.code == 1)
        #expect(alert.output.contains("refused: "), "\(alert.output)")
        #expect(!alert.output.contains("opens"))
        #expect(try store.cells(Self.told) == [["refused", "\"\"", "firing", "1"]])
    }
}
