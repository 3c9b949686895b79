/// Android records: the raw bundle, a tap's extras, or a `RemoteMessage`.
enum AndroidLines {
    /// What apps log that look into the intent itself.
    static func bundle(_ event: Event, _ campaign: Campaign, to out: inout LineBuffer) {
        out.append(#"{"ts":""#)
        out.append(rfc3339: event.at, digits: 3)
        out.append(#"","platform":"android","event":""#)
        out.append(EventLines.word(event.form))
        out.append("\"")
        state(event.state, to: &out)
        let isTap = event.form == .open || event.form == .dismiss
        out.append(isTap ? #","extras":{"# : #","bundle":{"#)
        out.append(#""google.message_id":""#)
        out.append(idOf: event.message)
        out.append("\"")
        delivery(event.message, to: &out)
        if isTap {
            // Keys of the SDK are gone by now, except those of analytics.
            out.append(#","gcm.n.analytics_data":{"from":""#)
            out.append(senderOf: event.message)
            out.append("\"")
            analytics(event.message, campaign, to: &out)
            out.append("}")
        } else {
            if !event.message.silent { display(event.message, campaign, to: &out) }
            analytics(event.message, campaign, to: &out)
        }
        out.append(",")
        out.append(dataOf: event.message, campaign)
        out.append("}}")
    }

    private static func state(_ state: Event.AppState, to out: inout LineBuffer) {
        switch state {
        case .foreground: out.append(#","app_state":"foreground""#)
        case .background: out.append(#","app_state":"background""#)
        case .unsaid, .inactive: break
        }
    }

    private static func delivery(_ message: Message, to out: inout LineBuffer) {
        out.append(#","google.sent_time":"#)
        out.append(number: message.acceptedAt / Micro.millisecond)
        out.append(#","google.ttl":86400,"google.delivered_priority":"high","#)
        out.append(#""google.original_priority":"high","from":""#)
        out.append(senderOf: message)
        out.append(#"","collapse_key":"com.example.shop""#)
    }

    /// `gcm.n.*`, or `gcm.notification.*` on devices with old Play services.
    private static func display(
        _ message: Message, _ campaign: Campaign, to out: inout LineBuffer
    ) {
        let old = message.device & (7 << 8) == 0 && !message.isUniform
        out.append(old ? #","gcm.notification.e":"1""# : #","gcm.n.e":"1""#)
        out.append(old ? #","gcm.notification.title":""# : #","gcm.n.title":""#)
        out.append(campaign.title)
        out.append(old ? #"","gcm.notification.body":""# : #"","gcm.n.body":""#)
        out.append(campaign.body)
        out.append("\"")
        if message.form.asks(on: .android) {
            out.append(image: old ? "gcm.notification.image" : "gcm.n.image", of: message)
        }
    }

    private static func analytics(
        _ message: Message, _ campaign: Campaign, to out: inout LineBuffer
    ) {
        out.append(#","google.c.a.e":"1""#)
        out.append(label: "google.c.a.m_l", of: message, campaign)
        if message.origin == .composer { out.append(composerKeysOf: message) }
    }

    /// What apps log that use the SDK's object, which has no analytics keys.
    static func remoteMessage(_ event: Event, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = event.message
        out.append(#"{"timestamp":"#)
        out.append(number: event.at / Micro.millisecond)
        out.append(#","platform":"android","app":"com.example.shop","event":""#)
        out.append(EventLines.word(event.form))
        out.append("\"")
        state(event.state, to: &out)
        out.append(#","remote_message":{"messageId":""#)
        out.append(idOf: message)
        out.append(#"","from":""#)
        out.append(senderOf: message)
        out.append(#"","sentTime":"#)
        out.append(number: message.acceptedAt / Micro.millisecond)
        out.append(#","ttl":86400,"priority":1,"originalPriority":1,"#)
        out.append(#""collapseKey":"com.example.shop","data":{"#)
        out.append(dataOf: message, campaign)
        out.append("}")
        if !message.silent {
            out.append(#","notification":{"#)
            out.append(texts: campaign)
            out.append(#","android":{"channelId":"default""#)
            if message.form.asks(on: .android) { out.append(image: "imageUrl", of: message) }
            out.append("}}")
        }
        out.append("}}")
    }

    /// The intent of a swiped-away Composer notification: no message ID.
    static func composerDismiss(_ event: Event, to out: inout LineBuffer) {
        out.append(#"{"ts":""#)
        out.append(rfc3339: event.at, digits: 6)
        out.append(#"","platform":"android","event":"dismissed","extras":{"from":""#)
        out.append(senderOf: event.message)
        out.append(#"","google.c.a.e":"1""#)
        out.append(composerKeysOf: event.message)
        out.append("}}")
    }
}
