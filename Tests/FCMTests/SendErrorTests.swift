import FCM
import NDJSON
import Testing

/// FCM's REST reference (ErrorCode) and firebase-admin-node (error.ts).
@Suite("Errors of refused sends")
struct SendErrorTests {
    static func detail(_ code: String) -> String {
        #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}"#
    }
    static func apns(_ status: Int, _ reason: String) -> String {
        """
        {"@type":"type.googleapis.com/google.firebase.fcm.v1.ApnsError","statusCode":\(status),
         "reason":"\(reason)"}
        """
    }

    @Test(
        "the FcmError detail names the error, over status and message",
        arguments: [
            (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"), (404, "NOT_FOUND", "UNREGISTERED"),
            (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"),
            (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"), (503, "UNAVAILABLE", "UNAVAILABLE"),
            (500, "INTERNAL", "INTERNAL"), (401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR"),
            (400, "UNKNOWN", "UNSPECIFIED_ERROR"),
        ])
    func details(http: Int64, status: String, code: String) throws {
        let error = try refusal(
            """
            {"code":\(http),"message":"Requested entity was not found.","status":"\(status)",
             "details":[\(SendErrorTests.detail(code))]}
            """)
        #expect(error == SendError(code: code, httpStatus: http))
    }

    /// Exceptions with the answer of an HTTP client.
    @Test(
        "the FcmError detail is found inside the error of a client",
        arguments: ["httpResponse", "http_response", "response"],
        [
            #"{"data":{"error":ANSWER}}"#, #"{"error":ANSWER}"#, "ANSWER",
            #"{"status_code":404,"error":ANSWER}"#,
        ])
    func transport(key: String, body: String) throws {
        let answer = #"{"code":404,"details":[\#(SendErrorTests.detail("UNREGISTERED"))]}"#
        let body = body.replacing("ANSWER", with: answer)
        for code in [#""code":"NOT_FOUND","#, ""] {
            #expect(try refusal(#"{\#(code)"\#(key)":\#(body)}"#)?.code == "UNREGISTERED")
        }
    }

    @Test(
        "the class of an exception of Python's SDK is its code",
        arguments: [
            ("UnregisteredError", "NOT_FOUND", "UNREGISTERED"),
            ("SenderIdMismatchError", "PERMISSION_DENIED", "SENDER_ID_MISMATCH"),
            ("QuotaExceededError", "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
            ("ThirdPartyAuthError", "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR"),
            ("NotFoundError", "NOT_FOUND", "NOT_FOUND"), ("Error", "NOT_FOUND", "NOT_FOUND"),
        ])
    func exceptions(name: String, status: String, code: String) throws {
        for key in ["type", "class", "exc_type", "name"] {
            let error = try refusal(
                #"{"\#(key)":"\#(name)","code":"\#(status)","message":"text"}"#)
            #expect(error?.code == code)
        }
    }

    @Test("the old name of THIRD_PARTY_AUTH_ERROR is the same error")
    func oldName() throws {
        let error = try refusal(
            """
            {"code":401,"status":"UNAUTHENTICATED",
             "details":[\(SendErrorTests.detail("APNS_AUTH_ERROR"))]}
            """)
        #expect(error?.code == "THIRD_PARTY_AUTH_ERROR")
    }

    @Test("the reason of an ApnsError is kept, whichever detail comes first")
    func apnsReason() throws {
        let fcm = SendErrorTests.detail("THIRD_PARTY_AUTH_ERROR")
        let apns = SendErrorTests.apns(403, "InvalidProviderToken")
        for details in ["\(fcm),\(apns)", "\(apns),\(fcm)"] {
            let error = try refusal(
                #"{"code":401,"status":"UNAUTHENTICATED","details":[\#(details)]}"#)
            let expected = SendError(
                code: "THIRD_PARTY_AUTH_ERROR", apnsReason: "InvalidProviderToken",
                httpStatus: 401)
            #expect(error == expected)
        }
    }

    /// "APNs device token is disabled": the code is about arguments, the reason about the token.
    @Test("a dead Apple token behind INVALID_ARGUMENT keeps APNs' reason")
    func deadAppleToken() throws {
        let error = try refusal(
            """
            {"code":400,"status":"INVALID_ARGUMENT",
             "details":[\(SendErrorTests.detail("INVALID_ARGUMENT")),
                        \(SendErrorTests.apns(410, "Unregistered"))]}
            """)
        #expect(
            error
                == SendError(
                    code: "INVALID_ARGUMENT", apnsReason: "Unregistered", httpStatus: 400))
    }

    @Test(
        "without an FcmError the error is about the project, and keeps its status",
        arguments: [
            (401, "UNAUTHENTICATED"), (403, "PERMISSION_DENIED"), (404, "NOT_FOUND"),
        ])
    func projectErrors(http: Int64, status: String) throws {
        let error = try refusal(
            """
            {"code":\(http),"message":"text","status":"\(status)","details":[
             {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED"}]}
            """)
        #expect(error == SendError(code: status, httpStatus: http))
    }

    @Test(
        "details of google.rpc name no error and no APNs reason",
        arguments: [
            """
            {"@type":"type.googleapis.com/google.rpc.BadRequest",
             "fieldViolations":[{"field":"message.token","description":"bad"}]}
            """,
            #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[]}"#,
            #""text""#, "null",
        ])
    func otherDetails(detail: String) throws {
        let error = try refusal(
            #"{"code":400,"status":"INVALID_ARGUMENT","details":[\#(detail)]}"#)
        #expect(error == SendError(code: "INVALID_ARGUMENT", httpStatus: 400))
    }

    @Test(
        "an Admin SDK's code is put back into FCM's word",
        arguments: [
            ("messaging/registration-token-not-registered", "UNREGISTERED"),
            ("messaging/installation-id-not-registered", "UNREGISTERED"),
            ("messaging/mismatched-credential", "SENDER_ID_MISMATCH"),
            ("messaging/message-rate-exceeded", "QUOTA_EXCEEDED"),
            ("messaging/third-party-auth-error", "THIRD_PARTY_AUTH_ERROR"),
            ("messaging/server-unavailable", "UNAVAILABLE"),
            ("messaging/internal-error", "INTERNAL"),
            ("messaging/invalid-argument", "INVALID_ARGUMENT"),
            ("messaging/unknown-error", "messaging/unknown-error"),
            ("messaging/payload-size-limit-exceeded", "messaging/payload-size-limit-exceeded"),
            ("UNREGISTERED", "UNREGISTERED"), ("SENDER_ID_MISMATCH", "SENDER_ID_MISMATCH"),
        ])
    func adminCodes(word: String, code: String) throws {
        #expect(try refusal(#"{"code":"\#(word)","message":"text"}"#) == SendError(code: code))
        #expect(try refusal(#""\#(word)""#) == SendError(code: code))
        let whole = #"{"errorInfo":{"code":"\#(word)","message":"m"},"codePrefix":"messaging"}"#
        #expect(try refusal(whole) == SendError(code: code))
    }

    private static let unregistered = SendError(code: "UNREGISTERED")

    @Test(
        "FCM's word may have a name of its own: of the Java and Go SDKs, or beside a token",
        arguments: [
            #""exception":{"errorCode":"NOT_FOUND","messagingErrorCode":"UNREGISTERED"}"#,
            #""error":{"ErrorCode":"NOT_FOUND","Ext":{"messagingErrorCode":"UNREGISTERED"}}"#,
            #""messagingErrorCode":"UNREGISTERED""#, #""errorCode":"UNREGISTERED""#,
            #""error_code":"UNREGISTERED","error":"Requested entity was not found.""#,
            #""code":"messaging/registration-token-not-registered""#,
            #""error":"http error status: 404; code: registration-token-not-registered; details:""#,
            #""error":"UnregisteredError('Requested entity was not found.')""#,
            #""error":"Requested entity was not found.""#, #""error":"Token not registered""#,
            #""exception":{"MessagingErrorCode":"Unregistered","ErrorCode":"NotFound"}"#,
        ])
    func namedCodes(members: String) throws {
        let send = try decodeSend(#"{"ts":1795165201,"token":"\#(Self.token)",\#(members)}"#)
        guard case .failed(let error) = send.outcome else {
            Issue.record("not refused")
            return
        }
        #expect(error == Self.unregistered)
    }

    @Test(
        "a token may have another name if the error is FCM's",
        arguments: ["fcm_token", "deviceToken", "registrationId", "Token"])
    func namedTokens(name: String) throws {
        let send = try decodeSend(
            #"{"ts":1795165201,"\#(name)":"\#(Self.token)","error":"UNREGISTERED"}"#)
        #expect(send.outcome == .failed(Self.unregistered))
        #expect(send.targetHash == targetHash(Self.token))
        let other = #"{"ts":1795165201,"\#(name)":"\#(Self.token)","error":"duplicate key"}"#
        #expect(try decode(other) == .foreign(.other))
    }

    private static let token = "fGh1jKl2mN3oP4qR5sT6uV:APA91bExampleTokenOnly0123456789_-"

    @Test("other words under these names are no errors")
    func otherCodes() throws {
        for member in [#""errorCode":"NONE""#, #""code":"OK""#, #""error_code":0"#] {
            let line =
                #"{"ts":1795165201,"token":"\#(Self.token)",\#(member),"#
                + #""response":{"name":"projects/p/messages/\#(ID.android)"}}"#
            #expect(try decodeSend(line).outcome == .sent)
            let alone = try? decode(#"{"ts":1795165201,"token":"\#(Self.token)",\#(member)}"#)
            #expect(alone == nil || alone == .foreign(.other))
        }
    }

    @Test("lists of those that were accepted and refused are as many sends")
    func lists() throws {
        let found = try decode(
            #"{"ts":1795165201,"successCount":1,"failureCount":2,"#
                + #""sent":[{"token":"\#(Self.token)","messageId":"projects/p/messages/"#
                + #"\#(ID.android)"}],"failed":[{"token":"\#(Self.token)x","errorCode":"#
                + #""UNREGISTERED"},{"token":"\#(Self.token)y","errorCode":"UNAVAILABLE"}]}"#)
        #expect(found == .several)
    }

    @Test("Node's httpResponse keeps FCM's own details, as JSON and as its text")
    func nodeTransport() throws {
        let details = """
            [\(SendErrorTests.detail("UNREGISTERED")),\(SendErrorTests.apns(410, "ExpiredToken"))]
            """.replacing("\n", with: "")
        let body = #"{"error":{"code":404,"status":"NOT_FOUND","details":\#(details)}}"#
        let quoted = body.replacing("\"", with: "\\\"")
        for data in [body, "\"\(quoted)\""] {
            let error = try refusal(
                """
                {"code":"messaging/unknown-error","message":"m",
                 "httpResponse":{"status":404,"headers":{},"data":\(data)}}
                """)
            #expect(error?.code == "UNREGISTERED")
            #expect(error?.apnsReason == "ExpiredToken")
        }
    }

    @Test("an HTTP body that is logged whole says error twice")
    func doubled() throws {
        let error = try refusal(
            """
            {"error":{"code":404,"message":"m","status":"NOT_FOUND",
             "details":[\(SendErrorTests.detail("UNREGISTERED"))]}}
            """)
        #expect(error == SendError(code: "UNREGISTERED", httpStatus: 404))
    }

    @Test("the error may stand in the response")
    func insideResponse() throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:02Z","request":{"message":{"token":"t"}},"status":404,
             "response":
             {"error":{"code":404,"status":"NOT_FOUND",
              "details":[\(SendErrorTests.detail("UNREGISTERED"))]}}}
            """)
        #expect(send.outcome == .failed(SendError(code: "UNREGISTERED", httpStatus: 404)))
        #expect(send.key.shape == .content)
    }

    @Test(
        "without a word the HTTP status stands for the error",
        arguments: [
            (#"{"code":502}"#, nil, "HTTP_502", 502), ("{}", 503, "HTTP_503", 503),
            (#""Bad Gateway""#, 502, "HTTP_502", 502), ("true", nil, "UNSPECIFIED_ERROR", nil),
            (#""The token abc123 is not registered.""#, nil, "UNSPECIFIED_ERROR", nil),
            (#"{"status":"NOT_FOUND"}"#, 404, "NOT_FOUND", 404),
        ] as [(String, Int?, String, Int64?)])
    func fallbacks(error: String, status: Int?, code: String, http: Int64?) throws {
        #expect(
            try refusal(error, status: status) == SendError(code: code, httpStatus: http))
    }

    @Test(
        "an HTTP status of 400 or more is an error, whatever body came with it",
        arguments: [
            "{}", "null", #""""#, #""<html>Bad Gateway</html>""#, #""<html>Error</html>""#,
            #""upstream_error""#,
        ])
    func httpStatus(response: String) throws {
        let send = try decodeSend(
            """
            {"ts":"2026-11-20T09:00:02Z","request":{"message":{"token":"t"}},"status":502,
             "response":\(response)}
            """)
        #expect(send.outcome == .failed(SendError(code: "HTTP_502", httpStatus: 502)))
    }

    @Test("failed sends differ by target, moment, content and error")
    func identities() throws {
        func failed(
            _ time: String = "09:00:02", _ message: String = #"{"token":"t"}"#,
            _ code: String = "UNREGISTERED"
        ) throws -> MessageKey {
            try decodeSend(
                """
                {"ts":"2026-11-20T\(time)Z","request":{"message":\(message)},
                 "error":{"code":"\(code)"}}
                """
            ).key
        }
        let keys = try [
            failed(), failed("09:00:03"), failed("09:00:02", #"{"token":"u"}"#),
            failed("09:00:02", #"{"fid":"t"}"#),
            failed("09:00:02", #"{"token":"t","data":{"k":"v"}}"#),
            failed("09:00:02", #"{"token":"t"}"#, "INTERNAL"),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try failed("09:00:02", #"{ "token" : "\u0074" }"#) == failed())
    }

    @Test("errors alone differ by all that stands around them, in any order")
    func identitiesOfErrorsAlone() throws {
        let error = #"{"error":{"code":404,"details":[\#(SendErrorTests.detail("UNREGISTERED"))]}}"#
        func key(_ line: String) throws -> MessageKey { try decodeSend(line).key }
        let keys = try [
            key(#"{"ts":1795165201,"user":1,"response":\#(error)}"#),
            key(#"{"ts":1795165201,"user":2,"response":\#(error)}"#),
            key("2026-11-20 09:00:01 user 1: \(error)"),
            key("2026-11-20 09:00:01 user 2: \(error)"),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try key(#"{"response": \#(error), "user":1, "ts":1795165201}"#) == keys[0])
        #expect(try key("  2026-11-20 09:00:01 user 1: \(error)\r") == keys[2])
    }
}
