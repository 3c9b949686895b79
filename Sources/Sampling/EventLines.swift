/// Writes lines of clients' logs.
enum EventLines {
    static func write(_ event: Event, _ campaigns: [Campaign], to out: inout LineBuffer) {
        let message = event.message
        let campaign = campaigns[Int(message.campaign)]
        switch (event.form, message.platform, message.logger) {
        case (.broken, _, _): SendLines.broken(message, to: &out)
        case (.blank, _, _): break
        case (.composerDismiss, _, _): AndroidLines.composerDismiss(event, to: &out)
        case (_, .android, .raw): AndroidLines.bundle(event, campaign, to: &out)
        case (_, .android, .object): AndroidLines.remoteMessage(event, campaign, to: &out)
        case (_, .ios, .raw), (_, .ios, .legacy): AppleLines.write(event, campaign, to: &out)
        case (_, .web, .raw): WebLines.push(event, campaign, to: &out)
        case (_, .web, _): WebLines.app(event, campaign, to: &out)
        default: PluginLines.write(event, campaign, to: &out)
        }
        out.endLine()
    }

    /// The word for an event in Android, web and plug-in logs.
    static func word(_ form: Event.Form) -> StaticString {
        switch form {
        case .receipt, .receiptByCallback: "received"
        case .foreground: "foreground"
        case .impression: "displayed"
        case .open: "opened"
        case .dismiss, .composerDismiss: "dismissed"
        case .phantom, .broken, .blank: ""
        }
    }
}
