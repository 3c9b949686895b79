/// Messages as an app server hands them to the Admin SDK for Node: `imageUrl`, `clickAction`,
/// `mutableContent`, `fcmOptions`, and `messageId` in the answer.
enum NodeLines {
    static func write(_ send: Send, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = send.message
        out.append(#"{"timestamp":"#)
        out.append(number: message.sentAt / Micro.millisecond)
        out.append(#","level":"info","message":{"token":""#)
        out.append(token: message.device)
        out.append(#"","#)
        body(message, campaign, to: &out)
        out.append("}")
        if let failure = send.failure {
            out.append(#","error":"#)
            Answers.admin(failure, to: &out)
        } else {
            out.append(#","result":{"messageId":""#)
            out.append(nameOf: message, byNumber: false)
            out.append(#""}"#)
        }
        out.append("}")
    }

    /// Everything of a message but its target.
    static func body(_ message: Message, _ campaign: Campaign, to out: inout LineBuffer) {
        let everywhere = message.form != .androidOnly && message.form != .webHeaderOnly
        let blocks = message.form == .webHeaderOnly
        out.append(#""notification":{"#)
        out.append(texts: campaign)
        if message.form != .none && everywhere { out.append(image: "imageUrl", of: message) }
        out.append(#"},"data":{"#)
        out.append(dataOf: message, campaign)
        out.append(#"},"android":{"collapseKey":"shop","priority":"high","ttl":86400000,"#)
        out.append(#""notification":{"channelId":"default","clickAction":"OPEN_DEEPLINK""#)
        if !everywhere { out.append(image: "imageUrl", of: message) }
        out.append(#"}},"apns":{"payload":{"aps":{"#)
        if message.mutable { out.append(#""mutableContent":true,"#) }
        if message.wakes { out.append(#""contentAvailable":true,"#) }
        out.append(#""sound":"default","category":""#)
        out.append(campaign.category)
        out.append(#""}}"#)
        if blocks {
            out.append(#","fcmOptions":{"imageUrl":""#)
            out.append(imageOf: message)
            out.append(#""}"#)
        }
        out.append(#"},"webpush":{"headers":{"TTL":"86400""#)
        if blocks { out.append(image: "image", of: message) }
        out.append(#"},"fcmOptions":{"link":"https://shop.example/inbox"}}"#)
        if !campaign.label.isEmpty {
            out.append(#","fcmOptions":{"analyticsLabel":""#)
            out.append(campaign.label)
            out.append(#""}"#)
        }
    }
}

/// One line for one `sendEachForMulticast` call: the tokens, one message, an answer for each.
enum BatchLines {
    static func write(
        _ sends: ArraySlice<Send>, _ campaign: Campaign, to out: inout LineBuffer
    ) {
        guard let message = sends.first?.message else { return }
        out.append(#"{"ts":"#)
        out.append(number: message.sentAt)
        out.append(#","tokens":["#)
        for (index, send) in sends.enumerated() {
            out.append(index == 0 ? "\"" : ",\"")
            out.append(token: send.message.device)
            out.append("\"")
        }
        out.append(#"],"message":{"#)
        NodeLines.body(message, campaign, to: &out)
        out.append(#"},"batch":{"responses":["#)
        for (index, send) in sends.enumerated() {
            if index > 0 { out.append(",") }
            response(send, to: &out)
        }
        let failed = sends.count { $0.failure != nil }
        out.append(#"],"successCount":"#)
        out.append(number: sends.count - failed)
        out.append(#","failureCount":"#)
        out.append(number: failed)
        out.append("}}")
    }

    private static func response(_ send: Send, to out: inout LineBuffer) {
        if let failure = send.failure {
            out.append(#"{"success":false,"error":"#)
            Answers.admin(failure, to: &out)
            out.append("}")
        } else {
            out.append(#"{"success":true,"messageId":""#)
            out.append(nameOf: send.message, byNumber: false)
            out.append(#""}"#)
        }
    }
}
