import FCM
import NDJSON
import Testing

@Suite("Message names in text")
struct NamesInTextTests {
    private static let name = "projects/p/messages/\(ID.android)"

    @Test(
        "each was accepted, wherever it stands",
        arguments: [
            "Successfully sent message: \(name)",
            "Successfully sent message: \(name).",
            "INFO:root:Successfully sent message: '\(name)'",
            "sent (\(name)) to 1 device",
            "sent \(name) {\"user\":5}",
            "Nov 20 09:00:00 web-1 node[12]: Successfully sent message: \(name)",
            #"{"level":30,"msg":"Successfully sent message: \#(name)"}"#,
            #"{"level":30,"msg":"Successfully sent message","result":"\#(name)"}"#,
            #"{"message":"sent projects\/p\/messages\/\#(ID.android)"}"#,
            "  messageId: '\(name)'",
        ])
    func accepted(line: String) throws {
        let send = try decodeSend(line)
        #expect(send.messageID == ID.android)
        #expect(send.outcome == .sent)
    }

    @Test("several in a line are several sends")
    func several() throws {
        let line = "sent \(Self.name), projects/p/messages/\(ID.apple)"
        let found = try decode(line)
        #expect(found == .several)
    }

    @Test(
        "text without a message name, or with an event's word, is not read",
        arguments: [
            "sent projects/p/messages/[id]", "sent projects/p/messages/12",
            "opened \(name)", "notification tapped: \(name)", "\(name) was opened by user 4",
            "user opened notification \(name)", "ack received for \(name)",
            #"{"ts":1795165201,"event":"opened","fcm":"\#(name)"}"#,
        ])
    func notRead(line: String) {
        expectReject("▲" + line, .notRead)
    }

    @Test(
        "addresses of other services are foreign",
        arguments: [
            "GET https://pubsub.googleapis.com/v1/projects/p/messages/\(ID.apple)",
            "published to projects/p/topics/news",
        ])
    func foreign(line: String) throws {
        let found = try decode(line)
        #expect(found == .foreign(.other))
    }
}
