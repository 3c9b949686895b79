/// What FCM answered.
extension OracleSends {
    static func isValidation(_ line: [String: OracleJSON]) -> Bool {
        for holder in [line.object("request"), line] {
            let value = holder?.first("validate_only", "validateOnly")
            if value?.isYes == true { return true }
        }
        return false
    }

    static func outcome(of line: [String: OracleJSON]) throws -> OracleOutcome {
        let isValidation = isValidation(line)
        switch line.first("response", "result") {
        case .object(let response):
            var response = response
            if response.first("error") == nil { response["error"] = line["error"] }
            return try outcome(response: response, isValidation: isValidation)
        case .string(let name):
            return try outcome(response: ["name": .string(name)], isValidation: isValidation)
        default:
            guard let error = line.first("error") else { throw OracleRejection("no_outcome") }
            return try outcome(response: ["error": error], isValidation: isValidation)
        }
    }

    /// The project that an answer, or an element of a batch, names.
    static func project(of response: OracleJSON?) -> String? {
        guard let fields = response?.object else { return OracleShapes.project(response) }
        return OracleShapes.project(fields.first("name", "messageId", "message_id", "MessageID"))
    }

    /// A message name is success, whatever else is there; else the error.
    static func outcome(
        response: [String: OracleJSON], isValidation: Bool
    ) throws -> OracleOutcome {
        let name = response.first("name", "messageId", "message_id", "MessageID")
        if let id = try OracleShapes.messageID(name) {
            if isValidation || id == "fake_message_id" {
                return .validated(code: nil, apnsReason: nil)
            }
            return .sent(messageID: id)
        }
        guard let error = response.first("error", "Error") else {
            throw OracleRejection("no_message_id")
        }
        var fields = error.object ?? [:]
        if let inner = fields.object("error") { fields = inner }
        let code = errorCode(fields)
        let apns = detail("ApnsError", of: fields)
        if isValidation { return .validated(code: code, apnsReason: apns?.text("reason")) }
        return .failed(code: code, apnsReason: apns?.text("reason"), isApns: apns != nil)
    }

    private static func detail(
        _ name: String, of error: [String: OracleJSON]
    ) -> [String: OracleJSON]? {
        (error["details"]?.array ?? []).lazy.compactMap(\.object).first {
            $0.text("@type")?.hasSuffix("google.firebase.fcm.v1." + name) == true
        }
    }

    static func errorCode(_ error: [String: OracleJSON]) -> String {
        func modern(_ code: String) -> String {
            code == "APNS_AUTH_ERROR" ? "THIRD_PARTY_AUTH_ERROR" : code
        }
        if let code = detail("FcmError", of: error)?.text("errorCode", "error_code") {
            return modern(code)
        }
        if let code = error.text("code"), code.hasPrefix("messaging/") {
            return adminCodes[code] ?? code
        }
        if let status = error.text("status") { return modern(status) }
        if case .integer(let code) = error["code"] { return "HTTP_" + code }
        return "UNSPECIFIED_ERROR"
    }

    private static let adminCodes = [
        "messaging/registration-token-not-registered": "UNREGISTERED",
        "messaging/installation-id-not-registered": "UNREGISTERED",
        "messaging/mismatched-credential": "SENDER_ID_MISMATCH",
        "messaging/message-rate-exceeded": "QUOTA_EXCEEDED",
        "messaging/third-party-auth-error": "THIRD_PARTY_AUTH_ERROR",
        "messaging/server-unavailable": "UNAVAILABLE",
        "messaging/internal-error": "INTERNAL",
        "messaging/invalid-argument": "INVALID_ARGUMENT",
    ]
}
