/// Lines of clients' logs.
extension Template {
    /// The template of a record; nil for an empty line.
    static func of(_ event: Event) -> Template? {
        switch (event.form, event.message.platform, event.message.logger) {
        case (.broken, _, _), (.blank, _, _): nil
        case (.composerDismiss, _, _): composerDismiss
        case (.conversion, .android, _): purchase
        case (.conversion, .ios, _): trackedPurchase
        case (.conversion, _, _): webPurchase
        case (_, .android, .raw): bundle
        case (_, .android, .object): remoteMessage
        case (_, .ios, .raw), (_, .ios, .legacy): apple
        case (_, .web, .raw): webPush
        case (_, .web, _): webApp
        default: plugin
        }
    }

    private static let told = #"«clients:,"app_version":"$version"«tap:,"actionId":"$button"»»"#
    private static let appState = #"«appState:,"app_state":"$appState"»"#

    // MARK: Android

    /// The intent's raw bundle. After a tap the SDK's keys are gone except those of analytics;
    /// devices with old Play services have `gcm.notification.*` instead of `gcm.n.*`.
    private static let bundle = Template(
        #"""
        {"ts":"$rfcMillis","platform":"android","event":"$event"\#(told)\#(appState),
        «tap:"extras"»«!tap:"bundle"»:{"google.message_id":"$id",
        "google.sent_time":$acceptedMillis,"google.ttl":86400,
        "google.delivered_priority":"«lowered:normal»«!lowered:high»",
        "google.original_priority":"high","from":"$from","collapse_key":"com.example.shop"
        «tap:,"gcm.n.analytics_data":{"from":"$from"\#(androidAnalytics)}»
        «!tap:
        «!silent:,"$display.e":"1","$display.title":"$title","$display.body":"$body"
        «image:,"$display.image":"$image"»»
        \#(androidAnalytics)»,\#(data)}}
        """#)

    private static let androidAnalytics = #"""
        ,"google.c.a.e":"1"«label:,"google.c.a.m_l":"$label"»«composer:\#(composerKeys)»
        """#

    /// The SDK's `RemoteMessage`, which has no analytics keys.
    private static let remoteMessage = Template(
        #"""
        {"timestamp":$millis,"platform":"android","app":"com.example.shop","event":"$event"
        \#(told)\#(appState),"remote_message":{"messageId":"$id","from":"$from",
        "sentTime":$acceptedMillis,"ttl":86400,"priority":«lowered:2»«!lowered:1»,
        "originalPriority":1,"collapseKey":"com.example.shop","data":{\#(data)}
        «!silent:,"notification":{\#(texts),
        "android":{"channelId":"default"«image:,"imageUrl":"$image"»}}»}}
        """#)

    /// The intent of a swiped-away Composer notification: no message ID.
    private static let composerDismiss = Template(
        #"""
        {"ts":"$rfcMicros","platform":"android","event":"dismissed",
        "extras":{"from":"$from","google.c.a.e":"1"\#(composerKeys)}}
        """#)

    /// Keys of a Firebase Composer campaign, with a comma in front.
    private static let composerKeys = #"""
        ,"google.c.a.c_id":"$composerID","google.c.a.c_l":"Autumn push № $number",
        "google.c.a.ts":"$sentSeconds","google.c.a.udt":"0"
        """#

    // MARK: Apple

    /// `userInfo` as a callback or the service extension got it. Some bridges turn the digits of
    /// the ID into a number.
    private static let apple = Template(
        #"""
        {«legacy:"time":"$bigQuery","platform":"ios","app_version":"$version"»
        «!legacy:"ts":"$rfcMillis","platform":"ios","app_version":"$version","os_version":"26.1"»
        «callback:,"callback":"$callback"»\#(appState)«action:,"action":"$action"»,
        «snake:"user_info"»«!snake:"userInfo"»:{"aps":{
        «silent:"content-available":1»
        «!silent:"alert":{\#(texts)}«mutable:,"mutable-content":1»«wakes:,"content-available":1»,
        "sound":"default","category":"$category"»}
        «!silent:«portableImage:,"fcm_options":{"image":"$image"}»»,
        "gcm.message_id":«old:$id»«!old:"$id"»,"google.c.a.e":"1"
        «label:,"google.c.a.m_l":"$label"»«composer:\#(composerKeys)»«topic:,"from":"$from"»,
        "google.c.fid":"$installation","google.c.sender.id":"$projectNumber",\#(data)}}
        """#)

    // MARK: Conversions, each logged by another system

    /// An app's own line.
    private static let purchase = Template(
        #"""
        {"ts":"$rfcMillis","event":"$event","google.message_id":"$id"
        «priced:,"value":$price,"currency":"$currency"»}
        """#)

    /// A call of Segment's `track`.
    private static let trackedPurchase = Template(
        #"""
        {"type":"track","event":"Push Notification Converted","timestamp":"$rfcMillis",
        "properties":{"message_id":"$id"«priced:,"value":"$price","currency":"$currency"»}}
        """#)

    /// A line of a shop's server.
    private static let webPurchase = Template(
        #"""
        {"time":"$rfcMillis","event":"$event","fcmMessageId":"$id"
        «priced:,"value":"$price","currency":"$currency"»}
        """#)

    // MARK: Web, in the two forms that the JavaScript SDK has of a message

    /// The push event's JSON, logged by an app's own service worker.
    private static let webPush = Template(
        #"""
        {"ts":"$rfcMillis",\#(webEvent),"payload":{"from":"$from","fcmMessageId":"$id",
        "priority":"normal","collapse_key":"do_not_collapse"\#(webNotification),
        "data":{\#(data)«composer:,"gcm.n.e":"1","google.c.a.e":"1"\#(composerKeys)»},
        "fcmOptions":{"link":"https://shop.example/inbox"«label:,"analytics_label":"$label"»},
        "productId":111881503}}
        """#)

    /// `MessagePayload`, as an app's handler sees it.
    private static let webApp = Template(
        #"""
        {"time":$seconds,\#(webEvent),"payload":{"from":"$from","messageId":"$id",
        "collapseKey":"do_not_collapse"\#(webNotification),
        "data":{\#(data)«composer:,"google.c.a.e":"1"\#(composerKeys)»},
        "fcmOptions":{"link":"https://shop.example/inbox"«label:,"analyticsLabel":"$label"»}}}
        """#)

    private static let webEvent = #"""
        "platform":"web","origin":"https://shop.example","event":"$event"\#(told)
        «receipt:,"visible":false»
        """#

    private static let webNotification = #"""
        «!silent:,"notification":{\#(texts)«sharedImage:,"image":"$image"»,
        "icon":"https://shop.example/icon-192.png"}»
        """#

    // MARK: Plug-ins

    /// Flutter and React Native: the plug-in's map of a message.
    ///
    /// Both plug-ins drop the analytics keys (FlutterFire's `FLTFirebaseMessagingPlugin`,
    /// `RNFBMessagingSerializer`), so a Composer message looks like any other here.
    private static let plugin = Template(
        #"""
        {«alternative:"time":"$rfcMillisAhead"»«!alternative:"@timestamp":$millis»,
        "platform":"$platform","event":"$event"\#(told),"message":{"messageId":"$id","from":"$from"
        «android:,"sentTime":$acceptedMillis,"ttl":86400»,
        "collapseKey":"com.example.shop","category":"$category","data":{\#(data)}
        «silent:,"contentAvailable":true»
        «!silent:
        «ios:«mutable:,"mutableContent":true»»,"notification":{\#(texts),
        «android:"android":{"channelId":"default"«image:,"imageUrl":"$image"»}»
        «ios:"apple":{"badge":"1"«portableImage:,"imageUrl":"$image"»}»}»}}
        """#)
}

/// Rows of daily exports.
extension Template {
    static func of(_ row: Row) -> Template {
        switch row.form {
        case .accepted, .delivered, .failed: fcmRow
        case .analyticsReceive, .analyticsOpen, .analyticsDismiss: analyticsRow
        }
    }

    /// `firebase_messaging.data`, exported as newline-delimited JSON: INT64 as text.
    private static let fcmRow = Template(
        #"""
        {"event_timestamp":"$bigQuery","project_number":"$projectNumber",
        "message_id":"«!failed:$id»","instance_id":"$installation",
        "message_type":"«silent:DATA_MESSAGE»«!silent:DISPLAY_NOTIFICATION»",
        "sdk_platform":"$rowPlatform","app_name":"$app","collapse_key":"",
        "priority":"«silent:5»«!silent:10»","ttl":"86400","topic":"","bulk_id":"0",
        "event":"$rowEvent"«label:,"analytics_label":"$label"»}
        """#)

    /// Google Analytics: a label or a Composer campaign, never an FCM message ID. `message_id`
    /// is the campaign's number here.
    private static let analyticsRow = Template(
        #"""
        {"event_date":"$day","event_timestamp":"$micros",
        "event_name":"notification_$analyticsEvent","event_params":[
        «composer:{"key":"message_id","value":{"string_value":"$composerID"}},
        {"key":"message_name","value":{"string_value":"Autumn push $number"}},
        {"key":"message_time","value":{"int_value":"$sentSeconds"}},
        {"key":"message_device_time","value":{"string_value":"0"}},»
        «!composer:{"key":"label","value":{"string_value":"$label"}},»
        «analyticsReceipt:{"key":"message_type","value":{"string_value":"display"}},»
        {"key":"ga_event_origin","value":{"string_value":"fcm"}}],
        "user_pseudo_id":"$pseudoID","platform":"$rowPlatform","app_info":{"id":"$app"}}
        """#)
}
