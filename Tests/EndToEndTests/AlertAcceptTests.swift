import Foundation
import TestSupport
import Testing

/// What an owner declares to be normal.
@Suite("Accepted alerts")
struct AlertAcceptTests {
    private static let stored = "select id, rule, slice, state, told_count from alerts order by id"

    /// Opens of ios are half of what they were from 24 October on, and nearly none on the 28th.
    private static let sample = Result {
        try Sample([
            "--sends", "500000", "--days", "30", "--start", "2025-10-06", "--seed", "3",
            "--incident", "opens:platform=ios:2025-10-24T12/300h:0.5",
            "--incident", "opens:platform=ios:2025-10-28T12/6h:0.1",
        ])
    }

    @Test("no notification any more, neither of the incident nor of its end, until undone")
    func silent() throws {
        let store = try WatchedStore()
        #expect(try store.alert("-q", "--now", "2025-10-24T14:00").code == 1)
        let accepted = try store.alert(
            "accept", "1", "--comment", "app 5.4", "--now", "2025-10-24T14:10")
        #expect(accepted == Finished(output: "incident 1 is accepted\n", errors: "", code: 0))
        // PagerDuty keeps an incident open until it is told.
        func events() throws -> String {
            try store.alert(
                "--dry-run", "--format", "pagerduty", "--now", "2025-10-24T15:00"
            ).output
        }
        let closing = try events()
        #expect(closing.contains("resolve") && !closing.contains("trigger"), "\(closing)")
        let after = try store.alert("--now", "2025-10-24T15:00")
        #expect(after.code == 0 && after.output.hasPrefix("No alert firing"), "\(after.output)")
        #expect(try events().filter { !$0.isWhitespace } == "[]")
        let listed = try store.alert("list", "--now", "2025-10-24T15:00")
        #expect(listed.output.contains("accepted") && listed.output.contains("app 5.4"))
        #expect(try store.cells(Self.stored) == [["1", "opened", "platform=ios", "accepted", "1"]])
        #expect(try store.alert("accept", "1").code == 64)
        #expect(try store.alert("accept", "2").code == 64)
        let undone = try store.alert("accept", "--undo", "1", "--now", "2025-10-24T15:10")
        #expect(undone.output == "incident 1 is no longer accepted\n", "\(undone.errors)")
        let again = try store.alert("-q", "--now", "2025-10-24T16:00")
        #expect(again.code == 1 && again.output.contains("FIRING CRITICAL"), "\(again.output)")
        let next = try store.alert("-q", "--now", "2025-10-24T17:00")
        #expect(next == Finished(output: "", errors: "", code: 1))
        #expect(try store.cells(Self.stored) == [["1", "opened", "platform=ios", "firing", "2"]])
    }

    @Test("a new level is normal at once and for good; a further drop is a new incident")
    func level() throws {
        let store = try WatchedStore(empty: ())
        try store.ingest([Self.sample.get().folder])
        #expect(try store.alert("-q", "--now", "2025-10-24T20:00").code == 1)
        #expect(try store.alert("accept", "1", "--now", "2025-10-24T20:30").code == 0)
        for moment in ["2025-10-24T22:00", "2025-10-25T12:00", "2025-10-26T20:00"] {
            let quiet = try store.alert("-q", "--now", moment)
            #expect(quiet == Finished(output: "", errors: "", code: 0), "\(moment)")
        }
        let outage = try store.alert("-q", "--now", "2025-10-28T16:00")
        #expect(outage.code == 1 && outage.output.contains("FIRING CRITICAL"), "\(outage.output)")
        let over = try store.alert("-q", "--now", "2025-10-29T02:00")
        #expect(over.code == 0 && over.output.contains("RESOLVED"), "\(over.output)")
        for moment in ["2025-10-30T20:00", "2025-11-02T20:00", "2025-11-04T18:00"] {
            let quiet = try store.alert("-q", "--now", moment)
            #expect(quiet == Finished(output: "", errors: "", code: 0), "\(moment)")
        }
        #expect(
            try store.cells(Self.stored).map { Array($0.dropFirst()) } == [
                ["opened", "platform=ios", "accepted", "1"],
                ["opened", "platform=ios", "resolved", "2"],
            ])
        // Without the acceptance, the change is an incident.
        #expect(try store.alert("accept", "--undo", "1").code == 0)
        let undone = try store.alert("--dry-run", "--now", "2025-10-30T20:00")
        #expect(undone.code == 1, "\(undone.output)")
    }

    /// A fifth of the iOS sends from 29 October on, and nearly none of all on 2 November.
    private static let fewerSends = Result {
        try Sample([
            "--sends", "240000", "--days", "30", "--start", "2025-10-06", "--seed", "3",
            "--incident", "sends:platform=ios:2025-10-29T12/300h:0.2",
            "--incident", "sends:all:2025-11-02T10/8h:0.02",
        ])
    }

    @Test("fewer sends are normal once accepted; fewer of all are a new incident")
    func sends() throws {
        let store = try WatchedStore(empty: ())
        try store.ingest([Self.fewerSends.get().folder])
        #expect(try store.alert("-q", "--now", "2025-10-29T14:00").code == 1)
        #expect(try store.alert("accept", "1", "--now", "2025-10-29T20:00").code == 0)
        for moment in ["2025-10-29T22:00", "2025-10-30T20:00", "2025-11-01T20:00"] {
            let quiet = try store.alert("-q", "--now", moment)
            #expect(quiet == Finished(output: "", errors: "", code: 0), "\(moment)")
        }
        let outage = try store.alert("-q", "--now", "2025-11-02T15:00")
        #expect(outage.code == 1 && outage.output.contains("FIRING CRITICAL"), "\(outage.output)")
        #expect(
            try store.cells(Self.stored).map { Array($0[1...3]) } == [
                ["sends", "platform=ios", "accepted"], ["sends", "\"\"", "firing"],
            ])
    }

    @Test("repeats come after 4, 8 and 24 hours")
    func repeats() throws {
        let store = try WatchedStore(empty: ())
        try store.ingest([Self.sample.get().folder])
        var told: [String] = []
        for hour in 15..<72 {
            let moment = String(
                format: "2025-10-%02dT%02d:00", 24 + hour / 24, hour % 24)
            let run = try store.alert("-q", "--now", moment)
            #expect(run.code == 1, "\(moment)")
            if run.output.contains("FIRING") { told.append(moment) }
        }
        let hours = told.compactMap { Int($0.dropFirst(11).prefix(2)) }
        let days = told.compactMap { Int($0.dropFirst(8).prefix(2)) }
        let times = zip(days, hours).map { $0 * 24 + $1 }
        // Growth of the drop may add one in the first hours.
        #expect(times.count <= 5, "\(told)")
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(pauses.last == 24 && pauses.sorted() == pauses, "\(told)")
    }

    @Test("warnings are silenced in the night, and reported in the morning")
    func mute() throws {
        let store = try WatchedStore(empty: ())
        try store.ingest([Self.sample.get().folder])
        let config = store.file("alerts.json")
        // In Berlin, two hours later.
        try #"{"mute": ["16:30-17:30 Europe/Berlin"]}"#
            .write(toFile: config, atomically: true, encoding: .utf8)
        let muted = try store.alert("-q", "--config", config, "--now", "2025-10-24T15:00")
        #expect(muted == Finished(output: "", errors: "", code: 0))
        let later = try store.alert("-q", "--config", config, "--now", "2025-10-24T15:40")
        #expect(later.code == 1 && later.output.contains("FIRING WARNING"), "\(later.output)")
        let explained = try store.alert("explain", "opened", "--config", config)
        #expect(explained.output.contains("warnings 16:30-17:30 Europe/Berlin"))
        try #"{"mute": ["22-7"]}"#.write(toFile: config, atomically: true, encoding: .utf8)
        #expect(try store.alert("--config", config).code == 78)
    }

    @Test("a note of the day is in the text")
    func notes() throws {
        let store = try WatchedStore()
        let note = try Program.run(["note", "2025-10-24", "app 5.4", "--db", store.path])
        #expect(note.code == 0)
        _ = try Program.run(["note", "2025-10-20", "prices", "--db", store.path])
        let alert = try store.alert("--dry-run", "--now", "2025-10-24T15:00")
        #expect(alert.output.contains("noted         2025-10-24 app 5.4"), "\(alert.output)")
        #expect(!alert.output.contains("prices"))
        let json = try store.alert("--dry-run", "--json", "--now", "2025-10-24T15:00")
        #expect(json.output.contains(#""2025-10-24 app 5.4""#))
    }

    @Test("on a holiday, the number of sends is not judged, and smaller drops of all are none")
    func holidays() throws {
        let store = try WatchedStore()
        let days = store.file("days.txt")
        try "# of 2025\n2025-10-26 National day\n".write(
            toFile: days, atomically: true, encoding: .utf8)
        let config = store.file("alerts.json")
        try #"{"holidays": "\#(days)"}"#.write(toFile: config, atomically: true, encoding: .utf8)
        let usual = try store.alert("--dry-run", "--now", "2025-10-26T12:00")
        #expect(usual.output.contains("sends down 100.0% since 2025-10-26 08:00 UTC (0 of "))
        let holiday = try store.alert("--dry-run", "--config", config, "--now", "2025-10-26T12:00")
        #expect(!holiday.output.contains("sends down"), "\(holiday.output)")
        try "2025-10-6\n".write(toFile: days, atomically: true, encoding: .utf8)
        let wrong = try store.alert("--config", config)
        #expect(wrong.code == 78 && wrong.errors.contains("days.txt:1: expected a day"))
    }
}
