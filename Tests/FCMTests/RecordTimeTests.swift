import FCM
import Foundation
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

    @Test(
        "a time without a zone is of the zone that was named, and of UTC without one",
        arguments: [
            // A clock of Berlin has 02:30 twice on 25 October 2026, and not on 29 March.
            ("2026-11-20 09:00:01", "2026-11-20T08:00:01.000Z"),
            ("2026-07-20T09:00:01.5", "2026-07-20T07:00:01.500Z"),
            ("2026/10/25 01:59:59", "2026-10-24T23:59:59.000Z"),
            ("2026-10-25 03:00:00", "2026-10-25T02:00:00.000Z"),
            ("2026-03-29 03:00:00", "2026-03-29T01:00:00.000Z"),
            ("2026-11-20T09:00:01Z", "2026-11-20T09:00:01.000Z"),
            ("2026-11-20T09:00:01+03:00", "2026-11-20T06:00:01.000Z"),
            ("2026-11-20 09:00:01 UTC", "2026-11-20T09:00:01.000Z"),
            ("1795165201", "2026-11-20T09:00:01.000Z"),
            ("1795165201000000000", "2026-11-20T09:00:01.000Z"),
        ])
    func zone(time: String, moment: String) throws {
        let map = try EnvelopeMap(json: Data(#"{"zone":"Europe/Berlin"}"#.utf8))
        let text = line(#""ts":"\#(time)""#)
        #expect(try decodeEvent(text, map: map).time.text == moment)
        let before = #"\#(time) opened {"messageId":"\#(ID.android)","from":"1"}"#
        guard time.count > 18, !time.hasPrefix("1") else { return }
        #expect(try decodeEvent(before, map: map).time.text == moment)
    }

    @Test("a zone that nobody knows is a problem of the map")
    func unknownZone() {
        #expect {
            try EnvelopeMap(json: Data(#"{"zone":"Europe/Nowhere"}"#.utf8))
        } throws: {
            ($0 as? EnvelopeMap.Problems)?.problems == [.unknownZone("Europe/Nowhere")]
        }
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
