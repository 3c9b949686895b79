/// Apple records: `userInfo` as a callback or the service extension got it.
enum AppleLines {
    static func write(_ event: Event, _ campaign: Campaign, to out: inout LineBuffer) {
        if event.message.logger == .legacy {
            out.append(#"{"time":""#)
            out.append(bigQuery: event.at)
            out.append(#"","platform":"ios","app_version":"6.12.4""#)
        } else {
            out.append(#"{"ts":""#)
            out.append(rfc3339: event.at, digits: 3)
            out.append(#"","platform":"ios","app_version":"7.42.0","os_version":"26.1""#)
        }
        callback(event, to: &out)
        userInfo(event.message, campaign, to: &out)
        out.append("}")
    }

    /// Callback, application state and action.
    private static func callback(_ event: Event, to out: inout LineBuffer) {
        let alternative = event.message.device & 16 == 0
        switch (event.form, event.message.logger) {
        case (.receipt, _):
            out.append(
                alternative
                    ? #","callback":"serviceExtension""#
                    : #","callback":"didReceiveNotificationRequest""#)
        case (.receiptByCallback, _):
            out.append(#","callback":"didReceiveRemoteNotification""#)
            state(event.state, to: &out)
        case (.foreground, .raw):
            out.append(#","callback":"willPresent""#)
            state(event.state, to: &out)
        case (.foreground, _), (.phantom, _), (.open, .legacy):
            if alternative { out.append(#","callback":"appDidReceiveMessage""#) }
            state(event.state, to: &out)
        case (.open, _):
            out.append(
                alternative
                    ? #","callback":"didReceiveResponse""# : #","callback":"didReceive""#)
            state(event.state, to: &out)
            action(event.message, to: &out)
        default:
            out.append(#","callback":"didReceiveResponse","app_state":"background","#)
            out.append(#""action":"com.apple.UNNotificationDismissActionIdentifier""#)
        }
    }

    private static func state(_ state: Event.AppState, to out: inout LineBuffer) {
        switch state {
        case .unsaid: break
        case .foreground: out.append(#","app_state":"active""#)
        case .inactive: out.append(#","app_state":"inactive""#)
        case .background: out.append(#","app_state":"background""#)
        }
    }

    private static func action(_ message: Message, to out: inout LineBuffer) {
        switch message.pick(10, 7) {
        case 0: break
        case 1: out.append(#","action":"SHOW_DETAILS""#)
        default: out.append(#","action":"com.apple.UNNotificationDefaultActionIdentifier""#)
        }
    }

    private static func userInfo(
        _ message: Message, _ campaign: Campaign, to out: inout LineBuffer
    ) {
        let snake = message.device & 32 == 0 || message.isUniform
        out.append(snake ? #","user_info":{"aps":{"# : #","userInfo":{"aps":{"#)
        aps(message, campaign, to: &out)
        if message.form.asks(on: .ios) && !message.silent {
            out.append(#"},"fcm_options":{"image":""#)
            out.append(imageOf: message)
            out.append("\"")
        }
        // Some bridges turn digits into a number.
        if message.device & (7 << 8) == 0 && !message.isUniform {
            out.append(#"},"gcm.message_id":"#)
            out.append(idOf: message)
        } else {
            out.append(#"},"gcm.message_id":""#)
            out.append(idOf: message)
            out.append("\"")
        }
        out.append(#","google.c.a.e":"1""#)
        out.append(label: "google.c.a.m_l", of: message, campaign)
        if message.origin == .composer { out.append(composerKeysOf: message) }
        if message.origin == .topic {
            out.append(#","from":""#)
            out.append(senderOf: message)
            out.append("\"")
        }
        out.append(#","google.c.fid":""#)
        out.append(installation: message.device)
        out.append(#"","google.c.sender.id":"482910374655","#)
        out.append(dataOf: message, campaign)
        out.append("}")
    }

    /// `aps`: an alert, a wake-up call, or both.
    private static func aps(_ message: Message, _ campaign: Campaign, to out: inout LineBuffer) {
        if message.silent {
            out.append(#""content-available":1"#)
            return
        }
        out.append(#""alert":{"#)
        out.append(texts: campaign)
        out.append("}")
        if message.mutable { out.append(#","mutable-content":1"#) }
        if message.wakes { out.append(#","content-available":1"#) }
        out.append(#","sound":"default","category":""#)
        out.append(campaign.category)
        out.append("\"")
    }
}
