import FCM
import NDJSON
import Testing

@Suite("The time of a record")
struct RecordTimeTests {
    private func line(_ times: String) -> String {
        #"{\#(times),"event":"opened","payload":{"fcmMessageId":"\#(ID.web)"}}"#
    }

    @Test(
        "the time has one of these names",
        arguments: [
            "time", "ts", "timestamp", "@timestamp", "sent_at", "sentAt", "event_timestamp",
        ])
    func names(name: String) throws {
        let event = try decodeEvent(line(#""\#(name)":"2026-11-20T09:00:01Z""#))
        #expect(event.time.text == "2026-11-20T09:00:01.000Z")
    }

    @Test(
        "of several names the first of that list counts, wherever it stands",
        arguments: [
            #""time":1795165201,"ts":1,"timestamp":2"#, #""sent_at":3,"@timestamp":1795165201"#,
            #""time":null,"ts":1795165201"#,
        ])
    func precedence(times: String) throws {
        #expect(try decodeEvent(line(times)).time.text == "2026-11-20T09:00:01.000Z")
    }

    @Test("times from 2010 to the latest believable one are taken")
    func range() throws {
        #expect(throws: Never.self) { try decodeEvent(line(#""ts":"2010-01-01T00:00:00Z""#)) }
        #expect(throws: Never.self) { try decodeEvent(line(#""ts":"\#(latest.text)""#)) }
        expectReject(line(#""ts":"▲2009-12-31T23:59:59.999999Z""#), .timeOutOfRange)
        let after = Timestamp(microseconds: latest.microseconds + 1000).text
        expectReject(line(#""ts":"▲\#(after)""#), .timeInFuture)
        expectReject(line(#""ts":▲0"#), .timeOutOfRange)
    }

    @Test(
        "an invalid time is rejected at its byte",
        arguments: [
            #""ts":"▲yesterday""#, #""ts":▲true"#, #""ts":▲{}"#,
            #""ts":"▲2026-11-31T00:00:00Z""#, #""timestamp" : "▲2026-11-20""#,
            #""x":"ü","ts":"▲never""#,
        ])
    func badTimes(times: String) {
        expectReject(line(times), .badTime)
    }
}
