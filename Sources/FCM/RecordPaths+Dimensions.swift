internal import NDJSON

/// The slots of a declared dimension of sends.
struct DimensionSlots {
    /// Of sends, by their platform. The first slot with a value counts.
    var ofSends: PerPlatform<[Int]>
    /// Of rows of the BigQuery export.
    var ofExport: [Int] = []
    /// Whether a keyed hash is stored, and not the value.
    var isHashed = false

    init(ofSends: PerPlatform<[Int]>) { self.ofSends = ofSends }

    /// Of sends on all platforms.
    var all: Set<Int> { Set(Platform.known.flatMap { ofSends[$0] }) }
}

extension RecordPaths {
    /// Adds the places of dimensions, after those of a map. A place that has a field already is
    /// read there.
    package mutating func declare(_ declared: [OwnDimension]) {
        for dimension in declared.of(.sends).prefix(OwnDimension.most) {
            if let known = KnownDimension(rawValue: dimension.place) {
                dimensions.append(slots(of: known))
            } else {
                let own = Field.dimension1.rawValue + dimensions.count
                let slots = slots(at: dimension.place, otherwise: own)
                dimensions.append(DimensionSlots(ofSends: PerPlatform(repeating: slots)))
            }
        }
        for dimension in declared.of(.clients).prefix(OwnDimension.most) {
            let known = KnownDimension(rawValue: dimension.place)
            guard known != .action else {
                let slots = [Field.action.rawValue]
                clientDimensions.append(ClientDimensionSlots(slots: slots, isAction: true))
                continue
            }
            let own = Field.clientDimension1.rawValue + clientDimensions.count
            let places = known?.clientPlaces ?? [dimension.place]
            let found = places.flatMap { slots(at: $0, otherwise: own) }
            clientDimensions.append(ClientDimensionSlots(slots: found))
        }
    }

    /// The slot at a pointer; none if it is no pointer.
    mutating func slots(at pointer: String, otherwise own: Int) -> [Int] {
        EnvelopeMap.keys(pointer).map { slots(at: $0, otherwise: own) } ?? []
    }

    /// The same of its keys.
    mutating func slots(at keys: [String], otherwise own: Int) -> [Int] {
        guard let last = keys.last else { return [] }
        var node = tree.root
        for key in keys.dropLast() { node = tree.child(key, in: node) }
        return [slot(of: last, in: node, otherwise: own)]
    }

    /// The slot of a key, which is added if the key has none.
    private mutating func slot(of key: String, in node: PathTree.Node, otherwise own: Int) -> Int {
        if let known = tree.slot(of: key, in: node) { return known }
        tree.add(key, in: node, slot: own)
        return own
    }

    private mutating func slots(
        of keys: String..., in nodes: [PathTree.Node], _ field: Field
    ) -> [Int] {
        nodes.flatMap { node in
            keys.map { slot(of: $0, in: node, otherwise: field.rawValue) }
        }
    }

    private mutating func slots(of dimension: KnownDimension) -> DimensionSlots {
        // Requests of the legacy API have members of their own next to the message's.
        let messages = ["request", "message"].compactMap { mounts[$0]?.node }
        let android = messages.map { tree.child("android", in: $0) }
        let notifications = messages.map { tree.child("notification", in: $0) }
        let apns = messages.map { tree.child("headers", in: tree.child("apns", in: $0)) }
        let webpush = messages.map { tree.child("headers", in: tree.child("webpush", in: $0)) }
        var found = DimensionSlots(ofSends: PerPlatform(repeating: []))
        switch dimension {
        case .app:
            found.ofSends.android = slots(
                of: "restricted_package_name", "restrictedPackageName", in: android + messages,
                .packageName)
            found.ofSends.ios = slots(of: "apns-topic", in: apns, .apnsTopic)
            found.ofExport = slots(of: "app_name", in: [tree.root], .exportApp)
        case .channel:
            let inner = android.map { tree.child("notification", in: $0) }
            found.ofSends.android =
                slots(of: "channel_id", "channelId", in: inner, .channel)
                + slots(of: "android_channel_id", in: notifications, .channel)
        case .collapseKey:
            let common = slots(of: "collapse_key", in: messages, .collapseKey)
            found.ofSends.android =
                slots(of: "collapse_key", "collapseKey", in: android, .androidCollapseKey) + common
            found.ofSends.ios = slots(of: "apns-collapse-id", in: apns, .apnsCollapseID) + common
            found.ofSends.web = slots(of: "Topic", "topic", in: webpush, .webTopic) + common
            found.ofExport = slots(of: "collapse_key", in: [tree.root], .exportCollapseKey)
            found.isHashed = true
        case .action, .appVersion, .osVersion, .locale, .device: break
        }
        return found
    }
}

// MARK: - Values

extension DimensionSlots {
    /// The value of a send. The platforms of a send without a known one must agree.
    func value(
        on platform: Platform?, _ key: SipHash.Key, _ member: (_ slot: Int) -> JSONValue
    ) -> String? {
        if let platform, platform != .unknown { return first(ofSends[platform], key, member) }
        let values = Set(Platform.known.compactMap { first(ofSends[$0], key, member) })
        return values.count == 1 ? values.first : nil
    }

    /// The value of a row of the BigQuery export.
    func exported(_ key: SipHash.Key, _ member: (_ slot: Int) -> JSONValue) -> String? {
        first(ofExport, key, member)
    }

    private func first(
        _ slots: [Int], _ key: SipHash.Key, _ member: (_ slot: Int) -> JSONValue
    ) -> String? {
        OwnDimension.value(in: slots, member).map { isHashed ? OwnDimension.hash($0, key) : $0 }
    }
}
