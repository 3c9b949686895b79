internal import Delivery
internal import FCM

/// Writes message states as lines of JSON, so that any engine can merge them.
///
/// Every member merges by itself, as `MessageState.merge` does: `facts` and `observed_platforms` by
/// the union of bits; `sent_ms` by the minimum, but that times of logs come before those of IDs
/// (`Facts.timeOfID`, which stays where all are of IDs); `collapsible` and `priority_lowered` by
/// the maximum; the members of `error_…` together, by the least in the order of `SendError`;
/// `converted_ms` and the members of `conversion_…` together, by the least in this order; all
/// others by the minimum. A member that is not there is not known, and any value comes before it.
/// Words that merge by precedence stand as their ranks.
struct StateLines {
    /// What many states share is written once, by its reference.
    private var profiles: [JSONMembers?] = []
    private var observed: [JSONMembers?] = []
    private var errors: [JSONMembers?] = []
    private var amounts: [JSONMembers?] = []
    private var line = JSONMembers()

    static let eventTimes = EventKind.allCases.map { (kind: $0, name: $0.column + "_ms") }

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
        for (kind, name) in StateLines.eventTimes {
            line.add(name, known(state.eventTimes[kind]))
        }
        line.add("target_hash", state.targetHash == 0 ? nil : Int64(bitPattern: state.targetHash))
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
        if let amount = dictionaries.amounts[state.amount] {
            line.add(StateLines.members(state.amount, &amounts) { JSONMembers(amount) })
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
    fileprivate init<Value: SharedValue>(_ value: Value) {
        self.init()
        var value = value
        for part in Value.members.flatMap(\.parts) {
            let cell = part.get(&value)
            add(part.name, cell?.integer)
            add(part.name, cell?.text)
        }
    }
}
