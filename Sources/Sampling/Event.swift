/// One line of a client's log: what happened to a message on its device.
struct Event {
    /// The kind of line.
    enum Form: UInt8 {
        case receipt
        /// Apple: logged by `didReceiveRemoteNotification` instead of the service extension.
        case receiptByCallback
        case foreground, impression, open, dismiss
        /// Apple: an open that the SDK logs without a tap.
        case phantom
        /// Android: a Composer campaign's dismiss intent, which holds no message ID.
        case composerDismiss
        /// What the sender wanted, logged by another system than the device.
        case conversion
        /// A line that no reader can accept (`message.tail` has its index), or an empty one.
        case broken, blank
    }

    /// The app's state, if the line has it.
    enum AppState: UInt8 {
        case unsaid, foreground, inactive, background
    }

    var message: Message
    /// The client's clock, in microseconds.
    var at: Int64
    /// The time at which the line reached the log, in microseconds.
    var uploadAt: Int64
    var form: Form
    var state: AppState
    /// Of a conversion.
    var price = Price.none
}

/// One line of a sender's log.
struct SendLine {
    enum Form: UInt8 {
        case single, batch, topic, condition, validated, broken, blank
    }

    var uploadAt: Int64
    var form: Form
    /// Its sends: a range in the `sends` of the same bucket.
    var first: Int
    var count: Int
}

/// The lines of one file of a sender's log.
struct SendBucket {
    var sends: [Send] = []
    var lines: [SendLine] = []

    mutating func append(_ form: SendLine.Form, _ sends: ArraySlice<Send>, at uploadAt: Int64) {
        lines.append(
            SendLine(
                uploadAt: uploadAt, form: form, first: self.sends.count, count: sends.count))
        self.sends.append(contentsOf: sends)
    }
}

/// One row of a daily export.
struct Row {
    enum Form: UInt8 {
        /// FCM's export to BigQuery.
        case accepted, delivered, failed
        /// Google Analytics: received, opened or dismissed; no FCM message ID.
        case analyticsReceive, analyticsOpen, analyticsDismiss
    }

    var send: Send
    var at: Int64
    var form: Form

    var folder: String {
        switch form {
        case .accepted, .delivered, .failed: "export"
        case .analyticsReceive, .analyticsOpen, .analyticsDismiss: "ga4"
        }
    }
}
