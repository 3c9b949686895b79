import Delivery
import SQLite
import TestSupport
import Testing

/// Keys without a time stand with the day of their earliest record, which a later commit may
/// turn out to be another.
@Suite("Messages whose ID holds no time")
struct UntimedKeyTests {
    private static let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
    private static let other = "projects-own-id/4200000000"

    private func send(_ id: String, _ day: Int) -> String {
        #"{"time":"2026-11-\#(day)T10:00:00Z","request":{"message":{"token":"t"}},"#
            + #""response":{"name":"projects/p/messages/\#(id)"}}"#
    }

    private func event(_ id: String, _ day: Int, _ kind: String) -> String {
        #"{"time":"2026-11-\#(day)T11:00:00Z","event":"\#(kind)","#
            + #""payload":{"fcmMessageId":"\#(id)"}}"#
    }

    @Test("are one message, whatever day is told first", arguments: [uuid, other])
    func moves(id: String) throws {
        let folder = try TemporaryFolder()
        let database = folder.file("push.db")
        // Each in a run of its own: the day goes from 14 to 12 to 11, and stays.
        let lines = [
            event(id, 14, "opened"), event(id, 12, "received"), send(id, 11),
            event(id, 13, "opened"),
        ]
        for (number, line) in lines.enumerated() {
            let path = try folder.write(lines: [line], to: "\(number).ndjson")
            try Ingesting().read([path], into: database)
        }
        let reader = try Store.reader(database)
        let rows = try reader.read { db in
            try Row.fetchAll(
                db, sql: "select message_id, status, send_day, opened_ms from messages")
        }
        #expect(rows.count == 1)
        let row = try #require(rows.first)
        #expect(try row["message_id"] == id)
        #expect(try row["status"] == "sent")
        #expect(try row["send_day"] == "2026-11-11")
        // The open of the 13th: earlier than that of the 14th, which was read first.
        #expect(try row["opened_ms"] == 1_794_567_600_000)
        #expect(try MessageRow.fetch(messageID: id, reader) != nil)
        #expect(try Verifier(reader).run().findings == [])
    }
}
