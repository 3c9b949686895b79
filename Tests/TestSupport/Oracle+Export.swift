/// The send side of FCM's BigQuery export.
extension OracleSends {
    /// The names that make a row one of FCM's BigQuery export; failures with their code.
    static let exportEvents = [
        "MESSAGE_ACCEPTED": nil,
        "MESSAGE_DELIVERED": nil,
        "MISSING_REGISTRATIONS": "INVALID_ARGUMENT",
        "INVALID_REGISTRATION": "INVALID_ARGUMENT",
        "UNAUTHORIZED_REGISTRATION": "SENDER_ID_MISMATCH",
        "MISMATCH_SENDER_ID": "SENDER_ID_MISMATCH",
        "INVALID_APNS_CREDENTIAL": "THIRD_PARTY_AUTH_ERROR",
        "MESSAGE_RECEIVED_INTERNAL_ERROR": "INTERNAL",
        "QUOTA_EXCEEDED": "QUOTA_EXCEEDED",
        "INVALID_PACKAGE_NAME": "INVALID_ARGUMENT",
        "INVALID_PARAMETERS": "INVALID_ARGUMENT",
        "PAYLOAD_TOO_LARGE": "INVALID_ARGUMENT",
        "INVALID_TTL": "INVALID_ARGUMENT",
        "AUTHENTICATION_ERROR": "UNAUTHENTICATED",
    ]

    /// An export row that tells of a send: accepted, or refused.
    static func export(_ row: [String: OracleJSON], now: Int64) throws -> OracleSend {
        let time = try OracleTime.of(row, keys: ["event_timestamp"], now: now)
        let type = row.text("message_type")?.uppercased()
        var profile = OracleProfile()
        profile.exportPlatform = OracleShapes.platform(word: row.text("sdk_platform"))
        profile.exportLabel = row.text("analytics_label")
        profile.projectNumber = row.text("project_number")
        profile.dimensions["app"] = row.text("app_name")
        if type == "TOPIC" {
            profile.targetKind = "topic"
            profile.topic = row.text("topic").map {
                $0.hasPrefix("/topics/") ? String($0.dropFirst(8)) : $0
            }
        }
        if type == "DATA_MESSAGE" || type == "DISPLAY_NOTIFICATION" {
            for platform in ["android", "ios", "web", "unknown"] {
                profile.shows[platform] = type == "DISPLAY_NOTIFICATION"
            }
        }
        let content = "export " + OracleTime.content(of: row, time: time)
        let outcome: OracleOutcome
        if let code = exportEvents[row.text("event") ?? ""] ?? nil {
            outcome = .failed(code: code, apnsReason: nil, isApns: false)
        } else {
            var id = try OracleShapes.messageID(row.first("message_id"))
            if id == nil, type != "TOPIC" { throw OracleRejection("no_message_id") }
            // The number that groups the fan-out stands for the request itself.
            if id == nil, let bulk = row.text("bulk_id"), bulk != "0" { id = bulk }
            outcome = .sent(messageID: id)
        }
        return OracleSend(time: time, outcome: outcome, profile: profile, content: content)
    }
}
