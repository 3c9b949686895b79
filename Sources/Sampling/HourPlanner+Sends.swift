/// Sends: single requests and multicasts, and their rows in FCM's export to BigQuery.
extension HourPlanner {
    /// One request for one device; an incident can turn it into none or several.
    mutating func planSingle(_ campaign: Int, _ service: Service, at acceptedAt: Int64) {
        let draft = drawMessage(campaign, service, drawContent(campaign), at: acceptedAt)
        for copy in 0..<drawCopies(draft) {
            var message = copy == 0 ? draft : drawDevice(draft)
            message.acceptedAt += 2 * Int64(copy)
            message.sentAt = message.acceptedAt + drawAnswerTime()
            let send = depart(drawOutcome(message))
            count(send)
            let row = Row(
                send: send, at: message.acceptedAt, form: send.failure == nil ? .accepted : .failed)
            if service == .exportOnly {
                exportRow(row, isNew: true)  // this service has no log
            } else {
                logSend(.single, [send])
                if service != .uniform && send.failure == nil && random.chance(0.01) {
                    exportRow(row, isNew: false)
                }
            }
            if send.failure == nil { planEvents(send) }
        }
    }

    /// One `sendEachForMulticast` call: one line for several devices.
    mutating func planBatch(_ campaign: Int, _ slots: Slots, size: Int) {
        let content = drawContent(campaign)
        var sends: [Send] = []
        for element in 0..<size {
            let time = slots.draw(element: element, &random)
            var message = drawMessage(campaign, .multicast, content, at: time)
            for copy in 0..<drawCopies(message) {
                if copy > 0 { message = drawDevice(message) }
                message.acceptedAt = time + 2 * Int64(copy)
                if let last = sends.last?.message, last.platform == .android,
                    message.platform == .android, random.chance(0.01)
                {
                    message.acceptedAt = last.acceptedAt  // two Android IDs of one microsecond
                }
                sends.append(drawOutcome(message))
            }
        }
        guard let last = sends.map(\.message.acceptedAt).max() else { return }
        let answeredAt = last + drawAnswerTime()
        let isAnyAccepted = sends.contains { $0.failure == nil }
        for index in sends.indices {
            sends[index].isBesideAccepted = isAnyAccepted
            sends[index].message.sentAt = answeredAt
            count(sends[index])
        }
        logSend(.batch, sends)
        for send in sends where send.failure == nil { planEvents(send) }
    }

    /// The content of a message, without its device.
    struct Content {
        var form: ImageForm
        var mutable: Bool
    }

    mutating func drawContent(_ campaign: Int) -> Content {
        let mutable = !random.chance(0.06)
        let value = random.unit()
        guard random.chance(world.campaigns[campaign].imageShare) else {
            return Content(form: value < 0.02 ? .androidOnly : .none, mutable: mutable)
        }
        let forms: [(Double, ImageForm)] = [
            (0.03, .webHeaderOnly), (0.05, .insecure), (0.07, .noExtension), (0.08, .gif),
            (0.1, .webp),
        ]
        return Content(form: forms.first { value < $0.0 }?.1 ?? .full, mutable: mutable)
    }

    /// A message of a campaign to a random device.
    mutating func drawMessage(
        _ campaign: Int, _ service: Service, _ content: Content, at acceptedAt: Int64
    ) -> Message {
        let kind = world.campaigns[campaign]
        return drawDevice(
            Message(
                acceptedAt: acceptedAt, sentAt: acceptedAt, tail: 0, device: 0,
                campaign: UInt16(campaign), platform: .android,
                form: kind.silent ? .none : content.form, service: service, origin: .api,
                silent: kind.silent, wakes: kind.wakes, mutable: content.mutable))
    }

    /// The same message to a random device of 250,000.
    private mutating func drawDevice(_ message: Message) -> Message {
        var copy = message
        let value = random.unit()
        copy.platform = value < 0.45 ? .android : value < 0.9 ? .ios : .web
        copy.device = mixed(UInt64(random.below(250_000)) << 2 | UInt64(copy.platform.rawValue))
        copy.tail = random.next()
        return copy
    }

    /// The number of copies of a send: one, unless an incident changes the sends.
    private mutating func drawCopies(_ message: Message) -> Int {
        if world.incidents.isEmpty { return 1 }
        let factor = world.incidents.factor(.sends, at: message.acceptedAt, of: message)
        return min(20, Int(factor + random.unit()))
    }

    /// FCM answers within a few milliseconds.
    mutating func drawAnswerTime() -> Int64 {
        Micro.millisecond + Int64(random.below(14_000))
    }

    private mutating func drawOutcome(_ message: Message) -> Send {
        let factor = world.incidents.factor(.failures, at: message.acceptedAt, of: message)
        guard random.chance(min(0.98, rates.failure(message.platform) * factor)) else {
            return Send(message: message, failure: nil)
        }
        var failed = message
        failed.device = random.next()  // a token of its own: failed sends are never equal
        return Send(message: failed, failure: Failure.draw(for: failed, &random))
    }

    /// The send, to the target of an earlier one if that goes on with it.
    private mutating func depart(_ send: Send) -> Send {
        guard send.message.service != .exportOnly, !send.message.isUniform else { return send }
        var send = send
        if let failure = send.failure {
            let (target, left) = departures.refuse(send.message, Failure.all[Int(failure)])
            send.message.target = target
            if let left { plan.truth.uninstalls[Int(left), default: 0] += 1 }
        } else {
            let campaign = world.campaigns[Int(send.message.campaign)]
            let (target, again) = departures.accept(send.message, campaign)
            send.message.target = target
            if again { plan.truth.targets.retried += 1 }
        }
        return send
    }

    private mutating func count(_ send: Send) {
        plan.truth[send].attempted += 1
        plan.truth.refusals[send.message.platform, default: Measures()].attempted += 1
        if let word = send.failureWord {
            plan.truth[send].failed += 1
            plan.truth.refusals[send.message.platform, default: Measures()].failed += 1
            plan.truth.failures[word, default: 0] += 1
        } else {
            plan.truth[send].sent += 1
            if send.message.silent { plan.truth.extras.silentSent += 1 }
        }
    }
}
