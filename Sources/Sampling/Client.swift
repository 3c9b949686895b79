/// What records of a device tell of the app and of the button that opened a message.
struct ClientWords: Hashable, Comparable {
    /// `(none)` where no record tells it.
    var version = "(none)"
    var action = "(none)"

    static func < (a: ClientWords, b: ClientWords) -> Bool {
        (a.version, a.action) < (b.version, b.action)
    }
}

/// The versions of apps that samples have.
enum AppVersions {
    static let legacy: StaticString = "6.12.4"
    static let apple: StaticString = "7.42.0"
    static let others: [StaticString] = ["1.9.8", "2.0.0", "2.1.0"]

    static let all = (others + [legacy, apple]).map { "\($0)" }
}

extension Message {
    private var isApple: Bool { platform == .ios && (logger == .raw || logger == .legacy) }

    /// The version of the app.
    var version: StaticString {
        switch (isApple, logger) {
        case (true, .legacy): AppVersions.legacy
        case (true, _): AppVersions.apple
        case (false, _): AppVersions.others[Int(pick(3, 20))]
        }
    }

    /// The button that opens the message, as other apps than Apple's log it: empty, as on the
    /// web, for a tap on the message itself.
    var button: StaticString { (["", "reply", "archive"] as [StaticString])[Int(pick(3, 21))] }

    /// The identifier that Apple's callback for an open has; nil where the app does not log it.
    var appleAction: StaticString? {
        guard logger == .raw else { return nil }
        switch pick(10, 7) {
        case 0: return nil
        case 1: return "SHOW_DETAILS"
        default: return "com.apple.UNNotificationDefaultActionIdentifier"
        }
    }

    /// The button as readers are to name it; nil where no record of an open names it.
    var toldAction: String? {
        guard let action = (isApple ? appleAction : button).map({ "\($0)" }), !action.isEmpty
        else { return nil }
        return action.hasPrefix("com.apple.") ? "default" : action
    }
}

extension Story {
    /// What its records tell.
    var words: ClientWords {
        var words = ClientWords()
        if isOfDevice { words.version = "\(send.message.version)" }
        if openAt < .max, let action = send.message.toldAction { words.action = action }
        return words
    }
}

/// Received messages of a cell, by what clients told.
struct ClientCell {
    var hour: Int
    var words: TruthWords
    var told: ClientWords
    var measures: Measures
}
