import Foundation
import TestSupport
import Testing

/// What `alert` says while some phones have clocks that are ahead.
@Suite("Alerts and clocks that are ahead")
struct AlertClockTests {
    /// In the middle of an outage on ios; its hours are judged some minutes later.
    private static let newest = "2025-10-24T16"
    private static let now = ISO8601DateFormatter().date(from: "2025-10-24T17:20:00Z")

    /// A database of all that arrived before.
    private static let watched = Result {
        let store = try WatchedStore(empty: ())
        try store.ingest(WatchedStore.files { $1 <= newest })
        return store
    }

    private let store: WatchedStore

    init() throws {
        store = try WatchedStore(empty: ())
        let path = try Self.watched.get().path
        try FileManager.default.copyItem(atPath: path, toPath: store.path)
    }

    /// Of the line of freshness the state alone: it counts what is expected since the newest
    /// record, and seconds pass.
    private func judged() throws -> [Substring] {
        let now = try #require(Self.now)
        let made = try Program.run(
            ["alert", "--db", store.path, "--dry-run", "--json"],
            environment: [
                "LD_PRELOAD": Fault.library, "FAULTS_CLOCK": "1:\(Int(now.timeIntervalSinceNow))",
            ])
        #expect(made.code == 1, "\(made.errors)")
        return made.output.split(separator: "\n").map { line in
            line.contains("\"freshness\"") ? line.prefix { $0 != "_" } : line
        }
    }

    /// Receipts of messages to android that nothing was known to have received, so many minutes
    /// ahead of the time at which they are read.
    private func bringReceipts(_ count: Int, minutesAhead: ClosedRange<Int>) throws {
        let now = try Int(#require(Self.now).timeIntervalSince1970 * 1000)
        let sql = """
            select message_id from messages
            where status = 'sent' and platform = 'android' and received = 0 and topic is null
            order by message_id desc limit \(count)
            """
        let ids = try store.cells(sql).compactMap(\.first)
        try #require(ids.count == count)
        let lines = ids.enumerated().map { index, id in
            let span = minutesAhead.upperBound - minutesAhead.lowerBound + 1
            let minutes = minutesAhead.lowerBound + index * 7 % span
            return """
                {"ts":\(now + minutes * 60_000),"platform":"android","event":"received",\
                "bundle":{"google.message_id":"\(id)"}}

                """
        }
        let path = store.file("ahead.ndjson")
        try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
        let received = "select sum(received) from funnel_hourly"
        let before = try #require(try Int(store.cells(received).first?.first ?? ""))
        try store.ingest([path])
        #expect(try store.cells(received) == [["\(before + count)"]])
    }

    @Test("one clock that is ahead changes no word", arguments: [1, 90, 240, 1380])
    func one(minutes: Int) throws {
        let before = try judged()
        #expect(before.contains { $0.contains("platform=ios") })
        try bringReceipts(1, minutesAhead: minutes...minutes)
        #expect(try judged() == before)
    }

    @Test("one clock in 200 that is up to 23 hours ahead changes no word")
    func some() throws {
        let before = try judged()
        let events = try store.cells(
            "select sum(messages) from arrival_hourly where arrival_hour >= '2025-10-22T17'")
        let count = try #require(Int(events.first?.first ?? "")) / 200
        try bringReceipts(count, minutesAhead: 1...1380)
        #expect(try judged() == before)
    }
}
