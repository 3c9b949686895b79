/// What the send side says of one message; profiles of one message merge field by field.
struct OracleProfile {
    /// Where an image can be asked for.
    enum Place: Hashable { case notification, android, apns, apnsPayload, webpush, webpushHeader }

    /// Told by a send record, not only by an export row.
    var isFromSendRecord = false
    var explicitPlatform: String?
    /// What an export row says.
    var exportPlatform: String?
    var addressedPlatform: String?
    var hasApnsError = false
    var campaign: String?
    /// What FCM's answers name.
    var projectID: String?
    /// The same by number, or of an export row.
    var projectNumber: String?
    /// Labels of the blocks by platform; the message's own under `message`.
    var labels: [String: String] = [:]
    var exportLabel: String?
    /// What became of the image, by platform.
    var images: [String: String] = [:]
    /// Whether there is something to show, by platform.
    var shows: [String: Bool] = [:]
    var targetKind: String?
    var topic: String?
    /// Values of `OracleDimensions.names`.
    var dimensions: [String: String] = [:]

    init() {}

    init(message: [String: OracleJSON]) {
        isFromSendRecord = true
        let notification = message.object("notification")
        let android = message.object("android")
        let android2 = message.object("android_v2", "androidV2")
        let apns = message.object("apns")
        let payload = apns?.object("payload")
        let aps = payload?.object("aps") ?? [:]
        let webpush = message.object("webpush")

        var addressed: Set<String> = []
        if android != nil || android2 != nil { addressed.insert("android") }
        if apns != nil { addressed.insert("ios") }
        if webpush != nil { addressed.insert("web") }
        if addressed.count == 1, notification == nil, message.object("data") == nil {
            addressedPlatform = addressed.first
        }

        labels["message"] = label(message)
        labels["android"] = label(android) ?? label(android2)
        labels["ios"] = label(apns)
        labels["web"] = label(webpush)

        let remote = android2?.object("remote_notification", "remoteNotification")
        let androidNotification = android?.object("notification") ?? remote?.object("notification")
        var urls: [Place: String] = [:]
        urls[.notification] = image(notification)
        urls[.android] = image(androidNotification)
        urls[.apns] = image(apns?.object("fcm_options", "fcmOptions"))
        urls[.apnsPayload] = image(payload?.object("fcm_options", "fcmOptions"))
        urls[.webpush] = image(webpush?.object("notification"))
        urls[.webpushHeader] = image(webpush?.object("headers"))

        let hasText = notification?.text("title", "body") != nil
        shows["android"] = notification != nil || androidNotification != nil
        shows["ios"] = hasText || OracleEvents.hasAlert(aps)
        shows["web"] = notification != nil || webpush?.object("notification") != nil
        let mutable = aps.first("mutable-content", "mutable_content", "mutableContent")
        let isMutable = mutable?.isYes == true
        shows["unknown"] = shows.values.contains(true)
        for platform in ["android", "ios", "web", "unknown"] {
            images[platform] = imageStatus(urls, platform: platform, isMutable: isMutable)
        }
    }

    private func label(_ holder: [String: OracleJSON]?) -> String? {
        holder?.object("fcm_options", "fcmOptions")?.text("analytics_label", "analyticsLabel")
    }

    private func image(_ holder: [String: OracleJSON]?) -> String? {
        holder?.text("image", "imageUrl", "image_url")
    }

    /// Known before unknown, then the smallest.
    mutating func merge(_ other: OracleProfile) {
        isFromSendRecord = isFromSendRecord || other.isFromSendRecord
        hasApnsError = hasApnsError || other.hasApnsError
        explicitPlatform = smallest(explicitPlatform, other.explicitPlatform)
        exportPlatform = smallest(exportPlatform, other.exportPlatform)
        addressedPlatform = smallest(addressedPlatform, other.addressedPlatform)
        campaign = smallest(campaign, other.campaign)
        projectID = smallest(projectID, other.projectID)
        projectNumber = smallest(projectNumber, other.projectNumber)
        labels.merge(other.labels) { bytewise($0, $1) ? $0 : $1 }
        exportLabel = smallest(exportLabel, other.exportLabel)
        images.merge(other.images) { Self.rank($0) <= Self.rank($1) ? $0 : $1 }
        shows.merge(other.shows) { $0 || $1 }
        targetKind = smallest(targetKind, other.targetKind)
        topic = smallest(topic, other.topic)
        dimensions.merge(other.dimensions) { bytewise($0, $1) ? $0 : $1 }
    }
}

private func smallest(_ left: String?, _ right: String?) -> String? {
    guard let left, let right else { return left ?? right }
    return bytewise(left, right) ? left : right
}

func bytewise(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// What a profile resolves to, once its message's ID is known.
extension OracleProfile {
    func platform(messageID: String?) -> (platform: String, source: String) {
        if let explicitPlatform { return (explicitPlatform, "explicit") }
        // Rows of a list, the surest first; the words are the first row's, but for `addressed`.
        var told: [(platform: String, source: String)] = []
        if let exportPlatform { told.append((exportPlatform, "exported")) }
        if let shape = messageID.flatMap({ OracleShapes.platform(id: $0) }) {
            told.append((shape, "id_shape"))
        }
        if hasApnsError { told.append(("ios", "apns_error")) }
        if let addressedPlatform { told.append((addressedPlatform, "addressed")) }
        guard let first = told.first else { return ("unknown", "none") }
        return first.platform == addressedPlatform ? (first.platform, "addressed") : first
    }

    func campaign(platform: String) -> String {
        if let campaign { return campaign }
        if platform != "unknown" {
            return labels[platform] ?? labels["message"] ?? exportLabel ?? "(none)"
        }
        if let label = labels["message"] { return label }
        let blocks = Set(["android", "ios", "web"].compactMap { labels[$0] })
        if blocks.count == 1, let label = blocks.first { return label }
        return exportLabel ?? "(none)"
    }

    var project: String { projectID ?? projectNumber ?? "(none)" }

    mutating func set(project: String?) {
        guard let project else { return }
        if project.allSatisfy({ "0123456789".contains($0) }) {
            projectNumber = project
        } else {
            projectID = project
        }
    }

    func isSilent(platform: String) -> Bool {
        shows[platform] == false
    }

    /// The class of the image, and whether it can show.
    func image(platform: String) -> (image: String, status: String) {
        let status = images[platform] ?? "unknown"
        let isClass = status == "no_image" || status == "unknown"
        return (isClass ? status : "image", status)
    }

    /// The place in the list of image statuses: of two records that differ, the first counts.
    private static func rank(_ status: String) -> Int {
        let order = [
            "webpush_header_only", "no_url", "no_mutable_content", "no_alert", "insecure_http",
            "no_file_extension", "unsupported_type", "varying_support", "ok", "no_image",
        ]
        return order.firstIndex(of: status) ?? order.count
    }

    private func imageStatus(
        _ urls: [Place: String], platform: String, isMutable: Bool
    ) -> String {
        let places: [Place] =
            switch platform {
            case "android": [.android, .notification]
            case "ios": [.apns, .notification, .apnsPayload]
            case "web": [.webpush, .notification, .webpushHeader]
            default: [.notification, .android, .apns, .apnsPayload, .webpush, .webpushHeader]
            }
        guard let place = places.first(where: { urls[$0] != nil }), let url = urls[place]
        else { return "no_image" }
        if place == .webpushHeader { return "webpush_header_only" }
        return status(url: url, platform: platform, isMutable: isMutable)
    }

    private func status(url: String, platform: String, isMutable: Bool) -> String {
        let lower = url.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix),
            !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
        else { return "no_url" }
        let ends: Set<Character> = ["/", "?", "#"]
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { !ends.contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard let first = host.first, first != ":" else { return "no_url" }

        let isApple = platform == "ios"
        if isApple, !isMutable { return "no_mutable_content" }
        if isApple, shows["ios"] != true { return "no_alert" }
        if scheme == "http://" { return "insecure_http" }

        let path = rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let dotted = name.split(separator: ".", omittingEmptySubsequences: false)
        let type = dotted.count > 1 ? (dotted.last ?? "").lowercased() : ""
        let everywhere: Set = ["jpg", "jpeg", "png", "bmp"]
        let appleOnly: Set = ["gif", "mp4", "m4v", "mov", "mpg", "mpeg", "avi", "3gp", "webm"]
        let varying: Set = ["webp", "heif", "heic", "avif"]
        let nowhere: Set = ["svg", "pdf", "tiff", "tif", "ico"]
        let known = everywhere.union(appleOnly).union(varying).union(nowhere)
        if isApple, !known.contains(type) { return "no_file_extension" }
        if nowhere.contains(type) || (!isApple && appleOnly.contains(type)) {
            return "unsupported_type"
        }
        return varying.contains(type) ? "varying_support" : "ok"
    }
}
