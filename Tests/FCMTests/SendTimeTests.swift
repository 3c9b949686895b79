import FCM
import NDJSON
import Testing

@Suite("Answers that hold no time")
struct SendTimeTests {
    private static let android = "2026-11-20T09:00:00.118Z"

    @Test(
        "an accepted send is of the moment in its ID, whatever shape has one",
        arguments: [
            (ID.android, "2026-11-20T09:00:00.118Z"), (ID.apple, "2026-11-20T09:00:00.298Z"),
        ])
    func fromID(id: String, time: String) throws {
        let send = try decodeSend(#"{"response":{"name":"projects/p/messages/\#(id)"}}"#)
        #expect(send.time.text == time)
        #expect(send.isTimeOfID)
    }

    @Test(
        "a time in the record or around it comes first",
        arguments: [
            #"{"ts":1795165203,"response":{"name":"projects/p/messages/\#(ID.android)"}}"#,
            #"2026-11-20T09:00:03Z {"response":{"name":"projects/p/messages/\#(ID.android)"}}"#,
            #"{"time":1795165203,"a":{"name":"projects/p/messages/\#(ID.android)"}}"#,
            "2026-11-20 09:00:03 INFO Successfully sent message: projects/p/messages/\(ID.android)",
        ])
    func logged(line: String) throws {
        let send = try decodeSend(line)
        #expect(send.time.text == "2026-11-20T09:00:03.000Z")
        #expect(!send.isTimeOfID)
    }

    @Test("what holds no moment needs a time")
    func none() {
        expectReject(#"▲{"response":{"name":"projects/p/messages/\#(ID.web)"}}"#, .noTime)
        expectReject(#"▲{"name":"projects/p/messages/\#(ID.topic)"}"#, .noTime)
        // A moment that cannot be.
        expectReject(#"{"name":"▲projects/p/messages/9999999999999999"}"#, .timeInFuture)
        // Refused: there is no ID.
        expectReject(
            #"▲{"message":{"token":"t"},"error":{"code":"messaging/internal-error"}}"#, .noTime)
        // A client's object: its ID has the time of the send, not of the event.
        expectReject(
            #"▲{"event":"opened","data":{"google.message_id":"\#(ID.android)"}}"#, .noTime)
    }

    @Test("a time that is none is not made good by an ID")
    func badTime() {
        expectReject(
            #"{"ts":"▲soon","response":{"name":"projects/p/messages/\#(ID.android)"}}"#, .badTime)
    }

    @Test("of an answer to many each has its own moment, and the refused ones the first of them")
    func batch() throws {
        let (_, sends) = try decodeBatch(
            """
            {"multicast_id":4809648223610497000,"success":2,"failure":1,"canonical_ids":0,
             "results":[{"error":"InvalidRegistration"},
                        {"message_id":"0:1795165201000000%31bd1c9631bd1c96"},
                        {"message_id":"\(ID.android)"}]}
            """)
        #expect(
            sends.map(\.time.text) == [Self.android, "2026-11-20T09:00:01.000Z", Self.android])
        #expect(sends.allSatisfy { $0.isTimeOfID })
    }

    @Test("an answer to many refused sends needs a time")
    func refusedBatch() {
        expectReject(
            #"▲{"multicast_id":-1,"success":0,"failure":1,"results":[{"error":"NotRegistered"}]}"#,
            .noTime)
    }
}
