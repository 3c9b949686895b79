internal import NDJSON

/// The error of a refused send, as FCM's own code, independent of the logger.
///
/// Sources in this order: `errorCode` of the FcmError detail (FCM REST reference, ErrorCode); FCM's
/// word under a name of its own (`messagingErrorCode` of the Java SDK, `errorCode`), or as the
/// class of an exception of Python's SDK; an Admin SDK's code, mapped to FCM's
/// (firebase-admin-node, error.ts); `status`; the HTTP status. Codes of the legacy API are mapped
/// to current ones. Without an FcmError a 401, 403 or 404 is about the project, not the token, so
/// its `status` is kept.
struct SendErrorDecoder {
    static let unspecified = "UNSPECIFIED_ERROR"

    private let fields: FieldReader
    private static let detailPaths: PathTree = {
        var tree = PathTree()
        for (slot, key) in ["errorCode", "reason", "statusCode"].enumerated() {
            tree.add(key, in: tree.root, slot: slot)
        }
        return tree
    }()

    /// The fields of an error.
    static let roles = RecordDecoder.roles(
        text: [
            .errorDetails, .transportDetails, .javaErrorCode, .flatErrorCode, .errorCode,
            .errorClass, .errorInfoCode, .errorStatus, .status,
        ], word: [.error, .responseError])

    init(_ fields: FieldReader) {
        self.fields = fields
    }

    private subscript(field: Field) -> JSONValue {
        assert(SendErrorDecoder.roles[field.rawValue] != .ignored, "\(field) is not remembered")
        return fields[field.rawValue]
    }

    /// The error itself, which may be a single word: of the record, else of the answer.
    var word: JSONValue {
        SendErrorDecoder.isError(self[.error]) ? self[.error] : self[.responseError]
    }

    private var httpStatus: Int64? { self[.status].integer }

    /// Whether there is an error: false, 0 and empty values are none.
    var isGiven: Bool {
        SendErrorDecoder.isError(word) || (400..<600).contains(httpStatus ?? 0)
            || ownWord != nil
    }

    /// FCM's own word for the error, which is known among other words under any name.
    private var ownWord: String? {
        let places = [Field.javaErrorCode, .flatErrorCode, .errorClass]
        // Of most records none is given.
        guard places.contains(where: { self[$0].isGiven }) else { return nil }
        return places.lazy.compactMap { SendErrorDecoder.name(self[$0]) }
            .first { SendErrorDecoder.words.contains(SendErrorDecoder.canonical($0)) }
    }

    /// MessagingErrorCode of the SDKs for Java and C#: the values of ErrorCode in the REST
    /// reference.
    private static let words: Set = [
        "UNREGISTERED", "SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR", "QUOTA_EXCEEDED",
        "UNAVAILABLE", "INTERNAL", "INVALID_ARGUMENT",
    ]

    /// Whether the error has a word, which may be FCM's own under a name of its own.
    var hasWord: Bool { word.isGiven || ownWord != nil }

    /// Whether the error has a code of its own.
    var isNamed: Bool { isGiven && (ownWord ?? named) != nil }

    private static func isError(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .absent, .null, .false: false
        case .true: true
        case .number: value.integer != 0
        case .string, .escapedString, .object, .array: value.isNonEmpty
        }
    }

    var error: SendError {
        var detail: (code: String?, apnsReason: String?) = (nil, nil)
        for field in [Field.errorDetails, .transportDetails] {
            let found = readDetails(self[field])
            detail = (detail.code ?? found.code, detail.apnsReason ?? found.apnsReason)
        }
        let http = self[.errorCode].kind == .number ? self[.errorCode].integer : httpStatus
        let code =
            detail.code ?? ownWord ?? named ?? http.map { "HTTP_\($0)" }
            ?? SendErrorDecoder.unspecified
        return SendError(
            code: SendErrorDecoder.canonical(code), apnsReason: detail.apnsReason,
            httpStatus: http)
    }

    private var named: String? {
        [self[.errorCode], self[.errorInfoCode], self[.errorStatus], word].lazy
            .compactMap(SendErrorDecoder.name).first ?? codeInSentence
    }

    /// Whether the error has a code or a sentence of FCM's.
    var isKnown: Bool { SendErrorDecoder.knownCodes.contains(error.code) }

    private static let knownCodes = words.union(statuses)

    /// Of a sentence that says the code of an Admin SDK, such as Go's `…; code:
    /// registration-token-not-registered; …`, or that FCM has for one code alone. `Requested entity
    /// was not found.` is FCM's answer for a token that is not registered any more.
    private var codeInSentence: String? {
        guard word.isString else { return nil }
        return word.withCharacters { text in
            SendErrorDecoder.sentences.first { text.contains(part: $0.part) }?.code
        }
    }

    private static let sentences: [(part: [UInt8], code: String)] = {
        let codes = [
            "registration-token-not-registered", "mismatched-credential", "third-party-auth-error",
            "message-rate-exceeded", "server-unavailable", "UnregisteredError",
            "SenderIdMismatchError", "QuotaExceededError", "ThirdPartyAuthError",
        ]
        let sentences = [
            ("Requested entity was not found", "UNREGISTERED"),
            ("app instance has been unregistered", "UNREGISTERED"),
            ("Token not registered", "UNREGISTERED"),
            ("not a valid FCM registration token", "INVALID_ARGUMENT"),
            ("Request contains an invalid argument", "INVALID_ARGUMENT"),
            ("Auth error from APNS or Web Push Service", "THIRD_PARTY_AUTH_ERROR"),
            ("SenderId mismatch", "SENDER_ID_MISMATCH"),
        ]
        return (codes.map { ($0, $0) } + sentences).map { (Array($0.0.utf8), $0.1) }
    }()

    // MARK: Evidence

    /// Whether only FCM's answer to a send has such an error: an FcmError, or a code of the Admin
    /// SDKs. Client SDKs have other codes.
    var isOwn: Bool {
        hasOwnType(.errorDetails) || hasOwnType(.transportDetails)
            || word.bytes.contains(part: SendErrorDecoder.ownClass)
            || [self[.errorCode], self[.errorInfoCode], self[.flatErrorCode], word]
                .contains(where: isOwnCode)
            || SendErrorDecoder.name(self[.javaErrorCode])
                .map { SendErrorDecoder.words.contains(SendErrorDecoder.canonical($0)) } == true
    }

    private func hasOwnType(_ details: Field) -> Bool {
        self[details].kind == .array
            && self[details].bytes.contains(part: SendErrorDecoder.ownType)
    }

    private func isOwnCode(_ code: JSONValue) -> Bool {
        SendErrorDecoder.isOfAdminSDK(code)
            && SendErrorDecoder.name(code).map(SendErrorDecoder.ownCodes.contains) == true
    }

    private static func isOfAdminSDK(_ code: JSONValue) -> Bool {
        code.isString && code.withCharacters { $0.hasASCIIPrefix("messaging/") }
    }

    /// Whether one of several answers is FCM's. Here any code of the Admin SDKs is enough.
    var isOwnInBatch: Bool {
        guard isGiven else { return false }
        return isOwn || hasOwnCode
            || [self[.errorCode], self[.errorInfoCode], word]
                .contains(where: SendErrorDecoder.isOfAdminSDK)
    }

    /// Whether only FCM uses this code for a send.
    var hasOwnCode: Bool {
        ["UNREGISTERED", "SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR"].contains(error.code)
    }

    /// Whether this is the error of a Google API: a number and one of its status names.
    var isOfGoogleAPI: Bool {
        self[.errorCode].kind == .number
            && self[.errorStatus].text.map(SendErrorDecoder.statuses.contains) == true
    }

    private static let ownType = Array("google.firebase.fcm".utf8)
    /// The class of the Admin SDK for Node.
    private static let ownClass = Array("FirebaseMessagingError".utf8)

    private static let ownCodes: Set = Set(
        [
            "invalid-recipient", "invalid-payload", "invalid-data-payload-key",
            "payload-size-limit-exceeded", "invalid-options", "invalid-registration-token",
            "registration-token-not-registered", "installation-id-not-registered",
            "mismatched-credential", "invalid-package-name", "device-message-rate-exceeded",
            "topics-message-rate-exceeded", "message-rate-exceeded", "third-party-auth-error",
            "too-many-topics", "server-unavailable", "internal-error", "invalid-argument",
            "authentication-error", "unknown-error",
        ].map { "messaging/" + $0 })

    /// google.rpc.Code, as spelled by Google's APIs.
    private static let statuses: Set = [
        "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE", "UNAUTHENTICATED",
        "PERMISSION_DENIED", "NOT_FOUND", "ABORTED", "ALREADY_EXISTS", "RESOURCE_EXHAUSTED",
        "CANCELLED", "DATA_LOSS", "UNKNOWN", "INTERNAL", "NOT_IMPLEMENTED", "UNAVAILABLE",
        "DEADLINE_EXCEEDED",
    ]

    private func readDetails(_ details: JSONValue) -> (code: String?, apnsReason: String?) {
        guard details.kind == .array else { return (nil, nil) }
        let reader = FieldReader(SendErrorDecoder.detailPaths)
        var code: String?
        var apnsReason: String?
        FieldReader.forEachElement(of: details) { element in
            guard reader.read(object: element) else { return }
            code = code ?? reader[0].text
            if reader[2].isGiven { apnsReason = apnsReason ?? reader[1].text }
        }
        return (code, apnsReason)
    }

    /// A code is one word. A sentence is no code, and may contain a token.
    private static func name(_ value: JSONValue) -> String? {
        guard value.isString, let text = value.text, text.utf8.count <= 80,
            text.utf8.allSatisfy({ Digits.isLetterOrDigit($0) || "-/_".utf8.contains($0) })
        else { return nil }
        return text
    }

    static func canonical(_ code: String) -> String {
        let bare = code.hasPrefix("messaging/") ? String(code.dropFirst(10)) : code
        switch bare {
        case "registration-token-not-registered", "installation-id-not-registered",
            "UnregisteredError", "NotRegistered", "Unregistered", "DeviceNotRegistered":
            return "UNREGISTERED"
        case "mismatched-credential", "SenderIdMismatchError", "SenderIdMismatch",
            "MismatchSenderId":
            return "SENDER_ID_MISMATCH"
        case "message-rate-exceeded", "QuotaExceededError", "QuotaExceeded",
            "DeviceMessageRateExceeded":
            return "QUOTA_EXCEEDED"
        case "third-party-auth-error", "APNS_AUTH_ERROR", "ThirdPartyAuthError",
            "InvalidApnsCredential":
            return "THIRD_PARTY_AUTH_ERROR"
        case "server-unavailable", "Unavailable": return "UNAVAILABLE"
        case "internal-error", "InternalServerError", "Internal": return "INTERNAL"
        case "invalid-argument", "InvalidRegistration", "InvalidArgument": return "INVALID_ARGUMENT"
        default: return code
        }
    }
}
