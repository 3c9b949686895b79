/// A line that a reader must reject, and the reason it must give; or a line of another system.
struct BrokenLine {
    /// Nil for a foreign line.
    let reason: String?
    let isSend: Bool
    let write: @Sendable (inout LineBuffer, _ seed: UInt64, _ time: Int64) -> Void
}

extension BrokenLine {
    /// One example of each reason that needs no special size (too long, nested too deep).
    static let all: [BrokenLine] = [
        BrokenLine(reason: "invalid_json", isSend: true) { out, seed, time in
            opening(&out, time)
            out.append(#","request":{"message":{"token":""#)
            out.append(token: seed)
        },
        BrokenLine(reason: nil, isSend: true) { out, seed, _ in
            out.append("[\"rotated\",")
            out.append(number: seed % 100_000)
            out.append("]")
        },
        BrokenLine(reason: "invalid_utf8", isSend: false) { out, seed, time in
            opening(&out, time)
            out.append(#","platform":"android","event":"opened","bundle":{"city":"M"#)
            out.append(byte: 0xFC)  // a Latin-1 letter
            out.append(#"nchen","google.message_id":""#)
            androidID(&out, seed, time)
            out.append(#""}}"#)
        },
        BrokenLine(reason: nil, isSend: true) { out, seed, time in
            opening(&out, time)
            out.append(#","level":"info","msg":"worker started","pid":"#)
            out.append(number: seed % 30_000)
            out.append("}")
        },
        BrokenLine(reason: "no_time", isSend: true) { out, seed, _ in
            out.append(#"{"request":{"message":{"token":""#)
            out.append(token: seed)
            // An ID that holds no time either.
            out.append(#""}},"response":{"name":"projects/shop-prod/messages/"#)
            out.append(uuid: seed, seed)
            out.append(#""}}"#)
        },
        BrokenLine(reason: "bad_time", isSend: true) { out, seed, time in
            out.append(#"{"ts":"yesterday","request":{"message":{"token":""#)
            out.append(token: seed)
            answer(&out, seed, time)
        },
        BrokenLine(reason: "time_out_of_range", isSend: true) { out, seed, time in
            out.append(#"{"ts":"1999-12-31T23:59:59Z","request":{"message":{"token":""#)
            out.append(token: seed)
            answer(&out, seed, time)
        },
        BrokenLine(reason: "no_message_id", isSend: false) { out, seed, time in
            opening(&out, time)
            out.append(#","platform":"android","event":"received","bundle":{"#)
            out.append(#""google.sent_time":"#)
            out.append(number: time / Micro.millisecond)
            out.append(#","from":"482910374655","gcm.n.e":"1","gcm.n.title":"Hello","n":""#)
            out.append(hex: seed)
            out.append(#""}}"#)
        },
        BrokenLine(reason: nil, isSend: false) { out, seed, time in
            opening(&out, time)
            out.append(#","platform":"ios","callback":"willPresent","app_state":"active","#)
            out.append(#""user_info":{"aps":{"alert":"Hello"},"custom":{"i":""#)
            out.append(uuid: seed, seed)
            out.append(#""}}}"#)
        },
        BrokenLine(reason: "unknown_event", isSend: false) { out, seed, time in
            opening(&out, time)
            out.append(#","platform":"android","event":"teleported","bundle":{"#)
            out.append(#""google.message_id":""#)
            androidID(&out, seed, time)
            out.append(#"","gcm.n.e":"1"}}"#)
        },
        BrokenLine(reason: "no_outcome", isSend: true) { out, seed, time in
            opening(&out, time)
            out.append(#","request":{"message":{"token":""#)
            out.append(token: seed)
            out.append(#"","notification":{"title":"Hello"}}}}"#)
        },
        BrokenLine(reason: "bad_batch", isSend: true) { out, seed, time in
            opening(&out, time)
            out.append(#","tokens":[""#)
            out.append(token: seed)
            out.append(#"",""#)
            out.append(token: seed &+ 1)
            out.append(#""],"message":{"notification":{"title":"Hello"}},"batch":{"#)
            out.append(#""responses":[{"success":true,"messageId":"projects/shop-prod/messages/"#)
            androidID(&out, seed, time)
            out.append(#""}],"successCount":1,"failureCount":0}}"#)
        },
    ]

    private static func opening(_ out: inout LineBuffer, _ time: Int64) {
        out.append(#"{"ts":""#)
        out.append(rfc3339: time, digits: 3)
        out.append("\"")
    }

    private static func answer(_ out: inout LineBuffer, _ seed: UInt64, _ time: Int64) {
        out.append(#""}},"response":{"name":"projects/shop-prod/messages/"#)
        androidID(&out, seed, time)
        out.append(#""}}"#)
    }

    private static func androidID(_ out: inout LineBuffer, _ seed: UInt64, _ time: Int64) {
        out.append(androidID: time, seed)
    }
}
