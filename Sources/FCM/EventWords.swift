internal import NDJSON

/// The words of clients for events.
enum EventWords {
    /// Without case, blanks, `-`, `_`, `.`, `:` and `/`, and without the words in `prefixes` and
    /// `suffixes`.
    private static let kinds = WordTable<EventKind>([
        (
            .receipt,
            [
                "received", "receive", "receipt", "delivered", "deliver", "delivery", "arrived",
                "backgroundmessage", "setbackgroundmessagehandler", "receivedinbackground",
                "receivedbackground", "backgroundreceived", "didreceiveremote",
                // The sentences of the samples of React Native Firebase and of Flutter.
                "handledinthebackground", "handlingabackgroundmessage",
            ]
        ),
        (
            .foreground,
            [
                "foreground", "onmessage", "receivedinforeground", "receivedforeground",
                "foregroundreceived", "foregroundmessagereceived", "foregroundfcmmessagereceived",
                "whilstintheforeground", "whileintheforeground", "messageeventwaspublished",
                "willpresent",
            ]
        ),
        (
            .impression,
            [
                "impression", "displayed", "display", "shown", "show", "viewed", "view", "seen",
                "presented",
            ]
        ),
        (
            .open,
            [
                "opened", "open", "clicked", "click", "tapped", "tap", "pressed", "press",
                "clickreceived", "openedfrom", "openedfromquitstate", "tappedinbackground",
                "openedapp", "actionperformed", "resume", "resumed", "launch", "launched",
                "didreceiveresponse", "didreceivenotificationresponse",
                "initialmessage", "getinitialmessage", "initialnotification",
                "getinitialnotification", "responsereceived", "messageopenedappeventwaspublished",
                "causedapptoopenfrombackgroundstate", "causedapptoopenfromquitstate",
            ]
        ),
        (
            .dismiss,
            ["dismissed", "dismiss", "closed", "close", "cleared", "clear", "swiped", "swipe"]
        ),
        (.converted, ["converted", "conversion", "purchased", "ordercompleted"]),
    ])

    /// Words without a meaning before an event's word.
    private static let prefixes: [StaticString] = [
        "push", "notification", "message", "remote", "fcm", "on",
    ]

    /// The same after it.
    private static let suffixes: [StaticString] = ["notification", "message", "push"]

    /// The events of Google Analytics about notifications. Words of other systems are an app's own
    /// events there.
    static let analytics = WordTable<EventKind>([
        (.receipt, ["notification_receive", "_nr"]),
        (.foreground, ["notification_foreground", "_nf"]),
        (.open, ["notification_open", "_no"]),
        (.dismiss, ["notification_dismiss", "_nd"]),
    ])

    /// The events of Google Analytics that are conversions of a message if a parameter has its ID.
    static let purchases = WordTable<EventKind>([
        (.converted, ["purchase", "in_app_purchase", "ecommerce_purchase"])
    ])

    /// The event of a word; nil for other words.
    static func kind(of word: JSONValue) -> EventKind? {
        guard word.isString else { return nil }
        return kinds.value(of: word) ?? word.withCharacters(read)
    }

    static func kind(of word: String) -> EventKind? {
        var word = word
        return word.withUTF8(read)
    }

    /// The longest word, with prefixes and separators.
    static let longest = 48

    private static func read(_ word: UnsafeBufferPointer<UInt8>) -> EventKind? {
        guard word.count <= longest else { return nil }
        return withUnsafeTemporaryAllocation(
            of: UInt8.self, capacity: longest + FieldReader.padding
        ) { letters in
            letters.initialize(repeating: 0)
            _ = letters.update(from: word)
            let whole = UnsafeBufferPointer(rebasing: letters[..<word.count])
            if let kind = analytics.value(of: JSONValue(text: whole)) { return kind }
            var count = 0
            for byte in word where !isBetween(byte) {
                letters[count] = Digits.lowercased(byte)
                count += 1
            }
            return kind(ofLetters: UnsafeBufferPointer(rebasing: letters[..<count]))
        }
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x2d, 0x2e, 0x2f, 0x3a, 0x5f: true
        default: false
        }
    }

    private static func kind(ofLetters letters: UnsafeBufferPointer<UInt8>) -> EventKind? {
        if let kind = kinds.value(of: JSONValue(text: letters)) { return kind }
        for prefix in prefixes where letters.hasASCIIPrefix(prefix) {
            let rest = letters.dropFirst(prefix.utf8CodeUnitCount)
            return kind(ofLetters: UnsafeBufferPointer(rebasing: rest))
        }
        // The last letter rules most words out.
        guard let last = letters.last, "neh".utf8.contains(last) else { return nil }
        for suffix in suffixes where letters.hasASCIISuffix(suffix) {
            let rest = letters.dropLast(suffix.utf8CodeUnitCount)
            return kinds.value(of: JSONValue(text: UnsafeBufferPointer(rebasing: rest)))
        }
        return nil
    }
}

extension JSONValue {
    /// The text of a word. A few bytes after it are readable.
    fileprivate init(text: UnsafeBufferPointer<UInt8>) {
        self =
            text.baseAddress.map { JSONValue(start: $0, count: text.count, kind: .string) }
            ?? .absent
    }
}

/// The app's state when the record was made.
enum AppState {
    case foreground
    case inactive
    case background
    case unstated

    static let words = WordTable<AppState>([
        // Beside words, the numbers of UIApplication.State and its names, and Flutter's names.
        (
            .foreground,
            [
                "active", "foreground", "resumed", "0", "uiapplicationstateactive",
                "applifecyclestate.resumed",
            ]
        ),
        (
            .inactive,
            ["inactive", "1", "uiapplicationstateinactive", "applifecyclestate.inactive"]
        ),
        (
            .background,
            [
                "background", "terminated", "killed", "quit", "paused", "detached", "hidden", "2",
                "uiapplicationstatebackground", "applifecyclestate.paused",
                "applifecyclestate.detached", "applifecyclestate.hidden",
            ]
        ),
    ])
}

/// The delegate method that logged an Apple record.
enum AppleCallback {
    case willPresent
    case didReceiveResponse
    case didReceiveRemoteNotification
    case serviceExtension
    /// Only `appDidReceiveMessage`, which the SDK interprets by the app's state.
    case unnamed

    static let words = WordTable<AppleCallback>([
        (.unnamed, ["appDidReceiveMessage"]),
        // Swift's #function and Objective-C's selectors, too.
        (
            .willPresent,
            [
                "willPresent", "willPresentNotification",
                "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                "userNotificationCenter:willPresentNotification:withCompletionHandler:",
            ]
        ),
        (
            .didReceiveResponse,
            [
                "didReceiveResponse", "didReceive", "didReceiveNotificationResponse",
                "notification_response", "notificationResponse",
                "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:",
            ]
        ),
        (
            .didReceiveRemoteNotification,
            [
                "didReceiveRemoteNotification",
                "application(_:didReceiveRemoteNotification:)",
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                "application:didReceiveRemoteNotification:",
                "application:didReceiveRemoteNotification:fetchCompletionHandler:",
            ]
        ),
        (
            .serviceExtension,
            [
                "serviceExtension", "didReceiveNotificationRequest", "notificationServiceExtension",
                "didReceive(_:withContentHandler:)",
                "didReceiveNotificationRequest:withContentHandler:",
            ]
        ),
    ])
}
