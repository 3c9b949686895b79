extension RandomLog {
    /// What could be the first line of a value.
    static let unfinishedLine = #"{"ts":"2026-11-12T09:00:00Z","#

    /// Lines that cannot be read, by the reason they are rejected for.
    package static let dirt: [(reason: String, lines: [String])] = [
        (
            "invalid_json",
            [
                unfinishedLine,
                #"{"ts":"2026-11-12T09:00:00Z","message":{"token":"a",},"response":{"name":"x"}}"#,
                #"{"notification"{"title":"Sale"}}"#,
                #"{"a":1} {"b":2"#,
                #"{"a":"tab"# + "\t" + #"inside"}"#,
                "{'a':1}",
            ]
        ),
        (
            "nested_too_deep",
            [
                #"{"a":"# + String(repeating: "[", count: 3000)
                    + String(repeating: "]", count: 3000)
                    + "}"
            ]
        ),
        (
            "not_read",
            [
                "Nov 12 09:00:00 push[1]: Successfully sent message: projects/p/messages/0:17",
                #"{"log":"{\"fcmMessageId\":\"30\"}","time":"2026-11-12T09:00:00Z"}"#,
                #"["0:1794474000000000%31bd1c9631bd1c96"]"#,
            ]
        ),
        (
            "no_time",
            [
                #"{"message":{"token":"a"},"response":{"name":"projects/demo/messages/n1"}}"#,
                #"{"ts":null,"user_info":{"aps":{},"gcm.message_id":"1794474000000001"}}"#,
                #"{"event":"received","bundle":{"google.message_id":"n2"}}"#,
            ]
        ),
        (
            "bad_time",
            [
                #"{"ts":"yesterday","response":{"name":"projects/p/messages/b1"}}"#,
                #"{"ts":"2026-13-12T09:00:00Z","response":{"name":"projects/p/messages/b2"}}"#,
                #"{"ts":"2026-11-31T09:00:00Z","response":{"name":"projects/p/messages/b3"}}"#,
                #"{"ts":"2026-11-12T24:30:00Z","event":"received","#
                    + #""payload":{"fcmMessageId":"b4"}}"#,
                #"{"ts":true,"event":"received","payload":{"fcmMessageId":"b5"}}"#,
            ]
        ),
        (
            "time_out_of_range",
            [
                #"{"ts":"2009-12-31T23:59:59Z","response":{"name":"projects/p/messages/r1"}}"#,
                #"{"ts":12,"event":"received","payload":{"fcmMessageId":"r3"}}"#,
            ]
        ),
        (
            "time_in_future",
            [#"{"ts":"2031-01-01T00:00:00Z","response":{"name":"projects/p/messages/r2"}}"#]
        ),
        (
            "no_message_id",
            [
                #"{"ts":"2026-11-12T09:00:00Z","event":"open","bundle":{"google.c.a.c_id":"1"}}"#,
                #"{"event_timestamp":"2026-11-12 09:00:00 UTC","message_id":"","#
                    + #""message_type":"DISPLAY_NOTIFICATION","sdk_platform":"IOS","#
                    + #""event":"MESSAGE_DELIVERED"}"#,
            ]
        ),
        (
            "bad_message_id",
            [
                #"{"ts":"2026-11-12T09:00:00Z","event":"open","bundle":{"google.message_id":{}}}"#,
                #"{"ts":"2026-11-12T09:00:00Z","callback":"willPresent","#
                    + #""user_info":{"aps":{},"gcm.message_id":true}}"#,
                #"{"ts":"2026-11-12T09:00:00Z","request":{"message":{"fid":"a"}},"#
                    + #""response":{"name":["x"]}}"#,
            ]
        ),
        (
            "no_event",
            [
                #"{"ts":"2026-11-12T09:00:00Z","userInfo":{"gcm.message_id":"1794474000000003"}}"#,
                #"{"ts":"2026-11-12T09:00:00Z","bundle":{"google.message_id":"1794474000000003"}}"#,
            ]
        ),
        (
            "unknown_event",
            [
                #"{"ts":"2026-11-12T09:00:00Z","event":"smelled","payload":{"fcmMessageId":"u1"}}"#,
                #"{"ts":"2026-11-12T09:00:00Z","event":"no","bundle":{"google.message_id":"u2"}}"#,
                #"{"ts":"2026-11-12T09:00:00Z","callback":"didFinish","#
                    + #""user_info":{"aps":{},"gcm.message_id":"1794474000000002"}}"#,
            ]
        ),
        (
            "no_outcome",
            [
                #"{"ts":"2026-11-12T09:00:00Z","request":{"message":{"token":"a"}}}"#,
                #"{"ts":"2026-11-12T09:00:00Z","request":{"message":{"token":"a"}},"status":200}"#,
            ]
        ),
        (
            "bad_batch",
            [
                #"{"ts":"2026-11-12T09:00:00Z","tokens":["a","b"],"message":{"notification":{}},"#
                    + #""batch":{"responses":[{"success":true,"messageId":"bb1"}]}}"#,
                #"{"ts":"2026-11-12T09:00:00Z","tokens":["a"],"message":{"data":{"k":"v"}},"#
                    + #""batch":{"successCount":1}}"#,
            ]
        ),
    ]

    /// Lines of other systems, and lines that hold nothing.
    package static let foreign = [
        "Nov 12 09:00:00 push[1]: sent", "nul", "[]", #"[{"a":1}]"#, "42", #""text""#, "null",
        "true", "{}", #"{"hello":"world"}"#, #"{"ts":"2026-11-12T09:00:00Z","level":"info"}"#,
        #"{"ts":"2026-11-12T09:00:00Z","event":"opened"}"#,
        #"{"ts":"2026-11-12T09:00:00Z","event":"received","bundle":{"from":"1234"}}"#,
        #"{"ts":"2026-11-12T09:00:00Z","event":"opened","bundle":{"message_id":"18579"}}"#,
        #"{"ts":"2026-11-12T09:00:00Z","event":"received","payload":{"from":"1234"}}"#,
        #"{"ts":"2026-11-12T09:00:00Z","callback":"willPresent","#
            + #""user_info":{"aps":{"alert":"Sale"},"custom":{"i":"4cf2"}}}"#,
        #"{"ts":"2026-11-12T09:00:00Z","userInfo":{"aps":{"alert":"Sale"}}}"#,
        #"{"event_timestamp":"1794474000000000","event_name":"screen_view"}"#,
        #"{"ts":"2026-11-12T09:00:00Z","userInfo":{"aps":{},"gcm.message_id":""}}"#,
        #"{"ts":"2026-11-12T09:00:00Z","error":"no node found","level":"error"}"#,
        #"{"ts":"2026-11-12T09:00:00Z","response":{"messageId":"18579"},"status":500}"#,
    ]
}
