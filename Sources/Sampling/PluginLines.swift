/// Records of Flutter and React Native apps: the plug-in's map of a message.
///
/// Both plug-ins drop the analytics keys (FlutterFire's `FLTFirebaseMessagingPlugin`,
/// `RNFBMessagingSerializer`), so a Composer message looks like any other here.
enum PluginLines {
    static func write(_ event: Event, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = event.message
        let isAndroid = message.platform == .android
        if message.device & 16 == 0 {
            out.append(#"{"time":""#)
            out.append(rfc3339AnHourAhead: event.at, digits: 3)
            out.append("\"")
        } else {
            out.append(#"{"@timestamp":"#)
            out.append(number: event.at / Micro.millisecond)
        }
        out.append(#","platform":""#)
        out.append(isAndroid ? "android" : "ios")
        out.append(#"","event":""#)
        out.append(EventLines.word(event.form))
        out.append(#"","message":{"messageId":""#)
        out.append(idOf: message)
        out.append(#"","from":""#)
        out.append(senderOf: message)
        out.append("\"")
        if isAndroid {
            out.append(#","sentTime":"#)
            out.append(number: message.acceptedAt / Micro.millisecond)
            out.append(#","ttl":86400"#)
        }
        out.append(#","collapseKey":"com.example.shop","category":""#)
        out.append(campaign.category)
        out.append(#"","data":{"#)
        out.append(dataOf: message, campaign)
        out.append("}")
        notification(message, campaign, isAndroid: isAndroid, to: &out)
        out.append("}}")
    }

    private static func notification(
        _ message: Message, _ campaign: Campaign, isAndroid: Bool, to out: inout LineBuffer
    ) {
        if message.silent {
            out.append(#","contentAvailable":true"#)
            return
        }
        if !isAndroid && message.mutable { out.append(#","mutableContent":true"#) }
        out.append(#","notification":{"#)
        out.append(texts: campaign)
        out.append(isAndroid ? #","android":{"channelId":"default""# : #","apple":{"badge":"1""#)
        if message.form.asks(on: message.platform) { out.append(image: "imageUrl", of: message) }
        out.append("}}")
    }
}
