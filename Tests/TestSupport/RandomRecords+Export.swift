/// Rows of FCM's BigQuery export.
extension RandomRecords {
    /// A row of `MESSAGE_ACCEPTED`, of a message that may have a send record too.
    mutating func addAccepted(_ subject: Subject) {
        add(
            exportRow(
                "MESSAGE_ACCEPTED", id: subject.id, time: subject.time + random.pick([0, 118_034]),
                type: subject.group == 3 ? "DATA_MESSAGE" : "DISPLAY_NOTIFICATION"))
    }

    mutating func exportRow(
        _ event: String, id: String, time: Int64, type: String
    ) -> RandomJSON {
        let platform = random.pick(["ANDROID", "IOS", "WEB", "android", "UNKNOWN_OS"])
        let label = random.once(in: 2) ? "" : random.pick(Self.campaigns)
        return [
            "event_timestamp": .time(time), "project_number": "123456789012",
            "message_id": .text(id), "instance_id": .text(random.pick(Self.tokens)),
            "message_type": .text(type), "sdk_platform": .text(platform),
            "app_name": "com.example.app", "priority": "10", "ttl": "86400", "bulk_id": "0",
            "event": .text(event), "analytics_label": .text(label), "a_new_column": .raw("null"),
        ]
    }

    /// A refusal, or the request row of a topic send: neither has an ID.
    mutating func addExportRow() {
        if random.once(in: 3) {
            let row = exportRow("MESSAGE_ACCEPTED", id: "", time: time(), type: "TOPIC")
            guard case .object(let members) = row else { return }
            add(.object(members + [("topic", "news")]))
        } else {
            let failures = [
                "INVALID_REGISTRATION", "MISSING_REGISTRATIONS", "MISMATCH_SENDER_ID",
                "UNAUTHORIZED_REGISTRATION", "INVALID_APNS_CREDENTIAL", "QUOTA_EXCEEDED",
                "MESSAGE_RECEIVED_INTERNAL_ERROR", "INVALID_TTL", "AUTHENTICATION_ERROR",
            ]
            let type = random.pick(["DISPLAY_NOTIFICATION", "DATA_MESSAGE"])
            add(exportRow(random.pick(failures), id: "", time: time(), type: type))
        }
        if random.once(in: 3), let last = records.last { add(last) }
    }
}
