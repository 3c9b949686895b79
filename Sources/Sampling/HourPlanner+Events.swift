extension HourPlanner {
    /// Opens count within three days of the send.
    static let window = 72 * Micro.hour

    /// Delivery, and all that follows on the device.
    mutating func planEvents(_ send: Send, isLogged: Bool = true) {
        let message = send.message
        let factor = world.incidents.factor(
            .delivery, at: message.sentAt, message.platform, Int(message.campaign),
            image: message.form.asks(on: message.platform))
        guard random.chance(min(0.995, rates.delivery(message) * factor)) else { return }
        let receivedAt = message.sentAt + drawTransit()
        let inForeground = random.chance(0.16)
        var story = Story(send: send, isLogged: isLogged)
        let openedAt = drawOpen(message, receivedAt: receivedAt)
        let isSilentTap = openedAt.map { $0 < world.horizon } == true && random.chance(0.02)
        if !isSilentTap {
            tellReceipts(&story, at: receivedAt, inForeground: inForeground)
        }
        if let openedAt {
            tellOpens(&story, at: openedAt)
        } else if !message.silent && message.logger != .legacy {
            let share = message.platform == .web ? 0.03 : 0.12
            if random.chance(share) {
                let delay = random.lognormal(median: 1800, sigma: 1.5)
                tell(&story, .dismiss, .dismiss, at: receivedAt + Int64(delay * 1e6))
            }
        }
        tellDelivered(&story, at: receivedAt)
        settle(story)
    }

    /// Most devices are online; the others get the message when they come back.
    private mutating func drawTransit() -> Int64 {
        let seconds =
            random.chance(0.97)
            ? random.lognormal(median: 1.2, sigma: 0.9)
            : random.lognormal(median: 7200, sigma: 1.2)
        return 150 * Micro.millisecond + Int64(min(seconds, 86_400 * 3) * 1e6)
    }

    /// When a message is opened, if ever and if the open is not lost in an incident.
    private mutating func drawOpen(_ message: Message, receivedAt: Int64) -> Int64? {
        if message.silent || (message.wakes && message.logger == .legacy) { return nil }
        let campaign = Int(message.campaign)
        let image = message.form.asks(on: message.platform)
        let ceiling = world.incidents.ceiling(.opens, message.platform, campaign, image: image)
        let rate = rates.open(message, world.campaigns[campaign]) * ceiling
        guard random.chance(min(0.95, rate)) else { return nil }
        let seconds =
            random.chance(0.012)
            ? 259_200 + 3600 + random.lognormal(median: 30_000, sigma: 1)
            : 1.5 + random.lognormal(median: 1200, sigma: 1.8)
        var time = receivedAt + Int64(min(seconds, 86_400 * 12) * 1e6)
        if abs(time - message.sentAt - Self.window) < 3 * Micro.second {
            time += 6 * Micro.second  // no time zone, clock or rounding shall decide
        }
        let factor = world.incidents.factor(
            .opens, at: time, message.platform, campaign, image: image)
        return random.chance(factor / ceiling) || factor == ceiling ? time : nil
    }

    // MARK: Records

    /// One record of the device, unless the world ends before it.
    private mutating func tell(
        _ story: inout Story, _ form: Event.Form, _ fact: Story.Facts, at time: Int64,
        claimed: Int64? = nil, state: Event.AppState = .unsaid
    ) {
        guard time < world.horizon else { return }
        let event = Event(
            message: story.send.message, at: claimed ?? time, uploadAt: time, form: form,
            state: state)
        logEvent(event, happened: time, isNew: story.note(fact))
        if fact == .open { story.openAt = min(story.openAt, event.at) }
    }

    private mutating func tellReceipts(
        _ story: inout Story, at time: Int64, inForeground: Bool
    ) {
        let message = story.send.message
        switch (message.platform, message.logger) {
        case (.ios, .raw), (.ios, .legacy):
            tellAppleReceipts(&story, at: time, inForeground: inForeground)
        case (.android, _), (.ios, _):
            tellObjectReceipts(&story, at: time, inForeground: inForeground)
        case (.web, _), (.unknown, _):
            tell(&story, .receipt, .receipt, at: time, state: .background)
            tellShown(&story, at: time + 90 * Micro.millisecond, share: 0.2)
        }
    }

    /// Android, Flutter and React Native apps log a receipt, and a second record in foreground.
    private mutating func tellObjectReceipts(
        _ story: inout Story, at time: Int64, inForeground: Bool
    ) {
        let message = story.send.message
        let says = !random.chance(0.2)
        let state: Event.AppState = inForeground ? .foreground : .background
        tell(&story, .receipt, .receipt, at: time, state: says ? state : .unsaid)
        if message.silent { return }
        if inForeground {
            tell(&story, .foreground, .foreground, at: time, state: .foreground)
        } else if message.logger == .raw {
            // The Android SDK's own practice: a display message received in background is shown.
            story.isShown = story.facts.contains(.receipt)
        } else {
            tellShown(&story, at: time + 200 * Micro.millisecond, share: 0.3)
        }
    }

    private mutating func tellShown(_ story: inout Story, at time: Int64, share: Double) {
        if !story.send.message.silent && random.chance(share) {
            tell(&story, .impression, .impression, at: time)
        }
    }

    /// Apple: the service extension and each callback log for themselves.
    private mutating func tellAppleReceipts(
        _ story: inout Story, at time: Int64, inForeground: Bool
    ) {
        let message = story.send.message
        if message.silent {
            tellWake(&story, at: time, inForeground: inForeground)
            return
        }
        if message.mutable { tell(&story, .receipt, .receipt, at: time) }
        if inForeground {
            tell(&story, .foreground, .foreground, at: time, state: .foreground)
        } else if message.wakes && message.logger == .legacy {
            tell(&story, .phantom, .phantom, at: time, state: .background)
        } else if message.wakes {
            tellWake(&story, at: time + 40 * Micro.millisecond, inForeground: false)
        }
    }

    private mutating func tellWake(_ story: inout Story, at time: Int64, inForeground: Bool) {
        if inForeground {
            tell(&story, .receiptByCallback, .foreground, at: time, state: .foreground)
        } else {
            tell(&story, .receiptByCallback, .receipt, at: time, state: .background)
        }
    }

    /// The tap: sometimes by a clock that lies, sometimes logged twice by an old Android SDK.
    private mutating func tellOpens(_ story: inout Story, at time: Int64) {
        let message = story.send.message
        var claimed = time
        if random.chance(0.003) {
            claimed = message.sentAt - Micro.second - Int64(random.below(8_000_000))
        }
        tell(&story, .open, .open, at: time, claimed: claimed, state: .inactive)
        if message.platform == .android && random.chance(0.03) {
            let again = time + Micro.second + Int64(random.below(30_000_000))
            tell(&story, .open, .open, at: again, state: .inactive)
        }
    }

    /// A row of the export for some; Apple tells only where a service extension or the app runs.
    private mutating func tellDelivered(_ story: inout Story, at time: Int64) {
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
