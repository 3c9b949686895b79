import FCM
import Testing

@Suite("Members of shared values")
struct SharedMemberTests {
    static let profile: SendProfile = {
        var profile = SendProfile()
        profile.explicitPlatform = .web
        profile.addressedPlatform = .ios
        profile.target = .condition
        profile.topic = "'a' in topics"
        profile.campaign = "spring"
        profile.project = "shop"
        for position in 0..<OwnDimension.most { profile.dimensions[position] = "d\(position)" }
        profile.projectNumber = "12"
        profile.labels.unknown = "l0"
        profile.labels.android = "l1"
        profile.labels.ios = "l2"
        profile.labels.web = "l3"
        profile.exportedLabel = "l4"
        profile.exportedPlatform = .android
        profile.exportedPriority = "normal"
        profile.exportedTTLSeconds = 60
        profile.exportedMessageType = "notification"
        for (place, platform) in Platform.allCases.enumerated() {
            profile.images[platform] = ImageStatus.allCases[place]
            profile.displays[platform] = place == 2 ? .shown : .silent
        }
        profile.options.priority = "high"
        profile.options.ttlSeconds = 0
        profile.options.isCollapsible = false
        profile.options.clickAction = "OPEN"
        profile.options.messageType = "data"
        return profile
    }()

    static let observed: ObservedProfile = {
        var observed = ObservedProfile()
        observed.platforms = 5
        observed.label = "label"
        observed.composerID = "77"
        observed.composerName = "spring"
        observed.topic = "news"
        observed.isPriorityLowered = true
        for position in 0..<OwnDimension.most { observed.dimensions[position] = "\(position)" }
        return observed
    }()

    static let error = SendError(code: "UNREGISTERED", apnsReason: "Unregistered", httpStatus: 404)

    private func check<Value: SharedValue>(_ value: Value) {
        var (full, none, read) = (value, Value(), Value())
        for member in Value.members {
            #expect(member.cell(&full) != member.cell(&none), "\(member.column)")
            member.set(member.cell(&full), in: &read)
            member.set(member.cell(&none), in: &none)
        }
        #expect(read == value)
        #expect(none == Value())
        let hasDimensions = value is SendProfile || value is ObservedProfile
        let inLists = hasDimensions ? OwnDimension.most - 1 : 0
        #expect(Value.members.flatMap(\.parts).count == properties(of: value) + inLists)
        let names = Value.members.flatMap(\.parts).map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// Properties that hold no others.
    private func properties(of value: Any) -> Int {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct else { return 1 }
        return mirror.children.reduce(0) { $0 + properties(of: $1.value) }
    }

    @Test("are all that a value has, and are read as they were stored")
    func stored() {
        check(SharedMemberTests.profile)
        check(SharedMemberTests.observed)
        check(SharedMemberTests.error)
        check(Amount(millionths: 12_500_000, currency: "EUR"))
    }

    @Test("merge to the values of both, in either order")
    func merged() {
        let full = SharedMemberTests.profile
        #expect(full.merged(with: SendProfile()) == full)
        #expect(SendProfile().merged(with: full) == full)
        #expect(full.merged(with: full) == full)
        var other = full
        other.topic = "!"
        other.options.ttlSeconds = 9
        other.options.isCollapsible = true
        other.images.web = .unknown
        var least = full
        least.topic = "!"
        least.options.isCollapsible = true
        #expect(full.merged(with: other) == least)
        #expect(other.merged(with: full) == least)
        var seen = ObservedProfile()
        seen.platforms = 2
        seen.isPriorityLowered = false
        let both = seen.merged(with: SharedMemberTests.observed)
        #expect(both.platforms == 7)
        #expect(both.isPriorityLowered == true)
        #expect(SharedMemberTests.observed.merged(with: seen) == both)
    }

    @Test("keep what they hold where a cell cannot be theirs")
    func damaged() {
        let damaged: [SharedCell] = [.integer(-1), .integer(.max), .text("x"), .integer(255)]
        for cell in damaged {
            var value = SendProfile()
            for member in SendProfile.members { member.set(cell, in: &value) }
            #expect(value.explicitPlatform == nil)
            #expect(value.target == .unknown)
        }
    }
}
