/// The words that an excerpt may show wherever they stand: those of FCM, of its SDKs and of
/// loggers. A word that is not listed here is an app's own.
enum ExcerptWords {
    struct Key {
        /// The form in which values of the key are shown; nil if they never are.
        var form: ExcerptForm?
    }

    /// Case, `_` and `-` do not matter.
    static func key(_ word: ArraySlice<UInt8>) -> Key? { keys[folded(word)] }

    /// The name of a type, before the bracket with which its print begins.
    static func isType(_ word: ArraySlice<UInt8>) -> Bool { types.contains(folded(word)) }

    static func isLevel(_ word: ArraySlice<UInt8>) -> Bool { levels.contains(folded(word)) }

    static func isFlag(_ word: ArraySlice<UInt8>) -> Bool { flags.contains(folded(word)) }

    static func isCode(_ word: ArraySlice<UInt8>) -> Bool {
        codes.contains(String(decoding: word, as: UTF8.self))
    }

    /// Whether a word without quotes says that there is no value.
    static func isAbsent(_ word: ArraySlice<UInt8>) -> Bool {
        ["null", "none", "nil", "undefined"].contains(folded(word))
    }

    /// Whether a word is a value of JSON by itself.
    static func isLiteral(_ word: ArraySlice<UInt8>) -> Bool {
        isFlag(word) || isAbsent(word)
            || word.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    }

    /// Whether a key of JSON has the form of a name in a program. Keys that are made of data do
    /// not: names of people, mail addresses, numbers, tokens, texts.
    static func isIdentifier(_ key: ArraySlice<UInt8>) -> Bool {
        guard let first = key.first, (0x61...0x7a).contains(first) || "_$@".utf8.contains(first),
            key.dropFirst().allSatisfy({ isLetter($0) || isDigit($0) || "_.-$".utf8.contains($0) })
        else { return false }
        let numbers = key.split { !isDigit($0) }
        let words = key.split { numbers.isEmpty ? !isLetter($0) : $0 == UInt8(ascii: ".") }
        return key.count <= longestKey && words.allSatisfy { $0.count < longestWord }
            && numbers.allSatisfy { $0.count <= longestNumber }
    }

    private static let longestKey = 60
    /// Tokens are over a hundred characters and installation IDs 22, of letters and digits.
    private static let longestWord = 20
    private static let longestNumber = 4

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func folded(_ word: ArraySlice<UInt8>) -> String {
        String(decoding: word.lazy.filter { !"_-".utf8.contains($0) }, as: UTF8.self).lowercased()
    }

    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let keys: [String: Key] = {
        let shown: [(ExcerptForm?, String)] = [
            (
                .time,
                """
                time ts timestamp @timestamp sentat eventtimestamp senttime google.senttime \
                when date datetime createdat eventtime isotime logtime
                """
            ),
            (
                .event,
                """
                event eventname type callback appstate action messagetype actionid \
                actionidentifier
                """
            ),
            (.platform, "platform sdkplatform os"),
            (.messageID, "messageid gcm.messageid google.messageid fcmmessageid"),
            (.messageName, "name"),
            (.code, "status code errorcode statuscode httpstatus error reason @type"),
            (.flag, "validateonly dryrun success contentavailable mutablecontent"),
            (.level, "level severity lvl loglevel"),
            (nil, plainKeys),
        ]
        return shown.reduce(into: [:]) { keys, entry in
            for word in entry.1.split(separator: " ") {
                keys[String(word)] = Key(form: entry.0)
            }
        }
    }()

    private static let plainKeys = """
        alert aliases android androidv2 answer apns app appversion aps authorization badge \
        batch body bodylockey bundle bundleid campaign campaignid canonicalids category \
        channelid clickaction clientid collapsekey color component condition container content \
        contenttype context customer data deliveredpriority details deviceid devicetoken \
        direct email endpoint env environment errorinfo event.name exception extra extras \
        failed failure failurecount fcmoptions fid fields file firebase firstname from \
        function gcm gcm.n.e gcm.n.noui gcm.notification.body gcm.notification.e \
        gcm.notification.title google.c.a.cid google.c.a.cl google.c.a.e google.c.a.ml \
        google.c.a.ts google.c.a.udt google.c.fid google.c.sender.id google.deliveredpriority \
        google.originalpriority google.product.id google.ttl headers host hostname icon id \
        image imageurl installationid instanceid json jsonpayload key keys kind label labels \
        lastname line link locale log logger loggername message messages messagetemplate meta \
        metadata method module msg multicastid namespace notification notificationcount \
        options order orderid origin originalpriority package params path payload phone \
        phonenumber pid pod port priority process processid project projectid properties \
        providerresponse push pushtype rawdata recipient recipients registrationid \
        registrationids registrationtoken remotemessage renderedmessage request requestid \
        response responses restrictedpackagename result results sender senderid sent service \
        sound source sourcecontext spanid stack stacktrace statusline stream subject subtitle \
        successcount tag target targets text textpayload thread threadid title titlelockey to \
        token tokens topic topics trace traceid trigger ttl uid url user useragent userid \
        userinfo username uuid value values version visibility webpush
        """

    private static let types = words(
        """
        anyhashable optional bundle remotemessage remotemessage.notification map array object \
        dictionary nsdictionary notification hash list data string int float bool struct
        """)

    private static let levels = words(
        """
        trace debug info notice warn warning error err critical fatal panic emergency alert \
        default stdout stderr f p
        """)

    private static let flags = words("true false yes no")

    private static let codes = words(
        """
        CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS \
        PERMISSION_DENIED UNAUTHENTICATED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED \
        OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNSPECIFIED_ERROR UNREGISTERED \
        SENDER_ID_MISMATCH QUOTA_EXCEEDED THIRD_PARTY_AUTH_ERROR APNS_AUTH_ERROR OK SUCCESS \
        FAILURE MissingRegistration InvalidRegistration NotRegistered InvalidPackageName \
        MismatchSenderId InvalidParameters MessageTooBig InvalidDataKey InvalidTtl Unavailable \
        InternalServerError DeviceMessageRateExceeded TopicsMessageRateExceeded \
        InvalidApnsCredential BadDeviceToken BadTopic DeviceTokenNotForTopic TopicDisallowed \
        PayloadTooLarge ExpiredToken Unregistered TooManyRequests \
        messaging/invalid-argument messaging/invalid-recipient messaging/invalid-payload \
        messaging/invalid-data-payload-key messaging/payload-size-limit-exceeded \
        messaging/invalid-options messaging/invalid-registration-token \
        messaging/registration-token-not-registered messaging/installation-id-not-registered \
        messaging/mismatched-credential messaging/invalid-package-name \
        messaging/device-message-rate-exceeded messaging/topics-message-rate-exceeded \
        messaging/message-rate-exceeded messaging/third-party-auth-error \
        messaging/invalid-apns-credentials messaging/too-many-topics \
        messaging/authentication-error messaging/server-unavailable messaging/internal-error \
        messaging/unknown-error type.googleapis.com/google.firebase.fcm.v1.FcmError \
        type.googleapis.com/google.firebase.fcm.v1.ApnsError \
        type.googleapis.com/google.rpc.BadRequest type.googleapis.com/google.rpc.ErrorInfo \
        type.googleapis.com/google.rpc.QuotaFailure type.googleapis.com/google.rpc.RetryInfo \
        FirebaseMessagingError FirebaseMessagingException UnregisteredError SenderIdMismatchError \
        ThirdPartyAuthError QuotaExceededError
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }
}
