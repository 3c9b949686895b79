import Foundation

/// Logs of two programs that send pushes as FCM's sample code does and log nothing for pushfunnel:
/// one line in ten is about a push.
struct ApplicationLogs {
    /// Sends by platform and hour of 2025-11-18.
    static let sends: [(platform: String, hour: Int, count: Int)] = [
        ("android", 9, 412), ("android", 10, 655), ("android", 11, 308),
        ("ios", 9, 240), ("ios", 10, 371), ("ios", 11, 154), ("web", 9, 33), ("web", 11, 27),
    ]

    private var node: [String] = []
    private var python: [String] = []
    private var number = 0

    /// Writes them into a folder.
    static func write(to folder: String) throws {
        var logs = ApplicationLogs()
        for (platform, hour, count) in sends {
            for index in 0..<count {
                logs.add(platform, second: hour * 3600 + index * 3599 / count)
            }
        }
        let files = ["web-1.log": logs.node, "worker.log": logs.python]
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        for (name, lines) in files {
            let text = lines.joined(separator: "\n") + "\n"
            try Data(text.utf8).write(to: URL(filePath: folder).appending(path: name))
        }
    }

    private mutating func add(_ platform: String, second: Int) {
        number += 1
        let moment = 1_763_424_000 + second
        let name = "projects/shop/messages/\(id(platform, moment))"
        let clock = [second / 3600, second / 60 % 60, second % 60]
            .map { String(format: "%02d", $0) }.joined(separator: ":")
        // What has no time in its ID is sent by the program that logs times.
        if platform == "web" || number % 3 == 0 {
            python.append("2025-11-18 \(clock),118 INFO push Successfully sent message: \(name)")
            python += others(clock).map { "2025-11-18 \(clock),250 INFO \($0)" }
        } else {
            node.append("Successfully sent message: \(name)")
            node += others(clock)
        }
    }

    private func id(_ platform: String, _ moment: Int) -> String {
        let unit = String(format: "%06d", number)
        switch platform {
        case "android": return "0:\(moment)\(unit)%31bd1c9631bd1c96"
        case "ios": return "\(moment)\(unit)"
        default: return "53f5ec92-f50c-45ef-a2df-0d31703\(String(format: "%05d", number))"
        }
    }

    /// Nine lines about other things.
    private func others(_ clock: String) -> [String] {
        [
            "GET /api/orders/\(number) 200 \(number % 90) ms",
            #"{"level":30,"time":1763456400255,"msg":"request completed","reqId":\#(number)}"#,
            "cache miss for user:\(number)",
            "Executing (default): SELECT \"id\", \"status\" FROM \"orders\" "
                + "WHERE \"id\" = \(number);",
            "order \(number) { status: 'paid', items: [ 1, 2 ] }",
            "WARN retrying in 200 ms (attempt 1)",
            "    at processTicksAndRejections (node:internal/process/task_queues:95:5)",
            "email queued: order-\(number)@example.com",
            "",
        ]
    }
}
