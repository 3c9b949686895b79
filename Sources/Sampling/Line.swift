/// The data of one line: a send or an event of its message, and a time.
struct Line {
    let campaigns: [Campaign]
    /// The time at the start of the line, in microseconds.
    var at: Int64
    var send: Send
    /// All sends of a batch.
    var batch: ArraySlice<Send> = []
    var event = Event.Form.blank
    var state = Event.AppState.unsaid
    var row: Row.Form?

    /// Writes a line of a sender's log.
    static func write(
        _ form: SendLine.Form, _ sends: ArraySlice<Send>, _ campaigns: [Campaign],
        to out: inout LineBuffer
    ) {
        guard let send = sends.first else { return }
        let line = Line(campaigns: campaigns, at: send.message.sentAt, send: send, batch: sends)
        let template =
            form == .broken ? line.broken : Template.of(form, by: send.message.service)
        template?.write(line, to: &out)
        out.endLine()
    }

    /// Writes a line of a client's log.
    static func write(_ event: Event, _ campaigns: [Campaign], to out: inout LineBuffer) {
        let line = Line(
            campaigns: campaigns, at: event.at, send: Send(message: event.message, failure: nil),
            event: event.form, state: event.state)
        (event.form == .broken ? line.broken : Template.of(event))?.write(line, to: &out)
        out.endLine()
    }

    /// Writes a row of a daily export.
    static func write(_ row: Row, _ campaigns: [Campaign], to out: inout LineBuffer) {
        let line = Line(campaigns: campaigns, at: row.at, send: row.send, row: row.form)
        Template.of(row).write(line, to: &out)
        out.endLine()
    }

    private var broken: Template { BrokenLine.all[Int(message.tail & 0xFF)].template }
}

extension Line {
    typealias Text = @Sendable (Line) -> StaticString?
    typealias Writer = @Sendable (Line, inout LineBuffer) -> Void
    typealias Condition = @Sendable (Line) -> Bool

    /// Texts that `$name` in a template stands for; `«name:…»` asks whether there is one.
    static let texts: [String: Text] = [
        // The message.
        "platform": { $0.byPlatform("android", "ios", "web") },
        "camelPlatform": {
            $0.byPlatform("ANDROID", $0.message.pick(4, 5) == 0 ? "iPhone" : "IOS", "webpush")
        },
        "rowPlatform": { $0.byPlatform("ANDROID", "IOS", "WEB") },
        "app": { $0.byPlatform("com.example.shop", "com.example.shop.ios", "shop.example") },
        "display": { $0.hasOldKeys ? "gcm.notification" : "gcm.n" },
        "mutable": { $0.message.mutable ? $0.message.pick(2, 6) == 0 ? "1" : "true" : nil },
        "title": { $0.campaign.title },
        "body": { $0.campaign.body },
        "link": { $0.campaign.link },
        "category": { $0.campaign.category },
        "topic": {
            ["news", "sale", "sports-de", "beta_testers"][Int($0.message.campaign) % 4]
        },
        // FCM's answer.
        "reason": { $0.failure?.message },
        "status": { $0.failure?.status },
        "fcmError": { $0.failure?.fcmError },
        "apnsReason": { $0.failure?.apns?.reason },
        "adminCode": { $0.failure?.admin },
        // The record of a client, the row of an export.
        "event": { $0.eventWord },
        "appState": { $0.stateWord },
        "callback": { $0.callback },
        "action": { $0.action },
        "rowEvent": { $0.rowEvent },
    ]

    /// Other values that `$name` stands for.
    static let values: [String: Writer] = [
        // The time of the line.
        "rfcMillis": { $1.append(rfc3339: $0.at, digits: 3) },
        "rfcMicros": { $1.append(rfc3339: $0.at, digits: 6) },
        "rfcMillisAhead": { $1.append(rfc3339AnHourAhead: $0.at, digits: 3) },
        "rfcMicrosAhead": { $1.append(rfc3339AnHourAhead: $0.at, digits: 6) },
        "bigQuery": { $1.append(bigQuery: $0.at) },
        "seconds": { $1.append(number: $0.at / Micro.second) },
        "millis": { $1.append(number: $0.at / Micro.millisecond) },
        "micros": { $1.append(number: $0.at) },
        "day": { $1.append(compactDay: $0.at) },
        // The message.
        "id": { $1.append(idOf: $0.message) },
        "token": { $1.append(token: $0.message.device) },
        "installation": { $1.append(installation: $0.message.device) },
        "pseudoID": { $1.append(hex: mixed($0.message.device)) },
        "cursor": { $1.append(hex: $0.message.tail ^ 0x5) },
        // 19 digits, above 2 to the power of 53.
        "bigNumber": { $1.append(number: UInt64(1e18) + $0.message.tail % UInt64(8e18)) },
        "acceptedMillis": { $1.append(number: $0.message.acceptedAt / Micro.millisecond) },
        "sentSeconds": { $1.append(number: $0.message.sentAt / Micro.second) },
        "campaign": { $1.append(text: $0.campaign.label) },
        "label": {
            $1.append(text: $0.message.service == .crm ? "crm_default" : $0.campaign.label)
        },
        "ref": { $1.append(number: $0.message.pick(900_000_000, 3) + 100_000_000) },
        "image": { $0.writeImage(to: &$1) },
        "number": { $1.append(number: $0.message.campaign) },
        // A Composer campaign's number has up to 19 digits.
        "composerID": {
            $1.append(number: 5_583_118_048_490_418_076 + UInt64($0.message.campaign) * 10_007)
        },
        // FCM's answers.
        "http": { $1.append(number: $0.failure?.http ?? 0) },
        "apnsStatus": { $1.append(number: $0.failure?.apns?.status ?? 0) },
        "tokens": { $0.writeEach(.token, to: &$1) },
        "responses": { $0.writeEach(.response, to: &$1) },
        "successes": { $1.append(number: $0.batch.count { $0.failure == nil }) },
        "failures": { $1.append(number: $0.batch.count { $0.failure != nil }) },
        // Broken lines.
        "counter": { $1.append(number: $0.message.tail % 100_000) },
        "process": { $1.append(number: $0.message.tail % 30_000) },
        "latinLetter": { $1.append(byte: 0xFC) },  // ü
        "uuid": { $1.append(uuid: $0.message.tail, $0.message.tail) },
        "hex": { $1.append(hex: $0.message.tail) },
        "nextToken": { $1.append(token: $0.message.device &+ 1) },
    ]

    /// Other conditions that `«name:…»` asks.
    static let conditions: [String: Condition] = [
        // The message's image: anywhere; not for Android alone; in the field of all platforms, in
        // the block of a platform instead, in the headers of the web block.
        "image": { $0.form != .none },
        "portableImage": { $0.form != .none && $0.form != .androidOnly },
        "sharedImage": { ![.none, .androidOnly, .webHeaderOnly].contains($0.form) },
        "blockImage": { $0.form == .androidOnly || $0.form == .webHeaderOnly },
        "headerImage": { $0.form == .webHeaderOnly },
        // The message: its campaign has a name, its devices see a label.
        "named": { !$0.campaign.label.isEmpty },
        "label": { $0.message.origin != .composer && !$0.campaign.label.isEmpty },
        "silent": { $0.message.silent },
        "wakes": { $0.message.wakes },
        "composer": { $0.message.origin == .composer },
        "toTopic": { $0.message.origin == .topic },
        "android": { $0.message.platform == .android },
        "ios": { $0.message.platform == .ios },
        "web": { $0.message.platform == .web },
        // What happened.
        "failed": { $0.send.failure != nil },
        "tap": { $0.event == .open || $0.event == .dismiss },
        "receipt": { $0.event == .receipt },
        "received": { $0.row == .analyticsReceive },
        "opened": { $0.row == .analyticsOpen },
        "dismissed": { $0.row == .analyticsDismiss },
        // Variants of loggers: half or some of the devices or sends have them.
        "epoch": { $0.message.pick(8, 1) == 0 },
        "alternative": { $0.isAlternative },
        "legacy": { $0.message.logger == .legacy },
        "old": { $0.hasOldKeys },
        "snake": { $0.message.device & 32 == 0 || $0.message.isUniform },
    ]

    private var message: Message { send.message }
    private var form: ImageForm { message.form }
    private var campaign: Campaign { campaigns[Int(message.campaign)] }
    private var failure: Failure? { send.failure.map { Failure.all[Int($0)] } }
    private var isAlternative: Bool { message.device & 16 == 0 }
    private var hasOldKeys: Bool { message.device & (7 << 8) == 0 && !message.isUniform }

    private func byPlatform(
        _ android: StaticString, _ ios: StaticString, _ web: StaticString
    ) -> StaticString {
        switch message.platform {
        case .android: android
        case .ios: ios
        case .web, .unknown: web
        }
    }

    /// Appends a template for each send of a batch, with commas between.
    private func writeEach(_ template: Template, to out: inout LineBuffer) {
        for (index, send) in batch.enumerated() {
            if index > 0 { out.append(",") }
            template.write(Line(campaigns: campaigns, at: at, send: send), to: &out)
        }
    }

    /// The URL of the image that a message asks for.
    private func writeImage(to out: inout LineBuffer) {
        out.append(form == .insecure ? "http" : "https")
        out.append("://cdn.shop.example/push/2026/hero-")
        out.append(number: message.campaign + 10)
        switch form {
        case .noExtension: out.append("-1200x600")
        case .gif: out.append("-1200x600.gif")
        case .webp: out.append("-1200x600.webp")
        default: out.append("-1200x600.jpg")
        }
    }

    private var rowEvent: StaticString {
        switch row {
        case .accepted: "MESSAGE_ACCEPTED"
        case .delivered: "MESSAGE_DELIVERED"
        default: Failure.exported[Int(send.failure ?? 0)].event
        }
    }

    /// The word for an event in Android, web and plug-in logs.
    private var eventWord: StaticString {
        switch event {
        case .receipt, .receiptByCallback: "received"
        case .foreground: "foreground"
        case .impression: "displayed"
        case .open: "opened"
        case .dismiss, .composerDismiss: "dismissed"
        case .phantom, .broken, .blank: ""
        }
    }

    /// The app's state, in the words of Apple or Android.
    private var stateWord: StaticString? {
        switch (state, message.platform) {
        // The service extension knows no state; a dismissal happens in the background.
        case (_, .ios) where event == .receipt: nil
        case (_, .ios) where event == .dismiss, (.background, _): "background"
        case (.foreground, .ios): "active"
        case (.foreground, _): "foreground"
        case (.inactive, .ios): "inactive"
        case (.inactive, _), (.unsaid, _): nil
        }
    }

    /// Apple: the function that logged the record, if the logger names it.
    private var callback: StaticString? {
        switch (event, message.logger) {
        case (.receipt, _):
            isAlternative ? "serviceExtension" : "didReceiveNotificationRequest"
        case (.receiptByCallback, _): "didReceiveRemoteNotification"
        case (.foreground, .raw): "willPresent"
        case (.foreground, _), (.phantom, _), (.open, .legacy):
            isAlternative ? "appDidReceiveMessage" : nil
        case (.open, _): isAlternative ? "didReceiveResponse" : "didReceive"
        default: "didReceiveResponse"
        }
    }

    /// Apple: the user's action.
    private var action: StaticString? {
        switch (event, message.logger) {
        case (.dismiss, _): return "com.apple.UNNotificationDismissActionIdentifier"
        case (.open, .raw): break
        default: return nil
        }
        switch message.pick(10, 7) {
        case 0: return nil
        case 1: return "SHOW_DETAILS"
        default: return "com.apple.UNNotificationDefaultActionIdentifier"
        }
    }
}
