extension HourPlanner {
    /// Opens count within three days of the send.
    static let window = 72 * Micro.hour

    /// Delivery, and what follows on the device.
    mutating func planEvents(_ send: Send, isLogged: Bool = true) {
        let message = send.message
        let factor = world.incidents.factor(.delivery, at: message.sentAt, of: message)
        guard random.chance(min(0.995, rates.delivery(message) * factor)) else { return }
        let receivedAt = message.sentAt + drawTransit()
        let inForeground = random.chance(0.16)
        var story = Story(send: send, isLogged: isLogged)
        let openedAt = drawOpen(message, receivedAt: receivedAt)
        let isSilentTap = openedAt.map { $0 < world.horizon } == true && random.chance(0.02)
        if !isSilentTap {
            recordReceipts(&story, at: receivedAt, inForeground: inForeground)
        }
        if let openedAt {
            recordOpens(&story, at: openedAt)
        } else if !message.silent && message.logger != .legacy {
            let share = message.platform == .web ? 0.03 : 0.12
            if random.chance(share) {
                let delay = random.lognormal(median: 1800, sigma: 1.5)
                record(&story, .dismiss, .dismiss, at: receivedAt + Int64(delay * 1e6))
            }
        }
        recordDelivered(&story, at: receivedAt)
        if world.options.conversions, !message.silent {
            recordConversions(&story, after: openedAt ?? receivedAt, isOpened: openedAt != nil)
        }
        count(story)
    }

    /// The time to delivery: short for most devices, hours for those that are offline.
    private mutating func drawTransit() -> Int64 {
        let seconds =
            random.chance(0.97)
            ? random.lognormal(median: 1.2, sigma: 0.9)
            : random.lognormal(median: 7200, sigma: 1.2)
        return 150 * Micro.millisecond + Int64(min(seconds, 86_400 * 3) * 1e6)
    }

    /// When a message is opened; nil if never, or if an incident loses the open.
    private mutating func drawOpen(_ message: Message, receivedAt: Int64) -> Int64? {
        if message.silent || (message.wakes && message.logger == .legacy) { return nil }
        let ceiling = world.incidents.ceiling(.opens, of: message)
        let rate = rates.open(message, world.campaigns[Int(message.campaign)]) * ceiling
        guard random.chance(min(0.95, rate)) else { return nil }
        let seconds =
            random.chance(0.012)
            ? 259_200 + 3600 + random.lognormal(median: 30_000, sigma: 1)
            : 1.5 + random.lognormal(median: 1200, sigma: 1.8)
        var time = receivedAt + Int64(min(seconds, 86_400 * 12) * 1e6)
        if abs(time - message.sentAt - Self.window) < 3 * Micro.second {
            time += 6 * Micro.second  // too near the limit: rounding could decide
        }
        let factor = world.incidents.factor(.opens, at: time, of: message)
        return random.chance(factor / ceiling) || factor == ceiling ? time : nil
    }

    // MARK: Records

    /// One record of the device, unless the sample ends before it.
    mutating func record(
        _ story: inout Story, _ form: Event.Form, _ fact: Story.Facts, at time: Int64,
        claimed: Int64? = nil, state: Event.AppState = .unsaid, price: Price = .none
    ) {
        guard time < world.horizon else { return }
        let event = Event(
            message: story.send.message, at: claimed ?? time, uploadAt: time, form: form,
            state: state, price: price)
        logEvent(event, happened: time, isNew: story.note(fact))
        if story.send.message.isLowered { story.isLowered = true }
        if form != .conversion { story.isOfDevice = true }
        if fact == .open { story.openAt = min(story.openAt, event.at) }
    }

    private mutating func recordReceipts(
        _ story: inout Story, at time: Int64, inForeground: Bool
    ) {
        let message = story.send.message
        switch (message.platform, message.logger) {
        case (.ios, .raw), (.ios, .legacy):
            recordAppleReceipts(&story, at: time, inForeground: inForeground)
        case (.android, _), (.ios, _):
            recordObjectReceipts(&story, at: time, inForeground: inForeground)
        case (.web, _), (.unknown, _):
            record(&story, .receipt, .receipt, at: time, state: .background)
            recordShown(&story, at: time + 90 * Micro.millisecond, share: 0.2)
        }
    }

    /// Android, Flutter and React Native apps log a receipt, and a second record in foreground.
    private mutating func recordObjectReceipts(
        _ story: inout Story, at time: Int64, inForeground: Bool
    ) {
        let message = story.send.message
        let namesState = !random.chance(0.2)
        let state: Event.AppState = inForeground ? .foreground : .background
        record(&story, .receipt, .receipt, at: time, state: namesState ? state : .unsaid)
        if message.silent { return }
        if inForeground {
            record(&story, .foreground, .foreground, at: time, state: .foreground)
        } else if message.logger == .raw {
            // The Android SDK shows a display message that it receives in background.
            story.isShown = story.facts.contains(.receipt)
        } else {
            recordShown(&story, at: time + 200 * Micro.millisecond, share: 0.3)
        }
    }

    private mutating func recordShown(_ story: inout Story, at time: Int64, share: Double) {
        if !story.send.message.silent && random.chance(share) {
            record(&story, .impression, .impression, at: time)
        }
    }

    /// Apple: the service extension and each callback log separate records.
    private mutating func recordAppleReceipts(
        _ story: inout Story, at time: Int64, inForeground: Bool
    ) {
        let message = story.send.message
        if message.silent {
            recordWake(&story, at: time, inForeground: inForeground)
            return
        }
        if message.mutable { record(&story, .receipt, .receipt, at: time) }
        if inForeground {
            record(&story, .foreground, .foreground, at: time, state: .foreground)
        } else if message.wakes && message.logger == .legacy {
            record(&story, .phantom, .phantom, at: time, state: .background)
        } else if message.wakes {
            recordWake(&story, at: time + 40 * Micro.millisecond, inForeground: false)
        }
    }

    private mutating func recordWake(_ story: inout Story, at time: Int64, inForeground: Bool) {
        if inForeground {
            record(&story, .receiptByCallback, .foreground, at: time, state: .foreground)
        } else {
            record(&story, .receiptByCallback, .receipt, at: time, state: .background)
        }
    }

    /// The tap: sometimes with a wrong clock, sometimes logged twice by an old Android SDK.
    private mutating func recordOpens(_ story: inout Story, at time: Int64) {
        let message = story.send.message
        var claimed = time
        if random.chance(0.003) {
            claimed = message.sentAt - Micro.second - Int64(random.below(8_000_000))
        }
        record(&story, .open, .open, at: time, claimed: claimed, state: .inactive)
        if message.platform == .android && random.chance(0.03) {
            let again = time + Micro.second + Int64(random.below(30_000_000))
            record(&story, .open, .open, at: again, state: .inactive)
        }
    }

    /// A row of the export for some; for Apple only where a service extension or the app runs.
    private mutating func recordDelivered(_ story: inout Story, at time: Int64) {
        let message = story.send.message
        if message.isUniform { return }
        let share = message.service == .exportOnly ? 0.9 : 0.03
        let at = time + 50 * Micro.millisecond
        guard random.chance(share), at < world.horizon, message.origin == .api,
            message.platform != .ios || message.mutable || message.silent
        else { return }
        exportRow(Row(send: story.send, at: at, form: .delivered), isNew: story.note(.receipt))
    }
}
