/// Joins the states of a batch with those of the store, and adds up what that changes.
struct StateJoiner {
    private let contributor: Contributor
    var dictionaries: Dictionaries
    private(set) var delta = RollupDelta()
    /// What the store knew of each state of the batch, by its place there.
    private(set) var factsBefore: [Facts]

    init(_ contributor: Contributor, _ dictionaries: Dictionaries, _ count: Int) {
        self.contributor = contributor
        self.dictionaries = dictionaries
        factsBefore = Array(repeating: [], count: count)
    }

    /// Takes away what a stored state counts.
    mutating func take(_ state: MessageState) {
        let segment = dictionaries.segment(of: state)
        contributor.add(state, segment: segment, times: -1, dictionaries, to: &delta)
    }

    /// The joined state; nil when the store knew all of it.
    mutating func join(
        _ state: MessageState, _ old: MessageState?, at place: Int
    ) -> (state: MessageState, segment: Int32)? {
        var state = state
        if let old {
            factsBefore[place] = old.facts
            state.merge(old, &dictionaries)
            if state == old { return nil }
            take(old)
        }
        let segment = dictionaries.segment(of: state)
        contributor.add(state, segment: segment, times: 1, dictionaries, to: &delta)
        return (state, segment)
    }
}
