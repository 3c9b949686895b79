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
    var price = Price.none
    var row: Row.Form?

    private var message: Message { send.message }
    private var campaign: Campaign { campaigns[Int(message.campaign)] }
    private var failure: Failure? { send.failure.map { Failure.all[Int($0)] } }

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
            event: event.form, state: event.state, price: event.price)
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
    /// The values that `$name` in a template stands for.
    enum Value: String {
        // The time of the line.
        case rfcMillis, rfcMicros, rfcMillisAhead, rfcMicrosAhead, bigQuery, seconds, millis
        case micros, day
        // The message.
        case id, token, tokens, installation, from, topic, cursor, bigNumber, acceptedMillis
        case sentSeconds, platform, camelPlatform, rowPlatform, app, display, mutable, pseudoID
        case package, bundle, variant, version, button
        // Its content.
        case project, projectNumber
        case campaign, label, title, body, link, category, ref, image, composerID, number
        // FCM's answer.
        case http, reason, status, fcmError, apnsStatus, apnsReason, adminCode, responses
        case successes, failures
        // The record of a client, the row of an export.
        case event, appState, callback, action, rowEvent, analyticsEvent, price, currency
        // Broken lines.
        case counter, process, latinCity, uuid, hex, nextToken
    }

    /// Appends a value.
    func write(_ value: Value, to out: inout LineBuffer) {
        switch value {
        case .rfcMillis: out.append(rfc3339: at, digits: 3)
        case .rfcMicros: out.append(rfc3339: at, digits: 6)
        case .rfcMillisAhead: out.append(rfc3339AnHourAhead: at, digits: 3)
        case .rfcMicrosAhead: out.append(rfc3339AnHourAhead: at, digits: 6)
        case .bigQuery: out.append(bigQuery: at)
        case .seconds: out.append(number: at / Micro.second)
        case .millis: out.append(number: at / Micro.millisecond)
        case .micros: out.append(number: at)
        case .day: out.append(compactDay: at)

        case .id: out.append(idOf: message)
        case .token: out.append(token: message.tokenNumber)
        case .tokens:
            for (index, send) in batch.enumerated() {
                out.append(index == 0 ? "\"" : ",\"")
                out.append(token: send.message.tokenNumber)
                out.append("\"")
            }
        case .installation: out.append(installation: message.tokenNumber)
        case .from:
            out.append(message.origin == .topic ? "/topics/" : campaign.project.number)
            if message.origin == .topic { out.append(topic) }
        case .topic: out.append(topic)
        case .cursor: out.append(hex: message.tail ^ 0x5)
        // 19 digits, above 2 to the power of 53.
        case .bigNumber:
            out.append(number: 1_000_000_000_000_000_000 + message.tail % 8_000_000_000_000_000_000)
        case .acceptedMillis: out.append(number: message.acceptedAt / Micro.millisecond)
        case .sentSeconds: out.append(number: message.sentAt / Micro.second)
        case .platform: out.append(byPlatform("android", "ios", "web"))
        case .camelPlatform:
            let ios: StaticString = message.pick(4, 5) == 0 ? "iPhone" : "IOS"
            out.append(byPlatform("ANDROID", ios, "webpush"))
        case .rowPlatform: out.append(byPlatform("ANDROID", "IOS", "WEB"))
        case .app:
            let names = campaign.namesApps
            out.append(
                names
                    ? message.brand.app(on: message.platform) ?? ""
                    : byPlatform("com.example.shop", "com.example.shop.ios", "shop.example"))
        case .package: out.append(message.brand.package)
        case .bundle: out.append(message.brand.bundle)
        case .variant: out.append(message.variant.name)
        case .version: out.append(message.version)
        case .button: out.append(message.button)
        case .display: out.append(holds(.old) ? "gcm.notification" : "gcm.n")
        case .mutable: out.append(message.pick(2, 6) == 0 ? "1" : "true")
        case .pseudoID: out.append(hex: mixed(message.device))

        case .project:
            let isNumber = message.service.namesProjectByNumber
            out.append(isNumber ? campaign.project.number : campaign.project.id)
        case .projectNumber: out.append(campaign.project.number)
        case .campaign: out.append(text: campaign.label)
        // The service crm names campaigns in a member of its own.
        case .label: out.append(text: message.service == .crm ? "crm_default" : campaign.label)
        case .title: out.append(campaign.title)
        case .body: out.append(campaign.body)
        case .link: out.append(campaign.link)
        case .category: out.append(campaign.category)
        case .ref: out.append(number: message.pick(900_000_000, 3) + 100_000_000)
        case .image: writeImage(to: &out)
        // A Composer campaign's number has up to 19 digits.
        case .composerID:
            out.append(number: 5_583_118_048_490_418_076 + UInt64(message.campaign) * 10_007)
        case .number: out.append(number: message.campaign)

        case .http: out.append(number: failure?.http ?? 200)
        case .reason: out.append(failure?.message ?? "")
        case .status: out.append(failure?.status ?? "")
        case .fcmError: out.append(failure?.fcmError ?? "")
        case .apnsStatus: out.append(number: failure?.apns?.status ?? 0)
        case .apnsReason: out.append(failure?.apns?.reason ?? "")
        case .adminCode: out.append(failure?.admin ?? "")
        case .responses:
            for (index, send) in batch.enumerated() {
                if index > 0 { out.append(",") }
                Template.response.write(Line(campaigns: campaigns, at: at, send: send), to: &out)
            }
        case .successes: out.append(number: batch.count { $0.failure == nil })
        case .failures: out.append(number: batch.count { $0.failure != nil })

        case .event: out.append(eventWord)
        case .appState: out.append(stateWord ?? "")
        case .callback: out.append(callback ?? "")
        case .action: out.append(action ?? "")
        case .price: out.append(price.text)
        case .currency: out.append(price.currency)
        case .rowEvent:
            switch row {
            case .accepted: out.append("MESSAGE_ACCEPTED")
            case .delivered: out.append("MESSAGE_DELIVERED")
            default: out.append(Failure.exported[Int(send.failure ?? 0)].event)
            }
        case .analyticsEvent:
            switch row {
            case .analyticsReceive: out.append("receive")
            case .analyticsDismiss: out.append("dismiss")
            default: out.append("open")
            }

        case .counter: out.append(number: message.tail % 100_000)
        case .process: out.append(number: message.tail % 30_000)
        case .latinCity:
            out.append("M")
            out.append(byte: 0xFC)  // ü in Latin-1
            out.append("nchen")
        case .uuid: out.append(uuid: message.tail, message.tail)
        case .hex: out.append(hex: message.tail)
        case .nextToken: out.append(token: message.device &+ 1)
        }
    }

    private func byPlatform(
        _ android: StaticString, _ ios: StaticString, _ web: StaticString
    ) -> StaticString {
        switch message.platform {
        case .android: android
        case .ios: ios
        case .web, .unknown: web
        }
    }

    private var topic: StaticString {
        ["news", "sale", "sports-de", "beta_testers"][Int(message.campaign) % 4]
    }

    /// The URL of the image that a message asks for.
    private func writeImage(to out: inout LineBuffer) {
        out.append(message.form == .insecure ? "http" : "https")
        out.append("://cdn.shop.example/push/2026/hero-")
        out.append(number: message.campaign + 10)
        out.append("-1200x600")
        switch message.form {
        case .noExtension: break
        case .gif: out.append(".gif")
        case .webp: out.append(".webp")
        default: out.append(".jpg")
        }
    }
}

extension Line {
    /// The conditions of `«name:…»` in a template.
    enum Condition: String {
        // The message's image: anywhere; not for Android alone; in the field of all platforms, in
        // the block of a platform instead, in the headers of the web block.
        case image, portableImage, sharedImage, blockImage, headerImage
        // The message: its campaign has a name, its devices see a label.
        case named, label, silent, mutable, wakes, composer, topic, android, ios, web
        // FCM's answer.
        case failed, status, fcmError, apnsError
        // The record of a client: what happened, and what Apple's callbacks log.
        case tap, receipt, appState, callback, action, analyticsReceipt
        case apps, clients, priced
        // Variants of loggers: half or some of the devices or sends have them.
        case epoch, alternative, legacy, old, snake, lowered
    }

    func holds(_ condition: Condition) -> Bool {
        let form = message.form
        switch condition {
        case .image: return form != .none
        case .portableImage: return form != .none && form != .androidOnly
        case .sharedImage: return form != .none && form != .androidOnly && form != .webHeaderOnly
        case .blockImage: return form == .androidOnly || form == .webHeaderOnly
        case .headerImage: return form == .webHeaderOnly
        case .named: return !campaign.label.isEmpty
        case .priced: return price.isGiven
        case .apps: return campaign.namesApps
        case .clients: return campaign.tellsClients
        case .label: return message.origin != .composer && !campaign.label.isEmpty
        case .silent: return message.silent
        case .mutable: return message.mutable
        case .wakes: return message.wakes
        case .composer: return message.origin == .composer
        case .topic: return message.origin == .topic
        case .android: return message.platform == .android
        case .ios: return message.platform == .ios
        case .web: return message.platform == .web
        case .failed: return send.failure != nil
        case .status: return failure?.status != nil
        case .fcmError: return failure?.fcmError != nil
        case .apnsError: return failure?.apns != nil
        case .tap: return event == .open || event == .dismiss
        case .receipt: return event == .receipt
        case .appState: return stateWord != nil
        case .callback: return callback != nil
        case .action: return action != nil
        case .analyticsReceipt: return row == .analyticsReceive
        case .epoch: return message.pick(8, 1) == 0
        case .alternative: return message.device & 16 == 0
        case .legacy: return message.logger == .legacy
        case .old: return message.device & (7 << 8) == 0 && !message.isUniform
        case .snake: return message.device & 32 == 0 || message.isUniform
        case .lowered: return message.isLowered
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
        case .conversion: "converted"
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
        let alternative = holds(.alternative)
        return switch (event, message.logger) {
        case (.receipt, _):
            alternative ? "serviceExtension" : "didReceiveNotificationRequest"
        case (.receiptByCallback, _): "didReceiveRemoteNotification"
        case (.foreground, .raw): "willPresent"
        case (.foreground, _), (.phantom, _), (.open, .legacy):
            alternative ? "appDidReceiveMessage" : nil
        case (.open, _): alternative ? "didReceiveResponse" : "didReceive"
        default: "didReceiveResponse"
        }
    }

    /// Apple: the user's action.
    private var action: StaticString? {
        switch event {
        case .dismiss: "com.apple.UNNotificationDismissActionIdentifier"
        case .open: message.appleAction
        default: nil
        }
    }
}
