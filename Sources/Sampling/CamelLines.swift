/// HTTP v1 requests with camelCase names, as the REST reference lists them.
///
/// The label stands in each platform's block; the one of the message is a default that must
/// not win. The sender names the platform itself.
enum CamelLines {
    static func write(_ send: Send, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = send.message
        out.append(#"{"time":""#)
        out.append(rfc3339: message.sentAt, digits: 6)
        out.append(#"","platform":""#)
        switch message.platform {
        case .android: out.append("ANDROID")
        case .ios: out.append(message.pick(4, 5) == 0 ? "iPhone" : "IOS")
        case .web, .unknown: out.append("webpush")
        }
        out.append(#"","request":{"validateOnly":false,"message":{"token":""#)
        out.append(token: message.device)
        out.append(#"","notification":{"#)
        out.append(texts: campaign)
        let everywhere = message.form != .androidOnly && message.form != .webHeaderOnly
        if message.form != .none && everywhere { out.append(image: "image", of: message) }
        out.append(#"},"data":{"#)
        out.append(dataOf: message, campaign)
        out.append("}")
        blocks(message, campaign, everywhere: everywhere, to: &out)
        if !campaign.label.isEmpty {
            out.append(#","fcmOptions":{"analyticsLabel":"growth_default"}"#)
        }
        out.append("}}")
        Answers.http(send, byNumber: true, to: &out)
        out.append("}")
    }

    private static func blocks(
        _ message: Message, _ campaign: Campaign, everywhere: Bool, to out: inout LineBuffer
    ) {
        out.append(#","android":{"collapseKey":"promo","priority":"HIGH","ttl":"43200.500s","#)
        out.append(#""notification":{"channelId":"promo","clickAction":"OPEN_DEEPLINK""#)
        if !everywhere { out.append(image: "image", of: message) }
        out.append("}")
        options(campaign, to: &out)
        out.append(#"},"apns":{"headers":{"apns-priority":"5"},"payload":{"aps":{"#)
        if message.mutable {
            out.append(#""mutable-content":"#)
            out.append(message.pick(2, 6) == 0 ? "1," : "true,")
        }
        out.append(#""category":""#)
        out.append(campaign.category)
        out.append(#""}}"#)
        options(
            campaign, image: message.form == .webHeaderOnly ? message : nil, to: &out)
        out.append(#"},"webpush":{"headers":{"TTL":"43200""#)
        if message.form == .webHeaderOnly { out.append(image: "image", of: message) }
        out.append(#"},"notification":{"requireInteraction":true}"#)
        options(campaign, to: &out)
        out.append("}")
    }

    /// A block's `fcmOptions`, with a comma in front.
    private static func options(
        _ campaign: Campaign, image: Message? = nil, to out: inout LineBuffer
    ) {
        out.append(#","fcmOptions":{"analyticsLabel":""#)
        out.append(campaign.label)
        out.append("\"")
        if let image { out.append(image: "image", of: image) }
        out.append("}")
    }
}
