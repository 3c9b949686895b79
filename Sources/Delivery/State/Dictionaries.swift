package import FCM

/// Values that thousands of messages share, each kept once and referred to by a small number.
///
/// Numbers are given in order of first sight and mean nothing: views join the words back, and
/// two stores with the same content may number differently.
package struct Dictionaries: Sendable {
    package var profiles = Interner<SendProfile>()
    package var observed = Interner<ObservedProfile>()
    package var errors = Interner<SendError>()
    package var amounts = Interner<Amount>()
    package var segments = Interner<Segment>()
    /// By profile, platform of the key, and whether APNs refused: see `segment(of:)`.
    private var segmentsOfProfiles: [Int32] = []
    /// The values of the decoder that records are now of, and of the others.
    private var decoded = DecodedValues()
    private var others: [Int: DecodedValues] = [:]
    private var decoder = 0

    package init() {}

    /// Takes in what a decoder has made, all of it and in its order. A value gets its number when
    /// a record names it, so numbers do not depend on who decoded ahead of the records.
    package mutating func learn(_ all: [NumberedValues]) {
        for numbered in all { learn(numbered) }
    }

    /// Takes in what one decoder has made since.
    package mutating func learn(_ numbered: NumberedValues) {
        turn(to: numbered.decoder)
        decoded.profiles.learn(numbered.values.profiles)
        decoded.observed.learn(numbered.values.observed)
        decoded.errors.learn(numbered.values.errors)
        decoded.amounts.learn(numbered.values.amounts)
    }

    /// The records that follow are of this decoder.
    mutating func turn(to decoder: Int) {
        guard decoder != self.decoder else { return }
        others[self.decoder] = decoded
        decoded = others.removeValue(forKey: decoder) ?? DecodedValues()
        self.decoder = decoder
    }

    mutating func profile(of send: SendRecord) -> Int32 {
        decoded.profiles.reference(send.profile, in: &profiles)
    }

    mutating func error(of send: SendRecord) -> Int32 {
        decoded.errors.reference(send.error, in: &errors)
    }

    mutating func observed(of event: ClientEvent) -> Int32 {
        decoded.observed.reference(event.observed, in: &observed)
    }

    mutating func amount(of event: ClientEvent) -> Int32 {
        decoded.amounts.reference(event.amount, in: &amounts)
    }

    mutating func sendProfile(of send: SendRecord) -> SendProfile? {
        let reference = profile(of: send)
        return profiles[reference]
    }

    mutating func sendError(of send: SendRecord) -> SendError? {
        let reference = error(of: send)
        return errors[reference]
    }

    mutating func observedProfile(of event: ClientEvent) -> ObservedProfile? {
        let reference = observed(of: event)
        return observed[reference]
    }

    /// Notes that all values are saved, or, in another database, none.
    mutating func noteSaved(_ isSaved: Bool = true) {
        profiles.noteSaved(isSaved)
        observed.noteSaved(isSaved)
        errors.noteSaved(isSaved)
        amounts.noteSaved(isSaved)
        segments.noteSaved(isSaved)
    }

    /// What a message is counted under, by what its records say; 0 for what is no message.
    package mutating func segment(of state: MessageState) -> Int32 {
        guard !state.isLabelEvent, !state.facts.contains(.batch) else { return 0 }
        let platform = state.key.platform
        let isApple = state.isFailed && errors.traits(state.error) == true
        let place =
            Int(state.profile) << 3 | Int((platform ?? .unknown).rawValue) << 1 | (isApple ? 1 : 0)
        while segmentsOfProfiles.count <= place { segmentsOfProfiles.append(0) }
        if segmentsOfProfiles[place] == 0 {
            segmentsOfProfiles[place] = segments.intern(
                Segment(
                    profiles[state.profile] ?? SendProfile(), idPlatform: platform,
                    hasAPNsError: isApple))
        }
        return segmentsOfProfiles[place]
    }
}

/// The values of one decoder, by its numbers.
private struct DecodedValues: Sendable {
    var profiles = DecodedReferences<SendProfile>()
    var observed = DecodedReferences<ObservedProfile>()
    var errors = DecodedReferences<SendError>()
    var amounts = DecodedReferences<Amount>()
}

/// References of a decoder's values, by its numbers; of 0, which is none, 0.
private struct DecodedReferences<Value: DictionaryValue>: Sendable {
    /// 0 until a record names the value.
    private var references: [Int32] = [0]
    /// Values that no record has named yet.
    private var unnamed: [Int32: Value] = [:]

    mutating func learn(_ values: [Value]) {
        for value in values {
            unnamed[Int32(references.count)] = value
            references.append(0)
        }
    }

    @inline(__always)
    mutating func reference(_ number: Int32, in interner: inout Interner<Value>) -> Int32 {
        let known = references[Int(number)]
        return known == 0 && number != 0 ? name(number, in: &interner) : known
    }

    @inline(never)
    private mutating func name(_ number: Int32, in interner: inout Interner<Value>) -> Int32 {
        guard let value = unnamed.removeValue(forKey: number) else { return 0 }
        references[Int(number)] = interner.intern(value)
        return references[Int(number)]
    }
}

/// A value that messages share, and the little of it that counting asks for, in plain memory: to
/// take the whole value out of its array would count references for each message.
package protocol DictionaryValue: Hashable, Sendable {
    associatedtype Traits: Sendable
    var traits: Traits { get }
}

extension SendProfile: DictionaryValue {
    package var traits: Never? { nil }
}

extension SendError: DictionaryValue {
    /// Whether APNs told the reason.
    package var traits: Bool { apnsReason != nil }
}

extension Amount: DictionaryValue {
    package var traits: Never? { nil }
}

extension Interner<Amount> {
    /// The reference of the least of two amounts; 0 is none, and less than all.
    func least(_ a: Int32, _ b: Int32) -> Int32 {
        guard let first = self[a], let second = self[b] else { return self[a] == nil ? a : b }
        return first <= second ? a : b
    }
}

extension ObservedProfile: DictionaryValue {
    package struct Traits: Sendable {
        package var platforms: UInt8 = 0
        package var isTopic = false
        package var isPriorityLowered: Bool?
        package var hasDimensions = false
    }

    package var traits: Traits {
        Traits(
            platforms: platforms, isTopic: topic != nil, isPriorityLowered: isPriorityLowered,
            hasDimensions: !dimensions.isEmpty)
    }
}

extension Segment: DictionaryValue {
    package struct Traits: Sendable {
        package var platform: Platform
        package var isSilent: Bool
        package var isFanOut: Bool
    }

    package var traits: Traits {
        Traits(platform: platform, isSilent: isSilent, isFanOut: target.isFanOut)
    }
}

/// Numbers distinct values from 1.
package struct Interner<Value: DictionaryValue>: Sendable {
    private var values = PiecewiseArray<Value>()
    private var traits: [Value.Traits] = []
    private var references = ReferenceIndex()
    /// What two references joined to, by both: joining compares and hashes whole values.
    private var joined: [UInt64: Int32] = [:]
    private static var joinedLimit: Int { 65_536 }
    /// Numbers of values that were swept, for the next new ones: see `DictionarySweep`.
    private var free: [Int32] = []
    /// What was numbered since it was saved last.
    private(set) var added: [Int32] = []

    package subscript(reference: Int32) -> Value? {
        isKnown(reference) ? values[Int(reference) - 1] : nil
    }

    package func traits(_ reference: Int32) -> Value.Traits? {
        isKnown(reference) ? traits[Int(reference) - 1] : nil
    }

    /// A damaged row may have any number.
    private func isKnown(_ reference: Int32) -> Bool { reference > 0 && reference <= traits.count }

    package mutating func intern(_ value: Value) -> Int32 {
        // Seeded for each process: nobody chooses values that meet.
        let hash = value.hashValue
        if let known = references.reference(hash, { values[Int($0) - 1] == value }) {
            return known
        }
        let reference: Int32
        if let freed = free.popLast() {
            reference = freed
            values[Int(freed) - 1] = value
            traits[Int(freed) - 1] = value.traits
        } else {
            reference = append(value)
        }
        references.insert(reference, hash: hash)
        added.append(reference)
        return reference
    }

    /// Takes in a stored value; they come in the order of their numbers. It stands in for those
    /// that are missing before it, which nothing refers to. Two values that have become equal keep
    /// a number each.
    mutating func load(_ value: Value, at reference: Int32) {
        while values.count + 1 < reference { free.append(append(value)) }
        let number = append(value)
        let hash = value.hashValue
        let known = references.reference(hash) { values[Int($0) - 1] == value }
        if known == nil { references.insert(number, hash: hash) }
    }

    private mutating func append(_ value: Value) -> Int32 {
        values.append(value)
        traits.append(value.traits)
        return Int32(values.count)
    }

    /// Notes that all values are saved, or, in another database, none.
    mutating func noteSaved(_ isSaved: Bool = true) {
        added = isSaved ? [] : (0..<values.count).map { Int32($0 + 1) }
    }

    /// The reference of two values joined; 0 is none.
    mutating func merge(_ a: Int32, _ b: Int32, _ join: (Value, Value) -> Value) -> Int32 {
        if a == b || b == 0 { return a }
        if a == 0 { return b }
        let pair = UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
        if let known = joined[pair] { return known }
        guard let first = self[a], let second = self[b] else { return a }
        if joined.count == Interner.joinedLimit { joined.removeAll(keepingCapacity: true) }
        let reference = intern(join(first, second))
        joined[pair] = reference
        return reference
    }
}
