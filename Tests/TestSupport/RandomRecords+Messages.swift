/// The messages of send records.
extension RandomRecords {
    /// Labels and images vary from record to record; what there is to show hangs on the group.
    mutating func message(group: Int) -> [(String, RandomJSON)] {
        var members: [(String, RandomJSON)] = []
        var android: [(String, RandomJSON)] = []
        var apns: [(String, RandomJSON)] = []
        var webpush: [(String, RandomJSON)] = []
        var notification: [(String, RandomJSON)] = [("title", "Sale"), ("body", "Today \"only\"")]
        var aps: [(String, RandomJSON)] = []
        if group != 1 {
            aps.append((random.pick(["mutable-content", "mutableContent"]), yes()))
        }

        switch group {
        case 0, 1:
            addImage(&notification)
            members.append(("notification", .object(notification)))
            android = block()
            if random.once(in: 2) { addImageHolder("notification", to: &android) }
            apns = block() + [("payload", ["aps": .object(aps)])]
            addImageOptions(to: &apns)
            webpush = block()
            if random.once(in: 2) { addImageHolder("headers", to: &webpush) }
        case 2:
            android = block()
            addImageHolder("notification", to: &android, and: ("title", "Sale"))
            aps.append(("alert", random.once(in: 2) ? "Sale" : ["title": "Sale"]))
            apns = block() + [("payload", ["aps": .object(aps)])]
            addImageOptions(to: &apns)
            webpush = block()
            addImageHolder("notification", to: &webpush, and: ("title", "Sale"))
            members.append(("data", data()))
        case 3:
            members.append(("data", data()))
            aps.append(("content-available", .raw("1")))
            apns = block() + [("payload", ["aps": .object(aps)])]
            addImageOptions(to: &apns)
            webpush = block() + [("headers", ["TTL": "3600"])]
        case 4:
            android = block()
            addImageHolder("notification", to: &android, and: ("title", "Sale"))
        default:
            aps.append(("alert", ["title": "Sale"]))
            apns = block() + [("payload", ["aps": .object(aps)])]
            addImageOptions(to: &apns)
        }
        addApps(&android, &apns)
        for (key, block) in [("android", android), ("apns", apns), ("webpush", webpush)]
        where !block.isEmpty { members.append((key, .object(block))) }
        if random.once(in: 3) { members.append(options(withLabel: true)) }
        return members
    }

    private mutating func data() -> RandomJSON {
        // Two spellings of one word: what looks the same is the same value.
        random.pick([
            ["k": "v"], ["k": "w"], ["k": .raw("7")], ["j": "v"], ["k": "caf\u{e9}"],
            ["k": "cafe\u{301}"],
        ])
    }

    /// The apps that a message is limited to.
    private mutating func addApps(
        _ android: inout [(String, RandomJSON)], _ apns: inout [(String, RandomJSON)]
    ) {
        let apps = ["com.example.app", "com.example.two"]
        if !android.isEmpty, random.once(in: 2) {
            let key = random.pick(["restricted_package_name", "restrictedPackageName"])
            android.append((key, .text(random.pick(apps))))
        }
        if !apns.isEmpty, random.once(in: 2) {
            apns.append(("headers", ["apns-topic": .text(random.pick(apps))]))
        }
    }

    private mutating func yes() -> RandomJSON { random.pick([.raw("1"), .raw("true"), "1"]) }

    /// A platform's block: never empty, and with a label now and then.
    private mutating func block() -> [(String, RandomJSON)] {
        var members: [(String, RandomJSON)] = [("x", "y")]
        if random.once(in: 4) { members.append(options(withLabel: true)) }
        return members
    }

    private mutating func options(withLabel: Bool) -> (String, RandomJSON) {
        let key = random.pick(["analytics_label", "analyticsLabel"])
        let label = random.once(in: 10) ? "" : random.pick(Self.campaigns)
        return (
            random.pick(["fcm_options", "fcmOptions"]),
            .object(withLabel ? [(key, .text(label))] : [])
        )
    }

    private mutating func addImage(_ members: inout [(String, RandomJSON)]) {
        guard random.once(in: 2) else { return }
        let key = random.pick(["image", "imageUrl", "image_url"])
        members.append((key, .text(random.pick(Self.images))))
    }

    private mutating func addImageHolder(
        _ key: String, to members: inout [(String, RandomJSON)],
        and other: (String, RandomJSON) = ("tag", "t")
    ) {
        var holder = [other]
        if random.once(in: 3) {
            let key = random.pick(["channel_id", "channelId"])
            holder.append((key, .text(random.pick(["deals", "news"]))))
        }
        addImage(&holder)
        members.append((key, .object(holder)))
    }

    /// Into the options that hold the label, where there are any: one key stands once.
    private mutating func addImageOptions(to apns: inout [(String, RandomJSON)]) {
        var image: [(String, RandomJSON)] = []
        addImage(&image)
        guard !image.isEmpty else { return }
        let index = apns.firstIndex { $0.0 == "fcm_options" || $0.0 == "fcmOptions" }
        if let index, case .object(let members) = apns[index].1 {
            apns[index].1 = .object(members + image)
        } else {
            apns.append(("fcm_options", .object(image)))
        }
    }
}
