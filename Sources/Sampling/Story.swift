/// What happens to one message on its device.
struct Story {
    let send: Send
    /// Whether its send is in a log; if not, its events are orphans.
    let isLogged: Bool
    var facts: Facts = []
    var openAt = Int64.max
    var isShown = false
    /// The earliest conversion, of several in one millisecond the one of the least price.
    var conversion: (at: Int64, price: Price)?
    /// Whether a record of its device says that it was delivered at a lower priority.
    var isLowered = false
    /// Whether its device has logged a record, and not the export alone.
    var isOfDevice = false

    struct Facts: OptionSet {
        let rawValue: UInt8
        static let receipt = Facts(rawValue: 1)
        static let foreground = Facts(rawValue: 2)
        static let impression = Facts(rawValue: 4)
        static let open = Facts(rawValue: 8)
        static let dismiss = Facts(rawValue: 16)
        static let phantom = Facts(rawValue: 32)
        static let conversion = Facts(rawValue: 64)
    }

    /// Adds a fact; true if it is new.
    mutating func note(_ fact: Facts) -> Bool {
        facts.update(with: fact) == nil
    }
}

extension HourPlanner {
    /// Counts the facts of a story, under the message's send if that is logged.
    mutating func count(_ story: Story) {
        let facts = story.facts.rawValue.nonzeroBitCount
        plan.truth.ledger.events += facts
        guard story.isLogged else {
            plan.truth.ledger.orphan += facts
            return
        }
        plan.truth.ledger.matched += facts
        guard !story.facts.isEmpty else { return }
        if story.isLowered { plan.truth.targets.lowered += 1 }
        var cell = Measures()
        cell.received = 1
        if story.facts.contains(.receipt) { plan.truth.extras.receipts += 1 }
        if !story.send.message.silent {
            if story.isShown || story.facts.contains(.impression) { cell.impressions = 1 }
            if story.openAt <= story.send.message.sentAt + Self.window {
                cell.opened = 1
            } else if story.openAt < .max {
                plan.truth.extras.late += 1
            }
            if story.facts.contains(.phantom) { plan.truth.extras.phantom += 1 }
            if story.facts.contains(.dismiss) { plan.truth.extras.dismissed += 1 }
        }
        plan.truth[story.send] += cell
        if world.options.clients { plan.truth.add(cell, of: story.send, told: story.words) }
        countConversion(story)
    }
}
