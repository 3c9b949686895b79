/// Lines: each is new the first time, and some are written again or among broken ones.
extension HourPlanner {
    /// A line of a sender's log.
    mutating func logSend(_ form: SendLine.Form, _ sends: [Send]) {
        guard let uploadAt = sends.last?.message.sentAt else { return }
        plan.truth.ledger.count(true)
        plan.sends[0].append(form, sends[...], at: uploadAt)
        if random.chance(world.options.duplicates) {
            let again = drawRedelivery(after: uploadAt)
            plan.truth.ledger.count(false)
            plan.sends[uploadOffset(again)].append(form, sends[...], at: again)
        }
        if let seed = drawBroken() {
            logBroken(.broken, seed, isSend: true, at: uploadAt)
        } else if random.chance(world.options.dirty / 4) {
            logBroken(.blank, 0, isSend: true, at: uploadAt)
        }
    }

    /// A line of a client's log, at the time that its device believes and the true one.
    mutating func logEvent(_ event: Event, happened: Int64, isNew: Bool) {
        plan.truth.ledger.count(isNew)
        var copy = event
        copy.uploadAt = drawUpload(after: happened)
        plan.events[uploadOffset(copy.uploadAt)].append(copy)
        let uploadAt = copy.uploadAt
        if random.chance(world.options.duplicates) {
            copy.uploadAt = drawRedelivery(after: uploadAt)
            plan.truth.ledger.count(false)
            plan.events[uploadOffset(copy.uploadAt)].append(copy)
        }
        if let seed = drawBroken() {
            logBroken(.broken, seed, isSend: false, at: uploadAt)
        } else if random.chance(world.options.dirty / 4) {
            logBroken(.blank, 0, isSend: false, at: uploadAt)
        }
    }

    /// A row of a daily export.
    mutating func exportRow(_ row: Row, isNew: Bool) {
        let day = Int(row.at / (24 * Micro.hour)) - world.options.start.daysSinceEpoch
        for isFirst in [true, false] where isFirst || random.chance(world.options.duplicates) {
            plan.truth.ledger.count(isFirst && isNew)
            switch row.form {
            case .accepted, .delivered, .failed: plan.exportRows[day, default: []].append(row)
            default: plan.analyticsRows[day, default: []].append(row)
            }
        }
    }

    private mutating func drawBroken() -> UInt64? {
        random.chance(world.options.dirty) ? random.next() : nil
    }

    private mutating func logBroken(
        _ form: SendLine.Form, _ seed: UInt64, isSend: Bool, at uploadAt: Int64
    ) {
        plan.truth.ledger.lines += 1
        var seed = seed
        if form == .blank {
            plan.truth.ledger.blank += 1
        } else {
            let fitting = BrokenLine.all.indices.filter { BrokenLine.all[$0].isSend == isSend }
            let index = fitting[Int(mixed(seed) % UInt64(fitting.count))]
            plan.truth.ledger.broken[index] += 1
            seed = seed & ~0xFF | UInt64(index)
        }
        // Nothing is from later than the end of the world, broken lines no more than others.
        let at = min(uploadAt, world.horizon - Micro.second)
        let message = Message.placeholder(tail: seed, at: at)
        if isSend {
            let send = Send(message: message, failure: nil)
            plan.sends[uploadOffset(uploadAt)].append(form, [send], at: at)
        } else {
            plan.events[uploadOffset(uploadAt)].append(
                Event(
                    message: message, at: at, uploadAt: uploadAt,
                    form: form == .blank ? .blank : .broken, state: .unsaid))
        }
    }

    /// Clients upload within seconds; some hours or days later.
    private mutating func drawUpload(after time: Int64) -> Int64 {
        guard random.chance(world.options.late) else {
            return time + 300_000 + Int64(random.lognormal(median: 2, sigma: 0.8) * 1e6)
        }
        let hours = min(240, max(1, random.lognormal(median: 6, sigma: 1.2)))
        return time + Int64(hours * Double(Micro.hour))
    }

    /// A log shipper repeats itself within minutes, or the next day.
    private mutating func drawRedelivery(after time: Int64) -> Int64 {
        random.chance(0.5)
            ? time + Int64(random.below(Int(10 * Micro.minute)))
            : time + Int64(1 + random.below(26)) * Micro.hour
    }
}

extension Message {
    /// What stands in the place of a message in lines that are not about one.
    static func placeholder(tail: UInt64, at time: Int64) -> Message {
        Message(
            acceptedAt: time, sentAt: time, tail: tail, device: tail, campaign: 0,
            platform: .android, form: .none, service: .orders, origin: .api, silent: false,
            wakes: false, mutable: false)
    }
}
