/// Lines other than token sends and their events.
extension HourPlanner {
    /// Draws the other lines around one slot.
    mutating func planStrays(at time: Int64) {
        if world.options.uniform {
            if random.chance(0.003) { planOrphan(.api, at: time) }
            return
        }
        if random.chance(0.002) { planValidated(at: time) }
        if random.chance(0.0008) { planTopic(at: time) }
        if random.chance(0.005) { planOrphan(.composer, at: time) }
        if random.chance(0.003) { planOrphan(.api, at: time) }
        if random.chance(0.01) { planAnalytics(at: time) }
        if random.chance(0.001) { planComposerDismiss(at: time) }
    }

    /// An odd microsecond near a slot that no other message has.
    private mutating func strayTime(_ time: Int64) -> Int64 {
        strays += 2
        return time / 2 * 2 + 1 + strays
    }

    private mutating func drawStray(at time: Int64, _ origin: Message.Origin) -> Message {
        let campaign = 1 + random.below(7)
        let content = drawContent(campaign)
        let service = world.options.uniform ? Service.uniform : .orders
        var message = drawMessage(campaign, service, content, at: strayTime(time))
        message.origin = origin
        message.wakes = false
        message.sentAt = message.acceptedAt + drawAnswerTime()
        return message
    }

    /// A `validate_only` request: checked by FCM, never sent.
    private mutating func planValidated(at time: Int64) {
        var message = drawStray(at: time, .api)
        message.device = random.next()
        logSend(.validated, [Send(message: message, failure: nil)])
        plan.truth.extras.validated += 1
    }

    /// A topic or condition send: devices see other IDs than the sender.
    private mutating func planTopic(at time: Int64) {
        let form: SendLine.Form = random.chance(0.25) ? .condition : .topic
        let message = drawStray(at: time, .topic)
        logSend(form, [Send(message: message, failure: nil)])
        plan.truth.extras.topicSends += 1
        for _ in 0..<3 + random.below(10) {
            planOrphan(.topic, at: time)
        }
    }

    /// A message whose send is in no log: its events are orphans.
    private mutating func planOrphan(_ origin: Message.Origin, at time: Int64) {
        let message = drawStray(at: time, origin)
        planEvents(Send(message: message, failure: nil), isLogged: false)
    }

    /// A Google Analytics row, which has a label or a Composer campaign but no message ID.
    private mutating func planAnalytics(at time: Int64) {
        let message = drawStray(at: time, random.chance(0.3) ? .composer : .api)
        let at = message.acceptedAt + 20 * Micro.second
        guard at < world.horizon, message.platform != .web else { return }
        let form: Row.Form
        if message.platform == .android {
            form = [.analyticsReceive, .analyticsOpen, .analyticsDismiss][random.below(3)]
        } else {
            form = .analyticsOpen
        }
        exportRow(Row(send: Send(message: message, failure: nil), at: at, form: form), isNew: true)
        plan.truth.ledger.labelEvents += 1
    }

    /// The dismissal of a Composer notification. Android's intent for it has no message ID.
    private mutating func planComposerDismiss(at time: Int64) {
        var message = drawStray(at: time, .composer)
        message.platform = .android
        let at = message.acceptedAt + 30 * Micro.second
        guard at < world.horizon else { return }
        let event = Event(
            message: message, at: at, uploadAt: at, form: .composerDismiss, state: .unsaid)
        logEvent(event, happened: at, isNew: true)
        plan.truth.ledger.labelEvents += 1
    }
}
