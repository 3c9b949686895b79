/// A way in which FCM refuses a send, in the three spellings of logs.
struct Failure {
    /// FCM's word in an HTTP answer: FcmError, else status, else HTTP code.
    let word: String
    let http: Int
    let status: StaticString?
    let message: StaticString
    /// `errorCode` of the FcmError detail, if there is one.
    let fcmError: StaticString?
    /// ApnsError detail: APNs' status and reason.
    var apns: (status: Int, reason: StaticString)?
    /// The Admin SDK's code without `messaging/`, and FCM's word for it if that differs.
    let admin: StaticString
    var adminWord: String?
    let weight: Double
}

extension Failure {
    /// Codes and texts of the HTTP v1 reference ("ErrorCode") and the Admin SDK for Node
    /// (`messaging-errors-internal`).
    static let all: [Failure] = [
        Failure(
            word: "UNREGISTERED", http: 404, status: "NOT_FOUND",
            message: "Requested entity was not found.", fcmError: "UNREGISTERED",
            admin: "registration-token-not-registered", weight: 55),
        Failure(
            word: "INVALID_ARGUMENT", http: 400, status: "INVALID_ARGUMENT",
            message: "The registration token is not a valid FCM registration token",
            fcmError: "INVALID_ARGUMENT", admin: "invalid-argument", weight: 15),
        Failure(
            word: "SENDER_ID_MISMATCH", http: 403, status: "PERMISSION_DENIED",
            message: "SenderId mismatch", fcmError: "SENDER_ID_MISMATCH",
            admin: "mismatched-credential", weight: 5),
        Failure(
            word: "QUOTA_EXCEEDED", http: 429, status: "RESOURCE_EXHAUSTED",
            message: "Device message rate exceeded.", fcmError: "QUOTA_EXCEEDED",
            admin: "message-rate-exceeded", weight: 5),
        Failure(
            word: "UNAVAILABLE", http: 503, status: "UNAVAILABLE",
            message: "The service is currently unavailable.", fcmError: "UNAVAILABLE",
            admin: "server-unavailable", weight: 6),
        Failure(
            word: "INTERNAL", http: 500, status: "INTERNAL",
            message: "Internal error encountered.", fcmError: "INTERNAL",
            admin: "internal-error", weight: 4),
        Failure(
            word: "THIRD_PARTY_AUTH_ERROR", http: 401, status: "UNAUTHENTICATED",
            message: "Auth error from APNS or Web Push Service",
            fcmError: "THIRD_PARTY_AUTH_ERROR", apns: (403, "InvalidProviderToken"),
            admin: "third-party-auth-error", weight: 3),
        Failure(
            word: "INVALID_ARGUMENT", http: 400, status: "INVALID_ARGUMENT",
            message: "The APNs device token is disabled", fcmError: "INVALID_ARGUMENT",
            apns: (410, "Unregistered"), admin: "invalid-argument", weight: 4),
        Failure(
            word: "PERMISSION_DENIED", http: 403, status: "PERMISSION_DENIED",
            message: "The caller does not have permission", fcmError: nil,
            admin: "unknown-error", adminWord: "messaging/unknown-error", weight: 2),
        Failure(
            word: "HTTP_502", http: 502, status: nil, message: "Bad Gateway", fcmError: nil,
            admin: "server-unavailable", adminWord: "UNAVAILABLE", weight: 1),
    ]

    /// Events of failed sends in FCM's export to BigQuery, with FCM's words.
    static let exported: [(event: StaticString, word: String)] = [
        ("INVALID_REGISTRATION", "INVALID_ARGUMENT"),
        ("MISSING_REGISTRATIONS", "INVALID_ARGUMENT"),
        ("UNAUTHORIZED_REGISTRATION", "SENDER_ID_MISMATCH"),
        ("MISMATCH_SENDER_ID", "SENDER_ID_MISMATCH"),
        ("INVALID_APNS_CREDENTIAL", "THIRD_PARTY_AUTH_ERROR"),
        ("MESSAGE_RECEIVED_INTERNAL_ERROR", "INTERNAL"),
        ("QUOTA_EXCEEDED", "QUOTA_EXCEEDED"),
        ("INVALID_PACKAGE_NAME", "INVALID_ARGUMENT"),
        ("INVALID_PARAMETERS", "INVALID_ARGUMENT"),
        ("PAYLOAD_TOO_LARGE", "INVALID_ARGUMENT"),
        ("INVALID_TTL", "INVALID_ARGUMENT"),
        ("AUTHENTICATION_ERROR", "UNAUTHENTICATED"),
    ]

    /// Draws a failure that a send of this service on this platform can have.
    static func draw(for message: Message, _ random: inout Random) -> UInt8 {
        if message.service == .exportOnly {
            return UInt8(random.below(exported.count))
        }
        while true {
            var rest = random.unit() * totalWeight
            for (index, failure) in all.enumerated() {
                rest -= failure.weight
                if rest < 0 {
                    if failure.apns != nil && message.platform != .ios { break }
                    return UInt8(index)
                }
            }
        }
    }

    private static let totalWeight = all.reduce(0) { $0 + $1.weight }
}

extension Send {
    /// The error word under which a failed send counts.
    var failureWord: String? {
        guard let failure else { return nil }
        switch message.service {
        case .exportOnly: return Failure.exported[Int(failure)].word
        case .node, .multicast:
            return Failure.all[Int(failure)].adminWord ?? Failure.all[Int(failure)].word
        default: return Failure.all[Int(failure)].word
        }
    }

    /// The platform that a reader can know from the send record: explicit, by the shape of the
    /// ID, by an ApnsError, or because the message addresses one platform only; else unknown.
    var loggedPlatform: Platform {
        guard let failure else { return message.platform }
        switch message.service {
        case .growth, .crm, .exportOnly, .uniform: return message.platform
        case .node, .multicast: return .unknown
        case .orders, .sync: return Failure.all[Int(failure)].apns == nil ? .unknown : .ios
        }
    }

    var imageClass: ImageClass {
        if message.service == .exportOnly { return .unknown }
        return message.form.asks(on: loggedPlatform) ? .image : .noImage
    }
}
