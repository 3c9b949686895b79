internal import FCM

/// Writes message states as lines of JSON, so that any engine can merge them.
///
/// Every member merges by itself, as `MessageState.merge` does: `facts` and `observed_platforms` by
/// the union of bits; `sent_ms` by the minimum, but that times of logs come before those of IDs
/// (`Facts.timeOfID`, which stays where all are of IDs); `collapsible` and `priority_lowered` by
/// the maximum; the members of `error_…` together, by the least in the order of `SendError`; all
/// others by the minimum. A member that is not there is not known, and any value comes before it.
/// Words that merge by precedence stand as their ranks. `target_order` is the hash of the target
/// with its highest bit flipped, so that the least as a signed number is the least as an unsigned
/// one.
struct StateLines {
    /// What many states share is written once, by its reference.
    private var profiles: [JSONMembers?] = []
    private var observed: [JSONMembers?] = []
    private var errors: [JSONMembers?] = []
    private var line = JSONMembers()

    /// `messageID` is for keys that do not hold it.
    mutating func write(
        _ state: MessageState, messageID: String?, _ dictionaries: borrowing Dictionaries,
        to lines: inout [UInt8]
    ) {
        line.removeAll()
        line.add("k", state.key.k)
        line.add("tail", state.key.tail)
        line.add("message_id", state.key.messageID ?? messageID)
        line.add("facts", Int64(state.facts.rawValue))
        line.add("sent_ms", known(state.sentAt))
        line.add("receipt_ms", known(state.eventTimes.receipt))
        line.add("foreground_ms", known(state.eventTimes.foreground))
        line.add("impression_ms", known(state.eventTimes.impression))
        line.add("opened_ms", known(state.eventTimes.open))
        line.add("dismissed_ms", known(state.eventTimes.dismiss))
        line.add("phantom_open_ms", known(state.eventTimes.phantomOpen))
        if state.targetHash != 0 {
            line.add("target_order", Int64(bitPattern: state.targetHash ^ 1 << 63))
        }
        addShared(state, dictionaries)
        line.write(to: &lines)
    }

    private func known(_ moment: Int64) -> Int64? { moment == Moment.never ? nil : moment }

    private mutating func addShared(_ state: MessageState, _ dictionaries: borrowing Dictionaries) {
        if let profile = dictionaries.profiles[state.profile] {
            line.add(StateLines.members(state.profile, &profiles) { JSONMembers(profile) })
        }
        if let seen = dictionaries.observed[state.observed] {
            line.add(StateLines.members(state.observed, &observed) { JSONMembers(seen) })
        }
        if let error = dictionaries.errors[state.error] {
            line.add(StateLines.members(state.error, &errors) { JSONMembers(error) })
        }
    }

    private static func members(
        _ reference: Int32, _ made: inout [JSONMembers?], _ make: () -> JSONMembers
    ) -> JSONMembers {
        let place = Int(reference)
        while made.count <= place { made.append(nil) }
        if let members = made[place] { return members }
        let members = make()
        made[place] = members
        return members
    }
}

extension JSONMembers {
    fileprivate init(_ profile: SendProfile) {
        self.init()
        add("explicit_platform", (profile.explicitPlatform?.rawValue).map(Int64.init))
        add("addressed_platform", (profile.addressedPlatform?.rawValue).map(Int64.init))
        if profile.target != .unknown { add("target", Int64(profile.target.rawValue)) }
        add("topic", profile.topic)
        add("campaign", profile.campaign)
        add("message_label", profile.labels.unknown)
        add("android_label", profile.labels.android)
        add("ios_label", profile.labels.ios)
        add("web_label", profile.labels.web)
        add("exported_label", profile.exportedLabel)
        add("exported_platform", (profile.exportedPlatform?.rawValue).map(Int64.init))
        add("android_image", JSONMembers.rank(profile.images.android))
        add("ios_image", JSONMembers.rank(profile.images.ios))
        add("web_image", JSONMembers.rank(profile.images.web))
        add("unknown_image", JSONMembers.rank(profile.images.unknown))
        add("android_display", JSONMembers.rank(profile.displays.android))
        add("ios_display", JSONMembers.rank(profile.displays.ios))
        add("web_display", JSONMembers.rank(profile.displays.web))
        add("unknown_display", JSONMembers.rank(profile.displays.unknown))
        add("priority", profile.options.priority)
        add("ttl_seconds", profile.options.ttlSeconds)
        add("collapsible", profile.options.isCollapsible.map { $0 ? 1 : 0 })
        add("click_action", profile.options.clickAction)
        add("message_type", profile.options.messageType)
    }

    private static func rank(_ status: ImageStatus) -> Int64? {
        status == .unknown ? nil : Int64(status.rawValue)
    }

    private static func rank(_ display: Display) -> Int64? {
        display == .unknown ? nil : Int64(display.rawValue)
    }

    fileprivate init(_ observed: ObservedProfile) {
        self.init()
        add("observed_platforms", Int64(observed.platforms))
        add("observed_label", observed.label)
        add("composer_id", observed.composerID)
        add("composer_name", observed.composerName)
        add("observed_topic", observed.topic)
        add("priority_lowered", observed.isPriorityLowered.map { $0 ? 1 : 0 })
    }

    fileprivate init(_ error: SendError) {
        self.init()
        add("error_code", error.code)
        add("error_apns_reason", error.apnsReason)
        add("error_http_status", error.httpStatus)
    }
}
