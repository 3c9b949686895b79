internal import NDJSON

/// The slots of a declared dimension of client events.
struct ClientDimensionSlots {
    /// The first slot with a value counts.
    var slots: [Int]
    /// Whether it is the button that opened the message.
    var isAction = false
}

extension RecordPaths {
    /// The places of what clients log of the app and the device: at the top of a record, in the
    /// `context` of Segment's Spec, and in rows of the export of Google Analytics.
    mutating func clientSlots(of dimension: KnownDimension) -> ClientDimensionSlots {
        let root = tree.root
        let context = tree.child("context", in: root)
        var contexts: [String: PathTree.Node] = [:]
        for name in ["app", "os", "device"] { contexts[name] = tree.child(name, in: context) }
        let nodes = contexts.mapValues { [$0] }
        let device = [tree.child("device", in: root)]
        let found: [Int]
        switch dimension {
        case .appVersion:
            found =
                slots(of: "app_version", "appVersion", in: [root], .appVersion)
                + slots(of: "version", in: nodes["app"] ?? [], .appVersion)
                + slots(of: "version", in: [tree.child("app_info", in: root)], .appVersion)
        case .osVersion:
            found =
                slots(of: "os_version", "osVersion", in: [root], .osVersion)
                + slots(of: "version", in: nodes["os"] ?? [], .osVersion)
                + slots(of: "operating_system_version", in: device, .osVersion)
        case .locale:
            found =
                slots(of: "locale", in: [root, context], .locale)
                + slots(of: "language", in: device, .locale)
        case .device:
            found =
                slots(of: "device_model", "deviceModel", in: [root], .device)
                + slots(of: "model", in: nodes["device"] ?? [], .device)
                + slots(of: "mobile_model_name", in: device, .device)
        case .action: return ClientDimensionSlots(slots: [Field.action.rawValue], isAction: true)
        case .app, .channel, .collapseKey: found = []
        }
        return ClientDimensionSlots(slots: found)
    }
}

extension RecordDecoder {
    /// The values of the declared dimensions that an event tells.
    func clientDimensions(
        of kind: EventKind, _ member: (_ slot: Int) -> JSONValue
    ) -> DimensionValues {
        var values = DimensionValues()
        for (position, dimension) in clientDimensions.enumerated() {
            if !dimension.isAction {
                values[position] = first(dimension.slots, member)
            } else if kind == .open {
                values[position] = action(member(Field.action.rawValue))
            }
        }
        return values
    }

    private func first(_ slots: [Int], _ member: (_ slot: Int) -> JSONValue) -> String? {
        for slot in slots {
            if let value = OwnDimension.value(member(slot)) { return value }
        }
        return nil
    }

    /// The button that a record of an open names. Words for events are none.
    private func action(_ word: JSONValue) -> String? {
        guard word.isString else { return nil }
        if isTap(word) { return "default" }
        return eventKind(word) == nil ? OwnDimension.value(word) : nil
    }
}
