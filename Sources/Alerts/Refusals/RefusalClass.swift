/// Why FCM refuses sends. Each class has its own cure, so each is judged by itself.
package enum RefusalClass: String, CaseIterable, Sendable {
    /// The sender's credentials, permissions, or project.
    case configuration
    /// More sends than FCM takes.
    case quota
    /// Faults of FCM itself.
    case fcm
    /// Messages that FCM finds invalid.
    case request
    /// Tokens that are no longer registered: uninstalled apps, not an outage.
    case token
    case other

    /// The class of an error as it is stored: a word of FCM or of the Admin SDKs, or `HTTP_503`.
    package init(code: String, apnsReason: String? = nil, httpStatus: Int64? = nil) {
        if let apnsReason, RefusalClass.deadTokens.contains(apnsReason) {
            self = .token
            return
        }
        let word = code.uppercased().replacing("-", with: "_").split(separator: "/").last ?? ""
        self =
            RefusalClass.byWord[String(word)]
            ?? RefusalClass(status: word.hasPrefix("HTTP_") ? Int64(word.dropFirst(5)) : httpStatus)
    }

    private init(status: Int64?) {
        self =
            switch status ?? 0 {
            case 401, 403: .configuration
            case 404, 410: .token
            case 429: .quota
            case 400..<500: .request
            case 500..<600: .fcm
            default: .other
            }
    }

    private static let deadTokens: Set = ["Unregistered", "ExpiredToken"]

    private static let words: [(RefusalClass, String)] = [
        (
            .configuration,
            "THIRD_PARTY_AUTH_ERROR SENDER_ID_MISMATCH PERMISSION_DENIED UNAUTHENTICATED "
                + "AUTHENTICATION_ERROR INVALID_CREDENTIAL INVALID_APNS_CREDENTIAL"
        ),
        (
            .quota,
            "QUOTA_EXCEEDED RESOURCE_EXHAUSTED DEVICE_MESSAGE_RATE_EXCEEDED "
                + "TOPICS_MESSAGE_RATE_EXCEEDED MESSAGE_RATE_EXCEEDED"
        ),
        (.fcm, "UNAVAILABLE INTERNAL DEADLINE_EXCEEDED ABORTED CANCELLED UNKNOWN_ERROR"),
        (.token, "UNREGISTERED NOT_FOUND"),
        (
            .request,
            "INVALID_ARGUMENT FAILED_PRECONDITION OUT_OF_RANGE INVALID_PAYLOAD INVALID_RECIPIENT "
                + "INVALID_OPTIONS INVALID_PACKAGE_NAME INVALID_DATA_PAYLOAD_KEY "
                + "INVALID_REGISTRATION_TOKEN PAYLOAD_SIZE_LIMIT_EXCEEDED"
        ),
    ]

    private static let byWord = words.reduce(into: [String: RefusalClass]()) { known, row in
        for word in row.1.split(separator: " ") { known[String(word)] = row.0 }
    }
}
