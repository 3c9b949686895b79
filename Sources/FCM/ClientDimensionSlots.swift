internal import NDJSON

/// The slots of a declared dimension of client events.
struct ClientDimensionSlots {
    /// The first slot with a value counts.
    var slots: [Int]
    /// Whether it is the button that opened the message.
    var isAction = false
}

extension KnownDimension {
    /// Where clients log the app and the device: at the top of a record, in the `context` of
    /// Segment's Spec, and in rows of the export of Google Analytics. JSON pointers, the preferred
    /// one first; none for dimensions whose slots are those of other fields.
    var clientPlaces: [String] {
        switch self {
        case .appVersion:
            ["/app_version", "/appVersion", "/context/app/version", "/app_info/version"]
        case .osVersion:
            [
                "/os_version", "/osVersion", "/context/os/version",
                "/device/operating_system_version",
            ]
        case .locale: ["/locale", "/context/locale", "/device/language"]
        case .device:
            ["/device_model", "/deviceModel", "/context/device/model", "/device/mobile_model_name"]
        case .action, .app, .channel, .collapseKey: []
        }
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
                values[position] = OwnDimension.value(in: dimension.slots, member)
            } else if kind == .open {
                values[position] = action(member(Field.action.rawValue))
            }
        }
        return values
    }

    /// The button that a record of an open names. Words for events are none.
    private func action(_ word: JSONValue) -> String? {
        guard word.isString else { return nil }
        if isTap(word) { return "default" }
        return eventKind(word) == nil ? OwnDimension.value(word) : nil
    }
}
