internal import NDJSON

/// The words by which clients name what they saw.
enum EventWords {
    /// Our own words, those of Flutter and React Native callbacks, and those of Google Analytics.
    static let kinds = WordTable<EventKind>([
        (
            .receipt,
            [
                "received", "receive", "receipt", "delivered", "onBackgroundMessage",
                "setBackgroundMessageHandler", "notification_receive", "_nr",
            ]
        ),
        (.foreground, ["foreground", "onMessage", "notification_foreground", "_nf"]),
        (.impression, ["impression", "displayed", "shown"]),
        (
            .open,
            [
                "opened", "open", "clicked", "click", "onMessageOpenedApp", "getInitialMessage",
                "onNotificationOpenedApp", "getInitialNotification", "notification_open", "_no",
            ]
        ),
        (.dismiss, ["dismissed", "dismiss", "notification_dismiss", "_nd"]),
    ])

    /// The events of Google Analytics that are about notifications; the words of other systems,
    /// which
    /// `kinds` has too, are events of an app's own there.
    static let analytics = WordTable<EventKind>([
        (.receipt, ["notification_receive", "_nr"]),
        (.foreground, ["notification_foreground", "_nf"]),
        (.open, ["notification_open", "_no"]),
        (.dismiss, ["notification_dismiss", "_nd"]),
    ])
}

/// Where the app was when the record was made.
enum AppState {
    case foreground
    case inactive
    case background
    case unstated

    static let words = WordTable<AppState>([
        (.foreground, ["active", "foreground", "resumed"]),
        (.inactive, ["inactive"]),
        (.background, ["background", "terminated", "killed", "quit", "paused", "detached"]),
    ])
}

/// What an Apple app hands on: which delegate method it stood in.
enum AppleCallback {
    case willPresent
    case didReceiveResponse
    case didReceiveRemoteNotification
    case serviceExtension
    /// `appDidReceiveMessage` alone, which the SDK reads by the app's state.
    case unnamed

    static let words = WordTable<AppleCallback>([
        (.unnamed, ["appDidReceiveMessage"]),
        (.willPresent, ["willPresent", "willPresentNotification"]),
        (
            .didReceiveResponse,
            ["didReceiveResponse", "didReceive", "didReceiveNotificationResponse"]
        ),
        (.didReceiveRemoteNotification, ["didReceiveRemoteNotification"]),
        (
            .serviceExtension,
            ["serviceExtension", "didReceiveNotificationRequest", "notificationServiceExtension"]
        ),
    ])
}
