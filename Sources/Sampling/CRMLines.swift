/// The CRM's sender (Admin SDK for Python): it names the campaign itself, and its messages
/// address one platform only, which is how the platform of its failed sends is known.
enum CRMLines {
    static func write(_ send: Send, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = send.message
        out.append(#"{"sent_at":""#)
        out.append(bigQuery: message.sentAt)
        out.append("\"")
        if !campaign.label.isEmpty {
            out.append(#","campaign":""#)
            out.append(campaign.label)
            out.append("\"")
        }
        out.append(#","request":{"message":{"token":""#)
        out.append(token: message.device)
        out.append(#"","#)
        switch message.platform {
        case .android: android(message, campaign, to: &out)
        case .ios: apple(message, campaign, to: &out)
        case .web, .unknown: web(message, campaign, to: &out)
        }
        out.append(#","fcm_options":{"analytics_label":"crm_default"}}}"#)
        Answers.http(send, to: &out)
        out.append("}")
    }

    private static func android(
        _ message: Message, _ campaign: Campaign, to out: inout LineBuffer
    ) {
        out.append(#""android":{"collapse_key":"crm","priority":"normal","ttl":"604800s","data":{"#)
        out.append(dataOf: message, campaign)
        out.append(#"},"notification":{"#)
        out.append(texts: campaign)
        if message.form.asks(on: .android) { out.append(image: "image", of: message) }
        out.append(#","channel_id":"crm","notification_priority":"PRIORITY_LOW"}}"#)
    }

    private static func apple(_ message: Message, _ campaign: Campaign, to out: inout LineBuffer) {
        out.append(#""apns":{"headers":{"apns-priority":"5","apns-expiration":"1795999999"},"#)
        out.append(#""payload":{"aps":{"alert":{"#)
        out.append(texts: campaign)
        out.append(#"},"category":""#)
        out.append(campaign.category)
        out.append(message.mutable ? #"","mutable-content":1},"# : #""},"#)
        out.append(dataOf: message, campaign)
        out.append("}")
        if message.form.asks(on: .ios) {
            out.append(#","fcm_options":{"image":""#)
            out.append(imageOf: message)
            out.append(#""}"#)
        }
        out.append("}")
    }

    private static func web(_ message: Message, _ campaign: Campaign, to out: inout LineBuffer) {
        let asks = message.form.asks(on: .web)
        out.append(#""webpush":{"headers":{"TTL":"604800","Urgency":"low""#)
        if asks && message.form == .webHeaderOnly { out.append(image: "image", of: message) }
        out.append(#"},"notification":{"#)
        out.append(texts: campaign)
        if asks && message.form != .webHeaderOnly { out.append(image: "image", of: message) }
        out.append(#"},"data":{"#)
        out.append(dataOf: message, campaign)
        out.append(#"},"fcm_options":{"link":"https://shop.example/digest"}}"#)
    }
}
