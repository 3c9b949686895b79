/// Web records, in the two forms that the JavaScript SDK has of a message.
enum WebLines {
    /// The push event's JSON, logged by a service worker of one's own.
    static func push(_ event: Event, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = event.message
        out.append(#"{"ts":""#)
        out.append(rfc3339: event.at, digits: 3)
        opening(event, to: &out)
        out.append(#","payload":{"from":""#)
        out.append(senderOf: message)
        out.append(#"","fcmMessageId":""#)
        out.append(idOf: message)
        out.append(#"","priority":"normal","collapse_key":"do_not_collapse""#)
        notification(message, campaign, to: &out)
        out.append(#","data":{"#)
        out.append(dataOf: message, campaign)
        if message.origin == .composer {
            out.append(#","gcm.n.e":"1","google.c.a.e":"1""#)
            out.append(composerKeysOf: message)
        }
        out.append(#"},"fcmOptions":{"link":"https://shop.example/inbox""#)
        out.append(label: "analytics_label", of: message, campaign)
        out.append(#"},"productId":111881503}}"#)
    }

    /// `MessagePayload`, as an app's handler sees it.
    static func app(_ event: Event, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = event.message
        out.append(#"{"time":"#)
        out.append(number: event.at / Micro.second)
        opening(event, closing: false, to: &out)
        out.append(#","payload":{"from":""#)
        out.append(senderOf: message)
        out.append(#"","messageId":""#)
        out.append(idOf: message)
        out.append(#"","collapseKey":"do_not_collapse""#)
        notification(message, campaign, to: &out)
        out.append(#","data":{"#)
        out.append(dataOf: message, campaign)
        if message.origin == .composer {
            out.append(#","google.c.a.e":"1""#)
            out.append(composerKeysOf: message)
        }
        out.append(#"},"fcmOptions":{"link":"https://shop.example/inbox""#)
        out.append(label: "analyticsLabel", of: message, campaign)
        out.append("}}}")
    }

    private static func opening(
        _ event: Event, closing: Bool = true, to out: inout LineBuffer
    ) {
        if closing { out.append("\"") }
        out.append(#","platform":"web","origin":"https://shop.example","event":""#)
        out.append(EventLines.word(event.form))
        out.append("\"")
        if event.form == .receipt { out.append(#","visible":false"#) }
    }

    private static func notification(
        _ message: Message, _ campaign: Campaign, to out: inout LineBuffer
    ) {
        if message.silent { return }
        out.append(#","notification":{"#)
        out.append(texts: campaign)
        if message.form.asks(on: .web) && message.form != .webHeaderOnly {
            out.append(image: "image", of: message)
        }
        out.append(#","icon":"https://shop.example/icon-192.png"}"#)
    }
}
