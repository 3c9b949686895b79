/// Pieces of text that several kinds of lines share.
extension LineBuffer {
    /// `,"title":"…","body":"…"` without the comma in front.
    mutating func append(texts campaign: Campaign) {
        append(#""title":""#)
        append(campaign.title)
        append(#"","body":""#)
        append(campaign.body)
        append("\"")
    }

    /// The URL of the image that a message asks for.
    mutating func append(imageOf message: Message) {
        append(message.form == .insecure ? "http" : "https")
        append("://cdn.shop.example/push/2026/hero-")
        append(number: message.campaign + 10)
        switch message.form {
        case .noExtension: append("-1200x600")
        case .gif: append("-1200x600.gif")
        case .webp: append("-1200x600.webp")
        default: append("-1200x600.jpg")
        }
    }

    /// A field holding the image's URL, with the comma in front.
    mutating func append(image key: StaticString, of message: Message) {
        append(",\"")
        append(key)
        append(#"":""#)
        append(imageOf: message)
        append("\"")
    }

    /// Custom data, the contents of an object.
    mutating func append(dataOf message: Message, _ campaign: Campaign) {
        append(#""deeplink":""#)
        append(campaign.link)
        append(#"","ref":""#)
        append(number: message.pick(900_000_000, 3) + 100_000_000)
        append("\"")
    }

    /// The sender's project number, as `from` and sender ID.
    mutating func append(senderOf message: Message) {
        if message.origin == .topic {
            append("/topics/")
            append(Texts.topic(message))
        } else {
            append("482910374655")
        }
    }

    /// The full name in FCM's answer, by project ID or by project number.
    mutating func append(nameOf message: Message, byNumber: Bool) {
        append(byNumber ? "projects/482910374655/messages/" : "projects/shop-prod/messages/")
        append(idOf: message)
    }

    /// The analytics label that devices see, with a comma in front and under any key.
    mutating func append(label key: StaticString, of message: Message, _ campaign: Campaign) {
        guard message.carriesLabel(campaign) else { return }
        append(",\"")
        append(key)
        append(#"":""#)
        append(labelOf: message, campaign)
        append("\"")
    }

    /// The label alone: the campaign, except for the service that names campaigns its own way.
    mutating func append(labelOf message: Message, _ campaign: Campaign) {
        if message.service == .crm {
            append("crm_default")
        } else {
            append(campaign.label)
        }
    }

    /// Keys of a Firebase Composer campaign, with commas in front.
    mutating func append(composerKeysOf message: Message) {
        append(#","google.c.a.c_id":""#)
        append(number: Texts.composerID(message))
        append(#"","google.c.a.c_l":"Autumn push \#u{2116} "#)
        append(number: message.campaign)
        append(#"","google.c.a.ts":""#)
        append(number: message.sentAt / Micro.second)
        append(#"","google.c.a.udt":"0""#)
    }
}

extension Message {
    func carriesLabel(_ campaign: Campaign) -> Bool {
        origin != .composer && !campaign.label.isEmpty
    }
}

enum Texts {
    static func topic(_ message: Message) -> StaticString {
        ["news", "sale", "sports-de", "beta_testers"][Int(message.campaign) % 4]
    }

    /// A Composer campaign's number: up to 19 digits.
    static func composerID(_ message: Message) -> UInt64 {
        5_583_118_048_490_418_076 &+ UInt64(message.campaign) &* 10_007
    }
}
