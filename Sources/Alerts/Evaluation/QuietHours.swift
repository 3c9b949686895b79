/// Hours of every day in which warnings are silenced, such as those of the night.
package struct QuietHours: Equatable, Sendable {
    /// Minutes since midnight; an end before the start is on the next day.
    package var from: Int
    package var until: Int
    /// The name of a time zone.
    package var zone: String

    package init(from: Int, until: Int, zone: String) {
        self.from = from
        self.until = until
        self.zone = zone
    }

    package func contains(minute: Int) -> Bool {
        from < until ? from..<until ~= minute : minute >= from || minute < until
    }
}
