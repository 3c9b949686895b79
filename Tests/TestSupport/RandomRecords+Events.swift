/// Client events: Apple, Android, web, plug-ins, export deliveries, GA4 rows, Composer orphans.
extension RandomRecords {
    mutating func addEvent(of subject: Subject) {
        let time = subject.time + offset()
        if random.once(in: 6) { return addPluginEvent(of: subject, time: time) }
        if random.once(in: 10) {
            var row = exportRow(
                "MESSAGE_DELIVERED", id: subject.id, time: time, type: "DISPLAY_NOTIFICATION")
            if case .object(let members) = row {
                let platform = random.pick(["ANDROID", "IOS", "WEB"])
                row = .object(
                    members.map { $0.0 == "sdk_platform" ? ($0.0, .text(platform)) : $0 })
            }
            return add(row)
        }
        switch random.once(in: 15) ? .other : subject.shape {
        case .android: addAndroidEvent(of: subject, time: time)
        case .apple: addAppleEvent(of: subject, time: time)
        case .web: addWebEvent(of: subject, time: time)
        case .other:
            switch random.below(3) {
            case 0: addAndroidEvent(of: subject, time: time)
            case 1: addAppleEvent(of: subject, time: time)
            default: addWebEvent(of: subject, time: time)
            }
        }
    }

    private mutating func word() -> RandomJSON {
        .text(
            random.pick([
                "received", "received", "received", "foreground", "impression", "displayed",
                "shown", "opened", "opened", "open", "clicked", "dismissed", "dismiss",
            ]))
    }

    private mutating func priority() -> RandomJSON { .text(random.pick(["high", "normal"])) }

    /// In the new keys, the old ones, both, or neither.
    private mutating func addPriorities(to bundle: inout [(String, RandomJSON)]) {
        if random.once(in: 3) { bundle.append(("google.original_priority", priority())) }
        if random.once(in: 3) { bundle.append(("google.delivered_priority", priority())) }
        if random.once(in: 5) { bundle.append(("google.priority", priority())) }
        if random.once(in: 5) {
            bundle.append(("google.priority_reduced", random.pick(["1", "0"])))
        }
    }

    private mutating func addAndroidEvent(of subject: Subject, time: Int64) {
        var record: [(String, RandomJSON)] = [(timeKey(), .time(time)), ("event", word())]
        if random.once(in: 2) { record.append(("platform", "android")) }
        tell(in: &record)
        switch random.below(4) {
        case 0: record.append(("app_state", "background"))
        case 1: record.append(("app_state", .text(random.pick(["foreground", "active"]))))
        default: break
        }
        let id = RandomJSON.messageID(subject.id)
        if random.once(in: 4) {
            var message: [(String, RandomJSON)] = [("messageId", id), ("sentTime", .raw("1"))]
            if random.once(in: 3) { message.append(("originalPriority", priority())) }
            if random.once(in: 3) { message.append(("priority", priority())) }
            record.append(("remote_message", .object(message)))
        } else {
            var bundle: [(String, RandomJSON)] = [
                ("google.message_id", id), ("message_id", "18579"), ("from", "123456789012"),
            ]
            if subject.isDisplay {
                let key = random.pick(["gcm.n.e", "gcm.notification.e"])
                bundle.append((key, random.pick(["1", "1", .raw("1")])))
            }
            if subject.isForAnalyticsOnly { bundle.append(("gcm.n.noui", "1")) }
            addPriorities(to: &bundle)
            record.append((random.pick(["bundle", "extras", "data"]), .object(bundle)))
        }
        add(.object(record))
    }

    private mutating func addAppleEvent(of subject: Subject, time: Int64) {
        var aps: [(String, RandomJSON)] = []
        if !random.once(in: 4) {
            aps.append(("alert", random.once(in: 2) ? "Sale" : ["title": "Sale"]))
        }
        if random.once(in: 3) {
            aps.append(("content-available", random.pick([.raw("1"), .raw("true"), "1"])))
        }
        var info: [(String, RandomJSON)] = [
            ("aps", .object(aps)), ("gcm.message_id", .messageID(subject.id)),
            ("google.c.a.e", "1"),
        ]
        if random.once(in: 8) { info.append(("google.c.a.c_id", "5583118048490418076")) }
        var record: [(String, RandomJSON)] = [
            (timeKey(), .time(time)), (random.pick(["user_info", "userInfo"]), .object(info)),
        ]
        if random.once(in: 2) { record.append(("platform", "ios")) }
        tell(in: &record)
        if !random.once(in: 6) {
            let state = random.pick(["active", "inactive", "background", "background"])
            record.append(("app_state", .text(state)))
        }
        switch random.below(8) {
        case 0: record.append(("callback", "willPresent"))
        case 1: record.append(("callback", "didReceive"))
        case 2:
            let action = random.pick([
                "com.apple.UNNotificationDefaultActionIdentifier", "BUY",
                "com.apple.UNNotificationDismissActionIdentifier",
            ])
            record.append(("callback", "didReceiveResponse"))
            record.append(("action", .text(action)))
        case 3: record.append(("callback", "didReceiveRemoteNotification"))
        case 4:
            let callback = random.pick(["serviceExtension", "didReceiveNotificationRequest"])
            record.append(("callback", .text(callback)))
        case 5: record.append(("callback", "appDidReceiveMessage"))
        default: break
        }
        add(.object(record))
    }

    private mutating func addWebEvent(of subject: Subject, time: Int64) {
        let payload: RandomJSON = [
            random.pick(["messageId", "fcmMessageId"]): .messageID(subject.id),
            "from": "123456789012", "notification": ["title": "Sale"],
        ]
        var record: [(String, RandomJSON)] = [
            (timeKey(), .time(time)), ("event", word()), ("visible", .raw("false")),
            ("payload", payload),
        ]
        tell(in: &record)
        add(.object(record))
    }

    private mutating func addPluginEvent(of subject: Subject, time: Int64) {
        let id = RandomJSON.messageID(subject.id)
        var record: [(String, RandomJSON)] = [(timeKey(), .time(time)), ("event", word())]
        switch random.below(3) {
        case 0: record.append(("messageId", id))
        case 1: record.append(("remoteMessage", ["messageId": id, "data": ["k": "v"]]))
        default: record.append(("message", ["messageId": id, "from": "123456789012"]))
        }
        if random.once(in: 2) {
            record.append(("platform", .text(random.pick(["ios", "android", "web"]))))
        }
        tell(in: &record)
        add(.object(record))
    }

    /// What clients tell of the app and the button, also what is none.
    private mutating func tell(in record: inout [(String, RandomJSON)]) {
        if chance.once(in: 2) {
            let version = RandomJSON.text(chance.pick(["1.0", "1.1", "2.\u{e9}", "2.e\u{301}"]))
            record.append(
                (
                    chance.pick(["app_version", "appVersion"]),
                    chance.once(in: 8) ? .raw("null") : version
                ))
        }
        if chance.once(in: 4) {
            let build: RandomJSON = chance.pick([.raw("7"), .raw("12"), "7b", .raw("[]")])
            record.append(("app", ["build": build]))
        }
        if chance.once(in: 5) {
            record.append(("actionId", .text(chance.pick(["reply", "", "archive"]))))
        }
    }

    // MARK: - Events without a send, and without an ID

    /// Events of a Composer campaign, which no send log tells of.
    mutating func addComposerOrphan() {
        let time = time()
        let campaign: [(String, RandomJSON)] = [
            ("google.c.a.c_id", "8998426946077960746"), ("google.c.a.c_l", "Nov push"),
            ("google.c.a.e", "1"), ("google.c.a.ts", "1795165200"),
        ]
        switch random.below(3) {
        case 0:
            let id = RandomJSON.messageID("\(time + 1)")
            let own: [(String, RandomJSON)] = [("aps", ["alert": "Hi"]), ("gcm.message_id", id)]
            add([
                "ts": .time(time), "callback": "serviceExtension",
                "user_info": .object(own + campaign),
            ])
        case 1:
            let id = RandomJSON.messageID("0:\(time + 1)%db201482db201482")
            add([
                "ts": .time(time), "event": "opened",
                "extras": ["google.message_id": id, "gcm.n.analytics_data": .object(campaign)],
            ])
        default:
            // The dismiss intent holds no message ID: a label event.
            add([
                "ts": .time(time), "platform": "android", "event": "dismissed",
                "extras": .object([("from", "123456789012")] + campaign),
            ])
        }
    }

    mutating func addAnalyticsRow() {
        let names = [
            "notification_receive", "notification_foreground", "notification_open",
            "notification_dismiss",
        ]
        // A user is one installation of an app.
        let (user, platform) = random.pick([("u1", "ANDROID"), ("u2", "IOS"), ("u3", "WEB")])
        let label = RandomJSON.text(random.pick(Self.campaigns))
        let parameters: [RandomJSON] = [
            ["key": "label", "value": ["string_value": label]],
            ["key": "message_time", "value": ["int_value": "1795165200"]],
        ]
        add([
            "event_date": "20261112", "event_timestamp": .text("\(time())"),
            "event_name": .text(random.pick(names)), "event_params": .array(parameters),
            "user_pseudo_id": .text(user),
            "platform": .text(platform),
        ])
        if random.once(in: 3), let last = records.last { add(last) }
    }
}
