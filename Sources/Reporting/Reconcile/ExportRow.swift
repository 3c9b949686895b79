internal import FCM
internal import NDJSON

/// A row of FCM's BigQuery export, where it stands in its line.
struct ExportRow {
    /// The whole row.
    var bytes: UnsafeBufferPointer<UInt8>
    var event: ExportEvent
    private let fields: FieldReader

    private enum Slot: Int {
        case event, time, messageID, instanceID, platform, app, type, topic, bulkID, label
    }

    /// In the order of `Slot`.
    private static let keys = [
        "event", "event_timestamp", "message_id", "instance_id", "sdk_platform", "app_name",
        "message_type", "topic", "bulk_id", "analytics_label",
    ]

    static let paths: PathTree = {
        var tree = PathTree()
        for (slot, key) in keys.enumerated() { tree.add(key, in: tree.root, slot: slot) }
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
