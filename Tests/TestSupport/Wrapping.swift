/// What loggers and shippers put around a line of a log.
package struct Wrapping: Sendable, CustomStringConvertible {
    package let description: String
    private let wrap: @Sendable (_ line: String) -> String

    private init(_ name: String, _ wrap: @escaping @Sendable (String) -> String) {
        description = name
        self.wrap = wrap
    }

    package func callAsFunction(_ line: String) -> String { wrap(line) }

    /// One in another.
    package static func nested(_ inner: Wrapping, in outer: Wrapping) -> Wrapping {
        Wrapping("\(inner) in \(outer)") { outer(inner($0)) }
    }

    private static let time = "2025-11-18T09:00:00.118Z"
    private static let before = #""level":"info","time":"\#(time)""#

    /// Text as a JSON string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\0"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The line after text, or before and after.
    package static let text: [Wrapping] = [
        ("Kubernetes CRI", "2025-11-18T09:00:00.118034567Z stdout F ", ""),
        ("journald", "Nov 18 09:00:00 host app[123]: ", ""),
        ("syslog, RFC 3164", "<13>Nov 18 09:00:00 host app: ", ""),
        (
            "syslog, RFC 5424",
            #"<165>1 2025-11-18T09:00:00.003Z host app 11 ID47 [ex@32473 iut="3"] "#, ""
        ),
        ("Heroku", "2025-11-18T09:00:00.118034+00:00 app[web.1]: ", ""),
        ("kubectl --prefix", "[pod/app-6d4/app] ", ""),
        ("kubectl --timestamps", "2025-11-18T09:00:00.118034567Z ", ""),
        ("docker compose", "app-1  | ", ""),
        ("pm2", "0|app  | 2025-11-18T09:00:00: ", ""),
        ("Python's logging", "2025-11-18 09:00:00,118 INFO sender: ", ""),
        ("Go's log", "2025/11/18 09:00:00 main.go:12: sent ", ""),
        ("logback", "09:00:00.118 [main] INFO c.e.Sender - ", ""),
        ("Laravel", "[2025-11-18 09:00:00] local.INFO: push ", " []"),
        ("CloudWatch export", "2025-11-18T09:00:00.118Z ", ""),
    ].map { name, before, after in Wrapping(name) { before + $0 + after } }

    /// The line as text in a member.
    package static let inText: [Wrapping] = [
        ("Docker json-file", #"{"log":"#, #","stream":"stdout","time":"\#(time)"}"#),
        (
            "journald -o json",
            #"{"__REALTIME_TIMESTAMP":"1763456400118034","PRIORITY":"6","MESSAGE":"#, "}"
        ),
        ("winston, text", #"{"level":"info","message":"#, #","timestamp":"\#(time)"}"#),
        ("pino", #"{"level":30,"time":1763456400118,"pid":1,"hostname":"h","msg":"#, "}"),
        (
            "ECS", #"{"@timestamp":"\#(time)","log.level":"info","message":"#,
            #","ecs.version":"8.0","event":{"dataset":"x"}}"#
        ),
        ("Cloud Logging, text", #"{"insertId":"a","timestamp":"\#(time)","textPayload":"#, "}"),
        ("Fluent Bit", #"{"date":1763456400.118034,"log":"#, "}"),
        (
            "Vector", #"{"host":"h","source_type":"file","timestamp":"\#(time)","message":"#, "}"
        ),
        ("slog, text", #"time=\#(time) level=INFO msg=push record="#, ""),
    ].map { name, before, after in Wrapping(name) { before + quoted($0) + after } }

    /// The line as a member: what is no JSON would break the line around it.
    package static let inObject: [Wrapping] = [
        (
            "Monolog", #"{"message":"push","level":200,"context":"#,
            #","datetime":"2025-11-18T09:00:00.118034+00:00","extra":[]}"#
        ),
        ("winston", #"{"level":"info","message":"push","metadata":"#, #","timestamp":"\#(time)"}"#),
        (
            "bunyan", #"{"name":"app","hostname":"h","pid":1,"level":30,"push":"#,
            #","msg":"sent","time":"\#(time)","v":0}"#
        ),
        ("zap", #"{"level":"info","ts":1763456400.118,"msg":"push","record":"#, "}"),
        ("zerolog", #"{\#(before),"record":"#, #","message":"push"}"#),
        ("slog", #"{\#(before),"msg":"push","group":{"inner":"#, "}}"),
        ("Serilog", #"{"@t":"\#(time)","@mt":"Push {@Push}","Push":"#, "}"),
        ("structlog", #"{"event":"push.sent","timestamp":"\#(time)","record":"#, "}"),
        (
            "python-json-logger",
            #"{"asctime":"2025-11-18 09:00:00,118","message":"push","record":"#, "}"
        ),
        (
            "Cloud Logging",
            #"{"insertId":"a","timestamp":"\#(time)","resource":{"type":"k8s"},"jsonPayload":"#, "}"
        ),
    ].map { name, before, after in Wrapping(name) { before + $0 + after } }

    package static let all = text + inText + inObject

    /// What puts several lines into one.
    package static let several: [(name: String, join: @Sendable ([String]) -> String)] = [
        (
            "CloudWatch subscription",
            { lines in
                let events = lines.map {
                    #"{"id":"1","timestamp":1763456400118,"message":\#(quoted($0))}"#
                }
                return #"{"messageType":"DATA_MESSAGE","owner":"1","logEvents":["#
                    + events.joined(separator: ",") + "]}"
            }
        ),
        ("Firehose", { $0.joined() }),
        ("a list", { "[" + $0.joined(separator: ",") + "]" }),
    ]
}
