internal import NDJSON

extension RecordDecoder {
    /// The number of the send's profile; thousands of sends share one.
    ///
    /// - Parameters:
    ///   - project: a number of `projects`; 0 if FCM named none.
    ///   - isOwn: whether another service than FCM answered.
    func profile(
        _ target: SendTarget, _ key: MessageKey, isApple: Bool, project: UInt32, isOwn: Bool
    ) -> Int32 {
        let platform = key.platform ?? .unknown
        let salt =
            UInt64(project) << 32 | UInt64(target.kind.rawValue) << 16
            | UInt64(platform.rawValue) << 8 | (isApple ? 1 : 0) | (isOwn ? 2 : 0)
        return sendProfiles.number(of: fields, in: profileMemo, salt: salt) {
            SendProfileDecoder(fields: RememberedFields(self, profileMemo))
                .profile(
                    target, key, isApple: isApple, project: projects[project], isOwn: isOwn
                ).kept
        }
    }

    static func roles(
        text: [Field], presence: [Field] = [], word: [Field] = []
    ) -> [MemoRole] {
        Field.allCases.map { field in
            if text.contains(field) { return .text }
            if word.contains(field) { return .word }
            return presence.contains(field) ? .presence : .ignored
        }
    }
}

/// Decodes the request of a send: labels, images, display, delivery options.
struct SendProfileDecoder {
    /// The fields of a profile.
    static let roles = RecordDecoder.roles(
        text: [
            .platform, .project, .campaign, .topic, .condition, .exportTopic, .messageLabel,
            .androidLabel,
            .appleLabel, .webLabel, .notificationImage, .androidImage, .appleImage,
            .applePayloadImage, .webImage, .webHeaderImage, .mutableContent, .androidPriority,
            .androidTTL,
            .androidCollapseKey, .androidClickAction, .apnsPriority, .apnsCollapseID, .category,
            .webUrgency, .webTTL, .webTopic, .webLink,
        ],
        presence: [
            .request, .message, .messageData, .notification, .notificationTitle,
            .notificationBody, .android, .androidNotification, .apns, .alert, .webpush,
            .webNotification,
        ])

    let fields: RememberedFields

    private subscript(field: Field) -> JSONValue { fields[field] }

    /// - Parameter project: the project in FCM's answer.
    func profile(
        _ target: SendTarget, _ key: MessageKey, isApple: Bool, project: String?, isOwn: Bool
    ) -> SendProfile {
        var profile = readProfile(target, isOwn: isOwn)
        profile.setProject(project ?? ProjectNames.name(in: self[.project]))
        let platform =
            profile.explicitPlatform ?? key.platform ?? (isApple ? .ios : nil)
            ?? profile.addressedPlatform
        readOptions(&profile.options, on: platform)
        let decoder = fields.decoder
        for (position, slots) in decoder.dimensions.enumerated() {
            profile.dimensions[position] = slots.value(on: platform, decoder.keys.identity) {
                fields[slot: $0]
            }
        }
        return profile
    }

    private func readProfile(_ target: SendTarget, isOwn: Bool) -> SendProfile {
        var profile = SendProfile()
        profile.explicitPlatform = fields.decoder.namedPlatform(self[.platform])
        profile.campaign = self[.campaign].text
        profile.target = target.kind
        profile.topic = target.topic
        guard self[.message].isObject || self[.request].isObject, !isOwn || isInFormOfFCM else {
            return profile
        }
        profile.addressedPlatform = addressedPlatform()
        profile.labels.unknown = self[.messageLabel].text
        profile.labels.android = self[.androidLabel].text
        profile.labels.ios = self[.appleLabel].text
        profile.labels.web = self[.webLabel].text
        profile.displays = isShown ? PerPlatform(repeating: .shown) : readDisplays()
        profile.images = readImages()
        profile.options.messageType = messageType()
        return profile
    }

    /// Whether the message has a part that FCM's messages have: requests of other services say in
    /// another form what they show.
    private var isInFormOfFCM: Bool {
        [Field.messageData, .notification, .android, .apns, .webpush].contains { self[$0].isGiven }
    }

    private func addressedPlatform() -> Platform? {
        guard !self[.notification].isGiven, !self[.messageData].isGiven else { return nil }
        let blocks: [(Field, Platform)] = [(.android, .android), (.apns, .ios), (.webpush, .web)]
        let present = blocks.filter { self[$0.0].isObject }
        return present.count == 1 ? present[0].1 : nil
    }

    private var hasNotification: Bool { self[.notification].isNonEmpty }
    private var hasAlert: Bool {
        fields.decoder.isDisplayable(self[.alert]) || self[.notificationTitle].text != nil
            || self[.notificationBody].text != nil
    }

    /// Whether the app shows the message itself, by a map.
    private var isShown: Bool {
        fields.decoder.shown.contains { fields[slot: $0].isNonEmpty }
    }

    private func readDisplays() -> PerPlatform<Display> {
        var displays = PerPlatform(repeating: Display.silent)
        if hasNotification || self[.androidNotification].isNonEmpty { displays.android = .shown }
        if hasAlert { displays.ios = .shown }
        if hasNotification || self[.webNotification].isNonEmpty { displays.web = .shown }
        displays.unknown = min(displays.android, displays.ios, displays.web)
        return displays
    }

    private func messageType() -> String {
        let shows = readDisplays().unknown == .shown
        guard self[.messageData].isNonEmpty else { return shows ? "notification" : "data" }
        return shows ? "notification+data" : "data"
    }

    // MARK: Images

    /// The effective image of each platform: its own field, else `notification.image` (FCM REST
    /// reference, AndroidNotification.image and ApnsFcmOptions.image), else that of a map.
    private func readImages() -> PerPlatform<ImageStatus> {
        let common =
            self[.notificationImage].text
            ?? fields.decoder.shownImages.lazy.compactMap { fields[slot: $0].text }.first
        let android = self[.androidImage].text ?? common
        let apple = self[.appleImage].text ?? common ?? self[.applePayloadImage].text
        let web = self[.webImage].text ?? common
        let header = self[.webHeaderImage].text
        var images = PerPlatform(repeating: ImageStatus.noImage)
        if let android { images.android = status(android, .android) }
        if let apple { images.ios = status(apple, .ios) }
        if let web {
            images.web = status(web, .web)
        } else if header != nil {
            images.web = .webpushHeaderOnly
        }
        if let any = common ?? android ?? apple ?? web {
            images.unknown = status(any, .unknown)
        } else if header != nil {
            images.unknown = .webpushHeaderOnly
        }
        return images
    }

    private func status(_ url: String, _ platform: Platform) -> ImageStatus {
        ImageStatus(
            url: url,
            ImageContext(
                platform: platform, hasMutableContent: self[.mutableContent].isTrue,
                hasAlert: hasAlert))
    }

    // MARK: Delivery options

    /// Reads the options in the block of the platform, which the ID may show.
    private func readOptions(_ options: inout DeliveryOptions, on platform: Platform?) {
        switch platform {
        case .android: readAndroid(&options)
        case .ios: readApple(&options)
        case .web: readWeb(&options)
        case .unknown, nil: break
        }
    }

    private func readAndroid(_ options: inout DeliveryOptions) {
        options.priority = self[.androidPriority].text?.lowercased()
        options.ttlSeconds = SendProfileDecoder.seconds(self[.androidTTL])
        options.isCollapsible = self[.androidCollapseKey].text != nil
        options.clickAction = shortened(self[.androidClickAction].text)
    }

    private func readApple(_ options: inout DeliveryOptions) {
        options.priority = self[.apnsPriority].text.map { $0 == "10" ? "high" : "normal" }
        options.isCollapsible = self[.apnsCollapseID].text != nil
        options.clickAction = shortened(self[.category].text)
    }

    private func readWeb(_ options: inout DeliveryOptions) {
        options.priority = self[.webUrgency].text.map { $0 == "high" ? "high" : "normal" }
        options.ttlSeconds = self[.webTTL].integer
        options.isCollapsible = self[.webTopic].text != nil
        options.clickAction = self[.webLink].text == nil ? nil : "link"
    }

    private func shortened(_ text: String?) -> String? { text.map { String($0.prefix(100)) } }

    /// `"3600s"` and `"3600.5s"` of the REST form; a bare number is Node's milliseconds.
    static func seconds(_ value: JSONValue) -> Int64? {
        if value.kind == .number { return value.integer.map { $0 / 1000 } }
        guard let text = value.text else { return nil }
        return Int64(text.prefix { $0 != "." && $0 != "s" })
    }
}
