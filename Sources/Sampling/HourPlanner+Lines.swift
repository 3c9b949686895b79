/// Lines: each is new the first time; some are repeated, and some are followed by a broken one.
extension HourPlanner {
    /// A line of a sender's log.
    mutating func logSend(_ form: SendLine.Form, _ sends: [Send]) {
        guard let uploadAt = sends.last?.message.sentAt else { return }
        log(isSend: true, isNew: true, at: uploadAt) { plan, file, uploadAt in
            plan.sends[file].append(form, sends[...], at: uploadAt)
        }
    }

    /// A line of a client's log, uploaded some time after it happened.
    mutating func logEvent(_ event: Event, happened: Int64, isNew: Bool) {
        let uploadAt = drawUpload(after: happened)
        log(isSend: false, isNew: isNew, at: uploadAt) { plan, file, uploadAt in
            var copy = event
            copy.uploadAt = uploadAt
            plan.events[file].append(copy)
        }
    }

    /// Puts a line into the file of its upload, sometimes again into a later one, and sometimes
    /// a broken or an empty line behind it.
    private mutating func log(
        isSend: Bool, isNew: Bool, at uploadAt: Int64,
        _ put: (_ plan: inout HourPlan, _ file: Int, _ uploadAt: Int64) -> Void
    ) {
        plan.truth.ledger.count(isNew)
        put(&plan, uploadOffset(uploadAt), uploadAt)
        if random.chance(world.options.duplicates) {
            let again = drawRedelivery(after: uploadAt)
            plan.truth.ledger.count(false)
            put(&plan, uploadOffset(again), again)
        }
        if random.chance(world.options.dirty) {
            logBroken(.broken, random.next(), isSend: isSend, at: uploadAt)
        } else if random.chance(world.options.dirty / 4) {
            logBroken(.blank, 0, isSend: isSend, at: uploadAt)
        }
    }

    /// A row of a daily export.
    mutating func exportRow(_ row: Row, isNew: Bool) {
        let day = Int(row.at / (24 * Micro.hour)) - world.options.start.daysSinceEpoch
        for isFirst in [true, false] where isFirst || random.chance(world.options.duplicates) {
            plan.truth.ledger.count(isFirst && isNew)
            plan.rows[RowFile(folder: row.folder, day: day), default: []].append(row)
        }
    }

    private mutating func logBroken(
        _ form: SendLine.Form, _ seed: UInt64, isSend: Bool, at uploadAt: Int64
    ) {
        plan.truth.ledger.lines += 1
        var seed = seed
        if form == .blank {
            plan.truth.ledger.blank += 1
        } else {
            let kinds = BrokenLine.all.indices.filter { BrokenLine.all[$0].isSend == isSend }
            let index = kinds[Int(mixed(seed) % UInt64(kinds.count))]
            plan.truth.ledger.broken[index] += 1
            seed = seed & ~0xFF | UInt64(index)
        }
        // No line is from after the end of the sample, not even a broken one.
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

    /// Clients upload within seconds, some of them hours or days later.
    private mutating func drawUpload(after time: Int64) -> Int64 {
        guard random.chance(world.options.late) else {
            return time + 300_000 + Int64(random.lognormal(median: 2, sigma: 0.8) * 1e6)
        }
        let hours = min(240, max(1, random.lognormal(median: 6, sigma: 1.2)))
        return time + Int64(hours * Double(Micro.hour))
    }

    /// A log shipper repeats a line within minutes, or within 26 hours.
    private mutating func drawRedelivery(after time: Int64) -> Int64 {
        random.chance(0.5)
            ? time + Int64(random.below(Int(10 * Micro.minute)))
            : time + Int64(1 + random.below(26)) * Micro.hour
    }
}

extension Message {
    /// A message for lines that are not about one.
    static func placeholder(tail: UInt64, at time: Int64) -> Message {
        Message(
            acceptedAt: time, sentAt: time, tail: tail, device: tail, campaign: 0,
            platform: .android, form: .none, service: .orders, origin: .api, silent: false,
            wakes: false, mutable: false)
    }
}
