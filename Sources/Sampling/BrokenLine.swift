/// A line that a reader must reject, and the reason it must give; or a line of another system.
struct BrokenLine {
    /// Nil for a foreign line.
    let reason: String?
    let isSend: Bool
    let template: Template

    init(_ reason: String?, isSend: Bool = false, _ template: String) {
        self.reason = reason
        self.isSend = isSend
        self.template = Template(template)
    }

    /// One example of each reason that needs no special size (too long, nested too deep).
    static let all: [BrokenLine] = [
        BrokenLine(
            "invalid_json", isSend: true,
            #"{"ts":"$rfcMillis","request":{"message":{"token":"$token"#),
        BrokenLine(nil, isSend: true, #"["rotated",$counter]"#),
        BrokenLine(
            "invalid_utf8",
            #"""
            {"ts":"$rfcMillis","platform":"android","event":"opened",
            "bundle":{"city":"$latinCity","google.message_id":"$id"}}
            """#),
        BrokenLine(
            nil, isSend: true,
            #"{"ts":"$rfcMillis","level":"info","msg":"worker started","pid":$process}"#),
        // An ID that holds no time either.
        BrokenLine(
            "no_time", isSend: true,
            #"""
            {"request":{"message":{"token":"$token"}},
            "response":{"name":"projects/shop-prod/messages/$uuid"}}
            """#),
        BrokenLine("bad_time", isSend: true, accepted(at: "yesterday")),
        BrokenLine("time_out_of_range", isSend: true, accepted(at: "1999-12-31T23:59:59Z")),
        BrokenLine(
            "no_message_id",
            #"""
            {"ts":"$rfcMillis","platform":"android","event":"received",
            "bundle":{"google.sent_time":$millis,"from":"482910374655","gcm.n.e":"1",
            "gcm.n.title":"Hello","n":"$hex"}}
            """#),
        BrokenLine(
            nil,
            #"""
            {"ts":"$rfcMillis","platform":"ios","callback":"willPresent","app_state":"active",
            "user_info":{"aps":{"alert":"Hello"},"custom":{"i":"$uuid"}}}
            """#),
        BrokenLine(
            "unknown_event",
            #"""
            {"ts":"$rfcMillis","platform":"android","event":"teleported",
            "bundle":{"google.message_id":"$id","gcm.n.e":"1"}}
            """#),
        BrokenLine(
            "no_outcome", isSend: true,
            #"""
            {"ts":"$rfcMillis","request":{"message":{
            "token":"$token","notification":{"title":"Hello"}}}}
            """#),
        BrokenLine(
            "bad_batch", isSend: true,
            #"""
            {"ts":"$rfcMillis","tokens":["$token","$nextToken"],
            "message":{"notification":{"title":"Hello"}},
            "batch":{"responses":[{"success":true,"messageId":"projects/shop-prod/messages/$id"}],
            "successCount":1,"failureCount":0}}
            """#),
    ]

    private static func accepted(at time: String) -> String {
        #"""
        {"ts":"\#(time)","request":{"message":{"token":"$token"}},
        "response":{"name":"projects/shop-prod/messages/$id"}}
        """#
    }
}
