internal import NDJSON

/// Rows of the Google Analytics (GA4) export, such as `notification_receive`.
///
/// Their `message_id` is the Composer campaign, not the FCM message ID, and API sends have none. So
/// they count by label, campaign and time, and are never joined to a message. A purchase with an ID
/// in FCM's form in a parameter of the app's own is a conversion of that message.
extension RecordDecoder {
    static let paramPaths: PathTree = {
        var tree = PathTree()
        tree.add("key", in: tree.root, slot: 0)
        let value = tree.child("value", in: tree.root)
        // A slot for each member: unused members of a row are null.
        tree.add("string_value", in: value, slot: 1)
        tree.add("int_value", in: value, slot: 2)
        tree.add("float_value", in: value, slot: 3)
        tree.add("double_value", in: value, slot: 4)
        return tree
    }()

    /// The event of a notification; nil for other events, which are most rows of an export.
    var analyticsKind: EventKind? { EventWords.analytics.value(of: self[.eventName]) }

    func decodeAnalyticsRow(_ kind: EventKind) throws(RecordError) -> ClientEvent {
        let time = try time()
        var observed = ObservedProfile()
        observed.insert(namedPlatform(self[.platform]) ?? .unknown)
        readParams(into: &observed)
        var hash = SipHash(key: SipHash.Key(0, 0))
        hash.append("analytics")
        hash.append(kind.name)
        hash.append(self[.userPseudoID].text ?? "")
        hash.append(self[.eventParams])
        return ClientEvent(
            key: MessageKey(content: hash.finish(), at: time), time: time, kind: kind,
            isLabelOnly: true, observed: number(of: observed))
    }

    /// The conversion of a purchase that names its message; nil for all other rows.
    func decodePurchase() throws(RecordError) -> ClientEvent? {
        guard let kind = EventWords.purchases.value(of: self[.eventName]) else { return nil }
        let params = purchaseParams()
        guard let shape = readKey(params.messageID)?.shape, shape != .other else { return nil }
        let time = try time()
        let key = try messageKey(params.messageID)
        var observed = ObservedProfile()
        observed.insert(namedPlatform(self[.platform]) ?? key.platform ?? .unknown)
        observed.dimensions = clientDimensions(of: kind) { fields[$0] }
        return ClientEvent(
            key: key, time: time, kind: kind, observed: number(of: observed),
            amount: try amount(params.value, params.currency))
    }

    private typealias PurchaseParams = (
        messageID: JSONValue, value: JSONValue, currency: JSONValue
    )

    private func purchaseParams() -> PurchaseParams {
        var params: PurchaseParams = (.absent, .absent, .absent)
        let reader = paramFields
        reader.forEachElement(of: self[.eventParams]) { param in
            guard reader.read(object: param),
                let name = PurchaseParam.words.value(of: reader[0]),
                let value = (1...4).lazy.map({ reader[$0] }).first(where: \.isGiven)
            else { return }
            switch name {
            case .messageID: params.messageID = value
            case .value: params.value = value
            case .currency: params.currency = value
            }
        }
        return params
    }

    /// Numbered by content: a row's parameters include times, so as fields each row would be new.
    private func number(of observed: ObservedProfile) -> Int32 {
        memoKey.removeAll()
        memoKey.append(observed.platforms)
        memoKey.append(observed.label)
        memoKey.append(observed.composerID)
        memoKey.append(observed.composerName)
        memoKey.append(observed.topic)
        for position in clientDimensions.indices { memoKey.append(observed.dimensions[position]) }
        return observedProfiles.number(memoKey) { observed.kept }
    }

    private func readParams(into observed: inout ObservedProfile) {
        let reader = paramFields
        reader.forEachElement(of: self[.eventParams]) { param in
            guard reader.read(object: param),
                let name = AnalyticsParam.words.value(of: reader[0]),
                let value = reader[1].text ?? reader[2].text
            else { return }
            switch name {
            case .label: observed.label = value
            case .messageID: observed.composerID = value
            case .messageName: observed.composerName = value
            case .topic: observed.topic = SendTarget.topicName(value)
            }
        }
    }
}

/// The parameters that are read.
private enum AnalyticsParam {
    case label
    case messageID
    case messageName
    case topic

    static let words = WordTable<AnalyticsParam>([
        (.label, ["label"]), (.messageID, ["message_id"]), (.messageName, ["message_name"]),
        (.topic, ["topic"]),
    ])
}

/// The parameters of a purchase that are read.
private enum PurchaseParam {
    case messageID
    case value
    case currency

    static let words = WordTable<PurchaseParam>([
        (.messageID, ["fcm_message_id", "message_id"]), (.value, ["value"]),
        (.currency, ["currency"]),
    ])
}
