internal import Alerts
internal import Delivery

/// The commands in notifications, which people paste into a shell in any folder.
package struct AlertCommands: Sendable {
    private let database: String?

    /// `database` is a path; without it, or with the default one, commands name no database.
    package init(database: String? = nil) {
        self.database = database == Store.defaultPath ? nil : database.map(AbsolutePath.of)
    }

    /// Shows the counts behind an alert.
    func counts(of alert: AlertReport.Alert) -> String {
        AlertSentence.command(alert) + option
    }

    /// Ends the notifications of something intended. Nil for an alert that does not fire, and for a
    /// part, which has no notifications.
    func acceptance(of alert: AlertReport.Alert) -> String? {
        let isFiring = [.firing, .reopened].contains(alert.state)
        guard isFiring, alert.partOf == nil else { return nil }
        return "pushfunnel alert accept \(ShellWord.quoted(alert.id))\(option)"
    }

    private var option: String { database.map { " --db " + ShellWord.quoted($0) } ?? "" }
}
