package import FCM

/// Values that thousands of messages share, each kept once and referred to by a small number.
///
/// Numbers are given in order of first sight and mean nothing: views join the words back, and
/// two stores with the same content may number differently.
package struct Dictionaries: Sendable {
    package var profiles = Interner<SendProfile>()
    package var observed = Interner<ObservedProfile>()
    package var errors = Interner<SendError>()
    package var segments = Interner<Segment>()
    private var segmentsOfProfiles: [SegmentSource: Int32] = [:]
    /// The references of the decoder's values, by their numbers; of 0, which is none, 0.
    private var decoded = (profiles: [Int32(0)], observed: [Int32(0)], errors: [Int32(0)])

    package init() {}

    /// Takes in what a decoder has made, all of it and in its order.
    package mutating func learn(_ delta: DictionaryDelta) {
        for value in delta.profiles { decoded.profiles.append(profiles.intern(value)) }
        for value in delta.observed { decoded.observed.append(observed.intern(value)) }
        for value in delta.errors { decoded.errors.append(errors.intern(value)) }
    }

    func profile(of send: SendRecord) -> Int32 { decoded.profiles[Int(send.profile)] }
    func error(of send: SendRecord) -> Int32 { decoded.errors[Int(send.error)] }
    func observed(of event: ClientEvent) -> Int32 { decoded.observed[Int(event.observed)] }

    /// What a message is counted under, by what its records say; 0 for what is no message.
    package mutating func segment(of state: MessageState) -> Int32 {
        guard !state.isLabelEvent, !state.facts.contains(.batch) else { return 0 }
        let source = SegmentSource(
            profile: state.profile, platform: state.key.platform,
            isApple: state.isFailed && errors[state.error]?.apnsReason != nil)
        if let known = segmentsOfProfiles[source] { return known }
        let profile = profiles[state.profile] ?? SendProfile()
        let reference = segments.intern(
            Segment(profile, idPlatform: source.platform, hasAPNsError: source.isApple))
        segmentsOfProfiles[source] = reference
        return reference
    }

    private struct SegmentSource: Hashable {
        var profile: Int32
        var platform: Platform?
        var isApple: Bool
    }
}

/// Numbers distinct values from 1.
package struct Interner<Value: Hashable & Sendable>: Sendable {
    package private(set) var values: [Value] = []
    private var references: [Value: Int32] = [:]

    package init() {}

    package subscript(reference: Int32) -> Value? {
        reference > 0 ? values[Int(reference) - 1] : nil
    }

    package mutating func intern(_ value: Value) -> Int32 {
        if let known = references[value] { return known }
        values.append(value)
        let reference = Int32(values.count)
        references[value] = reference
        return reference
    }

    /// The reference of two values joined; 0 is none.
    mutating func merge(_ a: Int32, _ b: Int32, _ join: (Value, Value) -> Value) -> Int32 {
        if a == b || b == 0 { return a }
        guard let first = self[a], let second = self[b] else { return b }
        return intern(join(first, second))
    }
}
