/// What the views call that has another name in other systems of pushes, such as FCM's BigQuery
/// export.
enum MeantNames {
    /// Columns that hold it, or that it is made of.
    static func columns(_ word: String) -> [String] { columns[word.lowercased()] ?? [] }

    static func views(_ word: String) -> [String] {
        ["notifications", "pushes", "sends", "events", "data"].contains(word.lowercased())
            ? ["messages"] : []
    }

    private static let columns: [String: [String]] = [
        "token": target, "instance_id": target, "user": target, "user_id": target,
        "device": target, "device_id": target, "recipient": target,
        "delivered": ["received"], "click": ["opened"], "clicks": ["opened"],
        "clicked": ["opened"], "bounced": ["failed"], "bounces": ["failed"],
        "label": ["campaign"], "analytics_label": ["campaign"], "sdk_platform": ["platform"],
        "os": ["platform"], "date": ["send_day"], "timestamp": ["sent_at", "sent_ms"],
        "event_timestamp": ["sent_at", "sent_ms"], "created_at": ["sent_at", "sent_ms"],
        "open_rate": ["opened", "open_base"], "ctr": ["opened", "received"],
        "delivery_rate": ["received", "sent"], "failure_rate": ["failed", "attempted"],
    ]

    private static let target = ["target_hash"]
}
