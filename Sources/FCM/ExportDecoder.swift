package import NDJSON

/// The events of FCM's BigQuery export.
package enum ExportEvent: Equatable {
    case accepted
    case delivered
    /// FCM's reason, mapped to the code of its send API.
    case refused(code: String)

    /// Nil if the value is no event of the export. Case is ignored.
    package init?(_ value: JSONValue) {
        guard let word = value.text?.uppercased() else { return nil }
        switch word {
        case "MESSAGE_ACCEPTED": self = .accepted
        case "MESSAGE_DELIVERED": self = .delivered
        case "MISSING_REGISTRATIONS", "INVALID_REGISTRATION", "INVALID_PACKAGE_NAME",
            "INVALID_PARAMETERS", "PAYLOAD_TOO_LARGE", "INVALID_TTL":
            self = .refused(code: "INVALID_ARGUMENT")
        case "UNAUTHORIZED_REGISTRATION", "MISMATCH_SENDER_ID":
            self = .refused(code: "SENDER_ID_MISMATCH")
        case "MESSAGE_RECEIVED_INTERNAL_ERROR": self = .refused(code: "INTERNAL")
        case "QUOTA_EXCEEDED": self = .refused(code: "QUOTA_EXCEEDED")
        case "INVALID_APNS_CREDENTIAL": self = .refused(code: "THIRD_PARTY_AUTH_ERROR")
        case "AUTHENTICATION_ERROR": self = .refused(code: "UNAUTHENTICATED")
        default: return nil
        }
    }
}

/// Rows of `<project>.firebase_messaging.data` and of the Google Analytics export.
extension RecordDecoder {
    /// The event of an export row. A row needs a column that only this export has.
    var exportEvent: ExportEvent? {
        let isOwn =
            self[.projectNumber].isGiven || self[.exportPlatform].isGiven
            || [.stamped, .name].contains(form(of: self[.rootMessageID]))
        return isOwn ? ExportEvent(self[.event]) : nil
    }

    /// Whether a row is the export's, but has an event that is not known.
    var isOtherExportRow: Bool {
        self[.event].isString && self[.projectNumber].isGiven && self[.messageType].isGiven
    }

    func decodeExportRow(_ event: ExportEvent) throws(RecordError) -> Record {
        let time = try time()
        let id = self[.rootMessageID].text == nil ? nil : self[.rootMessageID]
        switch event {
        case .delivered:
            guard let id else { throw RecordError(.noMessageID) }
            return .event(
                ClientEvent(
                    key: try messageKey(id), time: time, kind: .receipt, isExported: true,
                    observed: exportObserved()))
        case .accepted:
            let key = try acceptedKey(id, at: time)
            return .send(exportSend(key, time, .sent))
        case .refused(let code):
            let key = try id.map { (id) throws(RecordError) in try messageKey(id) }
            return .send(
                exportSend(
                    key ?? exportKey(at: time), time, .failed,
                    error: number(of: SendError(code: code))))
        }
    }

    /// The row of the original request to a topic or campaign has no message ID: the number of its
    /// fan-out replaces it.
    private func acceptedKey(
        _ id: JSONValue?, at time: Timestamp
    ) throws(RecordError) -> MessageKey {
        if let id { return try messageKey(id) }
        guard isTopicRow else { throw RecordError(.noMessageID) }
        guard let bulk = self[.bulkID].text, bulk != "0" else { return exportKey(at: time) }
        return try messageKey(self[.bulkID])
    }

    private var isTopicRow: Bool { self[.messageType].text?.uppercased() == "TOPIC" }

    private func exportKey(at time: Timestamp) -> MessageKey {
        var hash = SipHash(key: SipHash.Key(0, 0))
        hash.append("export")
        for field in [
            Field.event, .instanceID, .messageType, .exportPlatform, .exportLabel, .exportTopic,
            .bulkID, .projectNumber,
        ] {
            hash.append(self[field].text ?? "")
        }
        return MessageKey(content: hash.finish(), at: time)
    }

    private func exportSend(
        _ key: MessageKey, _ time: Timestamp, _ outcome: SendOutcome, error: Int32 = 0
    ) -> SendRecord {
        SendRecord(
            key: key, time: time, outcome: outcome, error: error,
            targetHash: keys.target.map(instance.exportedHash) ?? 0,
            profile: exportProfile())
    }

    private var instance: SendTarget { SendTarget(kind: .fid, value: self[.instanceID]) }

    private func exportProfile() -> Int32 {
        sendProfiles.number(of: fields, in: exportProfileMemo) {
            ExportProfileDecoder(fields: RememberedFields(self, exportProfileMemo)).profile().kept
        }
    }

    private func exportObserved() -> Int32 {
        observedProfiles.number(of: fields, in: exportObservedMemo) {
            ExportProfileDecoder(fields: RememberedFields(self, exportObservedMemo)).observed().kept
        }
    }
}

/// Decodes the profiles of export rows.
struct ExportProfileDecoder {
    static let roles = RecordDecoder.roles(text: [
        .exportPlatform, .exportLabel, .exportTopic, .messageType, .exportPriority, .exportTTL,
        .projectNumber,
    ])

    let fields: RememberedFields

    private subscript(field: Field) -> JSONValue { fields[field] }

    func profile() -> SendProfile {
        var profile = SendProfile()
        profile.exportedPlatform = fields.decoder.namedPlatform(self[.exportPlatform])
        profile.exportedLabel = self[.exportLabel].text
        profile.topic = self[.exportTopic].text.map(SendTarget.topicName)
        profile.projectNumber = ProjectNames.name(in: self[.projectNumber])
        let type = self[.messageType].text?.uppercased()
        profile.target = type == "TOPIC" ? .topic : .unknown
        switch type {
        case "DATA_MESSAGE":
            profile.displays = PerPlatform(repeating: .silent)
            profile.exportedMessageType = "data"
        case "DISPLAY_NOTIFICATION":
            profile.displays = PerPlatform(repeating: .shown)
            profile.exportedMessageType = "notification"
        default: break
        }
        switch self[.exportPriority].integer {
        case 10: profile.exportedPriority = "high"
        case 5: profile.exportedPriority = "normal"
        default: break
        }
        profile.exportedTTLSeconds = self[.exportTTL].integer
        let decoder = fields.decoder
        for (position, slots) in decoder.dimensions.enumerated() {
            profile.dimensions[position] = slots.exported(decoder.keys.identity) {
                fields[slot: $0]
            }
        }
        return profile
    }

    func observed() -> ObservedProfile {
        var observed = ObservedProfile()
        observed.insert(fields.decoder.namedPlatform(self[.exportPlatform]) ?? .unknown)
        observed.label = self[.exportLabel].text
        observed.topic = self[.exportTopic].text.map(SendTarget.topicName)
        return observed
    }
}
