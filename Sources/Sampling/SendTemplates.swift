/// Lines of senders' logs.
extension Template {
    /// The template of a line; nil for an empty line, and for services without a log.
    static func of(_ form: SendLine.Form, by service: Service) -> Template? {
        switch (form, service) {
        case (.single, .orders): orders
        case (.single, .uniform): uniform
        case (.single, .sync): sync
        case (.single, .growth): camel
        case (.single, .node): node
        case (.single, .crm): crm
        case (.batch, _): batch
        case (.topic, _): topic
        case (.condition, _): condition
        case (.validated, _): validated
        case (.single, _), (.broken, _), (.blank, _): nil
        }
    }

    // MARK: HTTP v1 requests with snake_case names, as in the examples of the REST documentation

    /// The order service: a message with blocks for all platforms. Some of its hosts have a
    /// logger that writes epoch seconds.
    private static let orders = Template(
        #"""
        {«epoch:"time":$seconds»«!epoch:"ts":"$rfcMillis"»,"service":"orders-api",
        "request":{"message":{"token":"$token",\#(snakeBody)}}\#(answer)}
        """#)

    /// The same message from a sender that names the platform itself.
    private static let uniform = Template(
        #"""
        {"ts":"$rfcMillis","platform":"$platform",
        "request":{"message":{"token":"$token",\#(snakeBody)}}\#(answer)}
        """#)

    /// The sync job: data for Android and web, a background push for Apple.
    private static let sync = Template(
        #"""
        {"@timestamp":"$rfcMicrosAhead","log.logger":"inbox-sync",
        "request":{"message":{"token":"$token","data":{"sync":"inbox","cursor":"$cursor"
        «apps:,"variant":"$variant"»},
        "android":{«apps:"restricted_package_name":"$package",»"priority":"normal","ttl":"3600s"},
        "apns":{"headers":{"apns-push-type":"background","apns-priority":"5"
        «apps:,"apns-topic":"$bundle"»},
        "payload":{"aps":{"content-available":1}}},
        "fcm_options":{"analytics_label":"$campaign"}}}\#(answer)}
        """#)

    private static let topic = special(#""message":{"topic":"$topic""#, name: "$bigNumber")
    private static let condition = special(
        #""message":{"condition":"'$topic' in topics && !('muted' in topics)""#,
        name: "$bigNumber")
    private static let validated = special(
        #""validate_only":true,"message":{"token":"$token""#, name: "fake_message_id")

    /// Requests that are not sends to one device.
    private static func special(_ target: String, name: String) -> Template {
        Template(
            #"""
            {"ts":"$rfcMillis","service":"orders-api","request":{\#(target),\#(snakeBody)}},
            "status":200,"response":{"name":"projects/$project/messages/\#(name)"}}
            """#)
    }

    /// Everything of a message but its target; browsers look for the image in the web block or
    /// only in its headers.
    private static let snakeBody = #"""
        "notification":{\#(texts)},"data":{\#(data)},
        "android":{"collapse_key":"orders",«apps:"restricted_package_name":"$package",»
        "priority":"high","ttl":"86400s",
        "notification":{"channel_id":"default","click_action":"OPEN_DEEPLINK"
        «image:,"image":"$image"»}},
        "apns":{"headers":{"apns-priority":"10"«apps:,"apns-topic":"$bundle"»},
        "payload":{"aps":{«mutable:"mutable-content":1,»«wakes:"content-available":1,»
        "sound":"default","category":"$category"}}
        «portableImage:,"fcm_options":{"image":"$image"}»},
        "webpush":{"headers":{"TTL":"86400"«headerImage:,"image":"$image"»},
        "notification":{"icon":"https://shop.example/icon-192.png"
        «sharedImage:,"image":"$image"»},
        "fcm_options":{"link":"https://shop.example/inbox"}}
        «named:,"fcm_options":{"analytics_label":"$campaign"}»
        """#

    // MARK: Other spellings

    /// HTTP v1 requests with camelCase names, as the REST reference lists them.
    ///
    /// The label stands in each platform's block; the one of the message is a default that must
    /// not win. The sender names the platform itself.
    private static let camel = Template(
        #"""
        {"time":"$rfcMicros","platform":"$camelPlatform","request":{"validateOnly":false,
        "message":{"token":"$token","notification":{\#(texts)«sharedImage:,"image":"$image"»},
        "data":{\#(data)},
        "android":{"collapseKey":"promo",«apps:"restrictedPackageName":"$package",»
        "priority":"HIGH","ttl":"43200.500s",
        "notification":{"channelId":"promo","clickAction":"OPEN_DEEPLINK"
        «blockImage:,"image":"$image"»},"fcmOptions":{"analyticsLabel":"$campaign"}},
        "apns":{"headers":{"apns-priority":"5"«apps:,"apns-topic":"$bundle"»},
        "payload":{"aps":{«mutable:"mutable-content":$mutable,»"category":"$category"}},
        "fcmOptions":{"analyticsLabel":"$campaign"«headerImage:,"image":"$image"»}},
        "webpush":{"headers":{"TTL":"43200"«headerImage:,"image":"$image"»},
        "notification":{"requireInteraction":true},"fcmOptions":{"analyticsLabel":"$campaign"}}
        «named:,"fcmOptions":{"analyticsLabel":"growth_default"}»}}\#(answer)}
        """#)

    /// A message as an app server hands it to the Admin SDK for Node: `imageUrl`, `clickAction`,
    /// `mutableContent`, `fcmOptions`, and `messageId` in the answer.
    private static let node = Template(
        #"""
        {"timestamp":$millis,"level":"info","message":{"token":"$token",\#(nodeBody)}
        «failed:,"error":\#(adminError)»
        «!failed:,"result":{"messageId":"projects/$project/messages/$id"}»}
        """#)

    /// One line for one `sendEachForMulticast` call: the tokens, one message, an answer for each.
    private static let batch = Template(
        #"""
        {"ts":$micros,"tokens":[$tokens],"message":{\#(nodeBody)},
        "batch":{"responses":[$responses],"successCount":$successes,"failureCount":$failures}}
        """#)

    /// One element of a batch's answers.
    static let response = Template(
        #"""
        «failed:{"success":false,"error":\#(adminError)}»
        «!failed:{"success":true,"messageId":"projects/$project/messages/$id"}»
        """#)

    /// Everything of a message but its target.
    private static let nodeBody = #"""
        "notification":{\#(texts)«sharedImage:,"imageUrl":"$image"»},"data":{\#(data)},
        "android":{"collapseKey":"shop",«apps:"restrictedPackageName":"$package",»
        "priority":"high","ttl":86400000,
        "notification":{"channelId":"default","clickAction":"OPEN_DEEPLINK"
        «blockImage:,"imageUrl":"$image"»}},
        "apns":{«apps:"headers":{"apns-topic":"$bundle"},»
        "payload":{"aps":{«mutable:"mutableContent":true,»«wakes:"contentAvailable":true,»
        "sound":"default","category":"$category"}}
        «headerImage:,"fcmOptions":{"imageUrl":"$image"}»},
        "webpush":{"headers":{"TTL":"86400"«headerImage:,"image":"$image"»},
        "fcmOptions":{"link":"https://shop.example/inbox"}}
        «named:,"fcmOptions":{"analyticsLabel":"$campaign"}»
        """#

    /// The CRM's sender (Admin SDK for Python): it names the campaign itself, and its messages
    /// address one platform only, so the platform of its failed sends is known.
    private static let crm = Template(
        #"""
        {"sent_at":"$bigQuery"«named:,"campaign":"$campaign"»,"request":{"message":{
        "token":"$token",
        «android:"android":{"collapse_key":"crm",«apps:"restricted_package_name":"$package",»
        "priority":"normal","ttl":"604800s",
        "data":{\#(data)},"notification":{\#(texts)«image:,"image":"$image"»,
        "channel_id":"crm","notification_priority":"PRIORITY_LOW"}}»
        «ios:"apns":{"headers":{"apns-priority":"5","apns-expiration":"1795999999"
        «apps:,"apns-topic":"$bundle"»},
        "payload":{"aps":{"alert":{\#(texts)},"category":"$category"
        «mutable:,"mutable-content":1»},\#(data)}
        «portableImage:,"fcm_options":{"image":"$image"}»}»
        «web:"webpush":{"headers":{"TTL":"604800","Urgency":"low"
        «headerImage:,"image":"$image"»},
        "notification":{\#(texts)«sharedImage:,"image":"$image"»},"data":{\#(data)},
        "fcm_options":{"link":"https://shop.example/digest"}}»,
        "fcm_options":{"analytics_label":"crm_default"}}}\#(answer)}
        """#)

    // MARK: Answers

    /// The body of an HTTP v1 answer: a message name, or `google.rpc` status with details.
    private static let answer = #"""
        «!failed:,"status":200,"response":{"name":"projects/$project/messages/$id"}»
        «failed:,"status":$http,"error":{"code":$http,"message":"$reason"
        «status:,"status":"$status"»
        «fcmError:,"details":[{
        "@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"$fcmError"}
        «apnsError:,{"@type":"type.googleapis.com/google.firebase.fcm.v1.ApnsError",
        "statusCode":$apnsStatus,"reason":"$apnsReason"}»]»}»
        """#

    /// The Admin SDK's error object, without FCM's details.
    private static let adminError = #"{"code":"messaging/$adminCode","message":"$reason"}"#

    // MARK: Contents of objects that many lines share

    static let texts = #""title":"$title","body":"$body""#
    static let data = #""deeplink":"$link","ref":"$ref"«apps:,"variant":"$variant"»"#
}
