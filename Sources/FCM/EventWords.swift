/// The words by which clients name what they saw.
enum EventWords {
    /// Our own words, those of Flutter and React Native callbacks, and those of Google Analytics.
    static func kind(_ word: String) -> EventKind? {
        switch word {
        case "received", "receive", "receipt", "delivered", "onBackgroundMessage",
            "setBackgroundMessageHandler", "notification_receive", "_nr":
            .receipt
        case "foreground", "onMessage", "notification_foreground", "_nf": .foreground
        case "impression", "displayed", "shown": .impression
        case "opened", "open", "clicked", "click", "onMessageOpenedApp", "getInitialMessage",
            "onNotificationOpenedApp", "getInitialNotification", "notification_open", "_no":
            .open
        case "dismissed", "dismiss", "notification_dismiss", "_nd": .dismiss
        default: nil
        }
    }
}

/// Where the app was when the record was made.
enum AppState {
    case foreground
    case inactive
    case background
    case unstated

    init(word: String?) {
        switch word?.lowercased() {
        case "active", "foreground", "resumed": self = .foreground
        case "inactive": self = .inactive
        case "background", "terminated", "killed", "quit", "paused", "detached":
            self = .background
        default: self = .unstated
        }
    }
}

/// What an Apple app hands on: which delegate method it stood in.
enum AppleCallback {
    case willPresent
    case didReceiveResponse
    case didReceiveRemoteNotification
    case serviceExtension
    /// `appDidReceiveMessage` alone, which the SDK reads by the app's state.
    case unnamed

    init?(word: String?) {
        switch word {
        case nil, "", "appDidReceiveMessage": self = .unnamed
        case "willPresent", "willPresentNotification": self = .willPresent
        case "didReceiveResponse", "didReceive", "didReceiveNotificationResponse":
            self = .didReceiveResponse
        case "didReceiveRemoteNotification": self = .didReceiveRemoteNotification
        case "serviceExtension", "didReceiveNotificationRequest", "notificationServiceExtension":
            self = .serviceExtension
        default: return nil
        }
    }
}
