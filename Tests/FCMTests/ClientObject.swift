import FCM

/// What a client gets to see of one message, as JSON.
struct ClientObject: Sendable, CustomStringConvertible {
    var description: String
    /// The message ID that it holds.
    var id: String
    var json: String

    private static let android = "0:1763456400118034%31bd1c9631bd1c96"
    private static let apple = "1763456400118034"
    private static let web = "53f5ec92-f50c-45ef-a2df-0d31703c4fd3"

    private init(_ description: String, _ id: String, _ json: String) {
        (self.description, self.id, self.json) = (description, id, json)
    }

    /// Rewritten from objects that people have pasted.
    static let all = [
        ClientObject(
            "userInfo", apple,
            #"""
            {"aps":{"alert":{"title":"a","body":"b"},"sound":"default"},\#
            "gcm.message_id":"\#(apple)","google.c.sender.id":"123456789012",\#
            "google.c.a.e":"1"}
            """#
        ),
        ClientObject(
            "userInfo with the app's own keys", apple,
            #"""
            {"gcm.message_id":"\#(apple)","aps":{"alert":"b"},"messageId":"30","id":"77",\#
            "type":"chat","time":"19:00","name":"Ann"}
            """#
        ),
        ClientObject(
            "userInfo with an ID of before 2019", android,
            #"""
            {"aps":{"alert":"b"},"gcm.message_id":"\#(android)","google.c.a.c_id":"8",\#
            "google.c.a.ts":"1763456400"}
            """#
        ),
        ClientObject(
            "userInfo with a time of the app's", apple,
            #"""
            {"aps":{"content-available":1},"gcm.message_id":"\#(apple)",\#
            "timestamp":"2025-11-01T10:00:00Z"}
            """#
        ),
        ClientObject(
            "extras", android,
            #"""
            {"google.message_id":"\#(android)","google.sent_time":1763456400100,\#
            "from":"123456789012","gcm.n.e":"1","google.ttl":2419200}
            """#
        ),
        ClientObject(
            "extras of a tap", android,
            #"""
            {"google.message_id":"\#(android)","from":"123456789012",\#
            "collapse_key":"com.example.app","google.original_priority":"high",\#
            "google.delivered_priority":"high"}
            """#
        ),
        ClientObject(
            "RemoteMessage of React Native", android,
            #"""
            {"messageId":"\#(android)","from":"123456789012","sentTime":1763456400100,\#
            "ttl":2419200,"data":{"k":"v"},"notification":{"title":"a","body":"b",\#
            "android":{}}}
            """#
        ),
        ClientObject(
            "RemoteMessage of React Native on iOS", apple,
            #"""
            {"messageId":"\#(apple)","from":"123456789012","data":{},"notification":{\#
            "title":"a","ios":{}},"mutableContent":true}
            """#
        ),
        ClientObject(
            "RemoteMessage of Flutter", android,
            #"""
            {"senderId":null,"category":null,"collapseKey":"com.example.app",\#
            "contentAvailable":false,"data":{"screen":"home"},"from":"123456789012",\#
            "messageId":"\#(android)","messageType":null,"mutableContent":false,\#
            "notification":{"title":"a","titleLocArgs":[]},"sentTime":1763456400100,\#
            "threadId":null,"ttl":2419200}
            """#
        ),
        ClientObject(
            "RemoteMessage to a topic", android,
            #"{"messageId":"\#(android)","from":"/topics/news","data":{},"sentTime":1763456400100}"#
        ),
        ClientObject(
            "web push", web,
            #"""
            {"from":"123456789012","fcmMessageId":"\#(web)","notification":{"title":"a",\#
            "body":"b"},"priority":"normal"}
            """#
        ),
        ClientObject(
            "onMessage", web,
            #"""
            {"from":"123456789012","messageId":"\#(web)","collapseKey":"do_not_collapse",\#
            "notification":{"title":"a"},"fcmOptions":{"analyticsLabel":"sale"}}
            """#
        ),
        ClientObject(
            "onMessage, data", web,
            #"{"data":{"k":"v"},"from":"123456789012","messageId":"\#(web)"}"#),
        ClientObject(
            "Capacitor, Android", android,
            #"{"actionId":"","notification":{"id":"\#(android)","data":{"k":"v"}}}"#),
        ClientObject(
            "Capacitor, iOS", apple,
            #"""
            {"notification":{"id":"5F3E110A-5C1D-4E2F-9A3B-ABCDEF00010A","title":"a",\#
            "data":{"aps":{"alert":"b"},"gcm.message_id":"\#(apple)","google.c.a.e":"1"}}}
            """#
        ),
        ClientObject(
            "Expo, Android", android,
            #"""
            {"notification":{"date":1763456400100,"request":{"identifier":"\#(android)",\#
            "content":{"title":"a","data":{"k":"v"}},"trigger":{"type":"push",\#
            "channelId":null,"remoteMessage":{"messageId":"\#(android)",\#
            "from":"123456789012","sentTime":1763456400100,"data":{},"ttl":60}}}}}
            """#
        ),
        ClientObject(
            "Expo, iOS", apple,
            #"""
            {"notification":{"date":1763456400.1,"request":{\#
            "identifier":"5F3E110A-5C1D-4E2F-9A3B-ABCDEF00010B","content":{"title":"a"},\#
            "trigger":{"class":"UNPushNotificationTrigger","type":"push","payload":{"aps":{\#
            "alert":"b"},"gcm.message_id":"\#(apple)"}}}}}
            """#
        ),
        ClientObject(
            "notifee", android,
            #"""
            {"notification":{"id":"x7","title":"a","data":{"k":"v"},"remote":{\#
            "messageId":"\#(android)","senderId":"123456789012"}},"input":null}
            """#
        ),
        ClientObject(
            "OneSignal", android,
            #"""
            {"payload":{"google.message_id":"\#(android)","google.ttl":259200,"title":"a"},\#
            "shown":true}
            """#
        ),
        ClientObject(
            "Cordova", android,
            #"""
            {"title":"a","messageType":"notification","google.message_id":"\#(android)",\#
            "google.sent_time":"1763456400100","id":"4"}
            """#
        ),
    ]
}
