/// HTTP v1 requests with snake_case names, as the REST documentation's examples spell them.
enum SnakeLines {
    /// The order service: a message with blocks for all platforms. Some of its hosts have a
    /// logger that writes epoch seconds.
    static func orders(_ send: Send, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = send.message
        if message.pick(8, 1) == 0 {
            out.append(#"{"time":"#)
            out.append(number: message.sentAt / Micro.second)
        } else {
            out.append(#"{"ts":""#)
            out.append(rfc3339: message.sentAt, digits: 3)
            out.append("\"")
        }
        out.append(#","service":"orders-api","request":{"message":{"token":""#)
        out.append(token: message.device)
        out.append("\"")
        body(message, campaign, to: &out)
        out.append("}}")
        Answers.http(send, to: &out)
        out.append("}")
    }

    /// The same message from a sender that names the platform itself.
    static func uniform(_ send: Send, _ campaign: Campaign, to out: inout LineBuffer) {
        out.append(#"{"ts":""#)
        out.append(rfc3339: send.message.sentAt, digits: 3)
        out.append(#"","platform":""#)
        switch send.message.platform {
        case .android: out.append("android")
        case .ios: out.append("ios")
        case .web, .unknown: out.append("web")
        }
        out.append(#"","request":{"message":{"token":""#)
        out.append(token: send.message.device)
        out.append("\"")
        body(send.message, campaign, to: &out)
        out.append("}}")
        Answers.http(send, to: &out)
        out.append("}")
    }

    /// Everything of a message but its target, with a comma in front.
    static func body(_ message: Message, _ campaign: Campaign, to out: inout LineBuffer) {
        let asks = message.form != .none
        let other = asks && message.form != .androidOnly
        out.append(#","notification":{"#)
        out.append(texts: campaign)
        out.append(#"},"data":{"#)
        out.append(dataOf: message, campaign)
        out.append(#"},"android":{"collapse_key":"orders","priority":"high","ttl":"86400s","#)
        out.append(#""notification":{"channel_id":"default","click_action":"OPEN_DEEPLINK""#)
        if asks { out.append(image: "image", of: message) }
        out.append(#"}},"apns":{"headers":{"apns-priority":"10"},"payload":{"aps":{"#)
        if message.mutable { out.append(#""mutable-content":1,"#) }
        if message.wakes { out.append(#""content-available":1,"#) }
        out.append(#""sound":"default","category":""#)
        out.append(campaign.category)
        out.append(#""}}"#)
        if other {
            out.append(#","fcm_options":{"image":""#)
            out.append(imageOf: message)
            out.append(#""}"#)
        }
        out.append("}")
        webBlock(message, other, to: &out)
        if !campaign.label.isEmpty {
            out.append(#","fcm_options":{"analytics_label":""#)
            out.append(campaign.label)
            out.append(#""}"#)
        }
    }

    /// `webpush`, with the image where browsers look for it or only in the headers.
    static func webBlock(_ message: Message, _ image: Bool, to out: inout LineBuffer) {
        out.append(#","webpush":{"headers":{"TTL":"86400""#)
        if image && message.form == .webHeaderOnly { out.append(image: "image", of: message) }
        out.append(#"},"notification":{"icon":"https://shop.example/icon-192.png""#)
        if image && message.form != .webHeaderOnly { out.append(image: "image", of: message) }
        out.append(#"},"fcm_options":{"link":"https://shop.example/inbox"}}"#)
    }

    /// The sync job: data for Android and web, a background push for Apple.
    static func sync(_ send: Send, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = send.message
        out.append(#"{"@timestamp":""#)
        out.append(rfc3339AnHourAhead: message.sentAt, digits: 6)
        out.append(#"","log.logger":"inbox-sync","request":{"message":{"token":""#)
        out.append(token: message.device)
        out.append(#"","data":{"sync":"inbox","cursor":""#)
        out.append(hex: message.tail ^ 0x5)
        out.append(#""},"android":{"priority":"normal","ttl":"3600s"},"apns":{"headers":{"#)
        out.append(#""apns-push-type":"background","apns-priority":"5"},"payload":{"aps":{"#)
        out.append(#""content-available":1}}},"fcm_options":{"analytics_label":""#)
        out.append(campaign.label)
        out.append(#""}}}"#)
        Answers.http(send, to: &out)
        out.append("}")
    }
}
