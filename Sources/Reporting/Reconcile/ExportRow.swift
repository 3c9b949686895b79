internal import FCM
internal import NDJSON

/// A row of FCM's BigQuery export, where it stands in its line.
struct ExportRow {
    /// The whole row.
    var bytes: UnsafeBufferPointer<UInt8>
    var event: ExportEvent
    private let fields: FieldReader

    private enum Slot: Int, CaseIterable {
        case event, time, messageID, instanceID, platform, app, type, topic, bulkID, label

        var key: String {
            switch self {
            case .event: "event"
            case .time: "event_timestamp"
            case .messageID: "message_id"
            case .instanceID: "instance_id"
            case .platform: "sdk_platform"
            case .app: "app_name"
            case .type: "message_type"
            case .topic: "topic"
            case .bulkID: "bulk_id"
            case .label: "analytics_label"
            }
        }
    }

    static let paths: PathTree = {
        var tree = PathTree()
        for slot in Slot.allCases { tree.add(slot.key, in: tree.root, slot: slot.rawValue) }
        return tree
    }()

    /// Of what `fields`, made of `paths`, has read; nil for what is no row of the export.
    init?(_ fields: FieldReader, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard fields[Slot.time.rawValue].isGiven,
            let event = ExportEvent(fields[Slot.event.rawValue])
        else { return nil }
        self.bytes = bytes
        self.event = event
        self.fields = fields
    }

    var time: Timestamp? {
        Timestamp(self[.time]).flatMap { $0 >= RecordDecoder.earliestTime ? $0 : nil }
    }

    var messageID: String? { self[.messageID].text }
    var app: String? { self[.app].text }
    var label: String? { self[.label].text }
    var platform: Platform { Platform.words.value(ofAnyCase: self[.platform]) ?? .unknown }
    var isTopicRequest: Bool { self[.type].text?.uppercased() == "TOPIC" }

    /// Whether it is one of the many messages that a topic or campaign was sent as.
    var isFanOut: Bool {
        self[.topic].isGiven || (self[.bulkID].text.map { $0 != "0" } ?? false)
    }

    /// The message on its installation.
    func identity(_ key: SipHash.Key) -> (UInt64, UInt64) {
        let text = (messageID ?? "") + "\n" + (self[.instanceID].text ?? "")
        var copy = text
        return copy.withUTF8 { SipHash.hash128($0, key: key) }
    }

    private subscript(slot: Slot) -> JSONValue { fields[slot.rawValue] }
}
