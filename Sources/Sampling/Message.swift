/// Where a message goes; `unknown` only for failed sends whose record does not name it.
enum Platform: UInt8, CaseIterable {
    case android, ios, web, unknown

    var name: String {
        switch self {
        case .android: "android"
        case .ios: "ios"
        case .web: "web"
        case .unknown: "unknown"
        }
    }
}

/// The program that sent a message. Each has its own shape and spelling of log lines.
enum Service: UInt8 {
    /// HTTP v1 with snake_case names, the label at the message, three platform blocks.
    case orders
    /// HTTP v1 with camelCase names, an explicit platform, the label in the platform's block.
    case growth
    /// Node Admin SDK before its renaming (`imageUrl`, `fcmOptions`), one token a call.
    case node
    /// Python Admin SDK: an explicit campaign, a message that addresses one platform only.
    case crm
    /// Data-only messages that wake the app.
    case sync
    /// Node Admin SDK `sendEachForMulticast`: one line for up to 25 tokens.
    case multicast
    /// Has no log; its sends are in the BigQuery export alone.
    case exportOnly
    /// HTTP v1 with snake_case names and an explicit platform: the one service of a uniform
    /// sample, whose clients all log raw.
    case uniform
}

/// How a send asks for an image.
enum ImageForm: UInt8 {
    case none, full, webHeaderOnly, insecure, noExtension, gif, webp, androidOnly

    /// Whether the send asks for an image on a platform, by the platform's own field or
    /// `notification.image`; for an unknown platform by any field.
    func asks(on platform: Platform) -> Bool {
        switch self {
        case .none: false
        case .androidOnly: platform == .android || platform == .unknown
        default: true
        }
    }
}

/// The image column of the funnel.
enum ImageClass: UInt8, CaseIterable {
    case image, noImage, unknown

    var name: String {
        switch self {
        case .image: "image"
        case .noImage: "no_image"
        case .unknown: "unknown"
        }
    }
}

/// One message to one device.
///
/// All other parts of its lines (the token, the installation ID, the app's logger) are computed
/// from these numbers, so that a message can be written again days later, byte for byte.
struct Message {
    /// The origin of a message, as its events show it.
    enum Origin: UInt8 {
        case api, topic, composer
    }

    /// The time at which FCM accepted it, in microseconds: the 16 digits of Android and Apple IDs.
    var acceptedAt: Int64
    /// The time of its send record, in microseconds.
    var sentAt: Int64
    /// The random part of the ID.
    var tail: UInt64
    var device: UInt64
    /// The number of its token and installation ID, if that is not of its device.
    var target: UInt64?
    var campaign: UInt16
    var platform: Platform
    var form: ImageForm
    var service: Service
    var origin: Origin
    /// Nothing to show: data-only, on Apple `content-available` without an alert.
    var silent: Bool
    /// Apple: the alert also wakes the app (`content-available`).
    var wakes: Bool
    /// Apple: a service extension runs (`mutable-content`), which can show images and log receipts.
    var mutable: Bool
}

extension Message {
    /// The logger of the app, a property of the device.
    enum Logger {
        /// Android: the intent's raw bundle. Apple: each callback by name. Web: the push form.
        case raw
        /// Android: `RemoteMessage`. Web: the app form. (Apple has none.)
        case object
        /// Flutter and React Native records.
        case plugin
        /// Apple: what `appDidReceiveMessage` sees, without the callback's name.
        case legacy
    }

    var logger: Logger {
        if isUniform { return .raw }
        let share = mixed(device ^ 0x10) % 100
        switch platform {
        case .android: return share < 65 ? .raw : share < 85 ? .object : .plugin
        case .ios: return share < 72 ? .raw : share < 87 ? .legacy : .plugin
        case .web, .unknown: return share < 60 ? .raw : .object
        }
    }

    /// The number from which its token and installation ID are made.
    var tokenNumber: UInt64 { target ?? device }

    /// Android delivers some pushes at a lower priority than they were sent with.
    var isLowered: Bool {
        platform == .android && logger != .plugin && !isUniform && pick(40, 22) == 0
    }

    /// Whether its lines have the only shape of a uniform sample.
    var isUniform: Bool { service == .uniform }

    /// A number below `bound`, constant for this message.
    func pick(_ bound: UInt64, _ salt: UInt64) -> UInt64 {
        mixed(tail ^ UInt64(bitPattern: acceptedAt) &+ salt &* 0x9E37) % bound
    }
}

/// One send attempt: a message and FCM's answer.
struct Send {
    var message: Message
    /// Index into `Failure.all`; nil for an accepted send.
    var failure: UInt8?
    /// Whether another send of its batch was accepted.
    var isBesideAccepted = false
}
