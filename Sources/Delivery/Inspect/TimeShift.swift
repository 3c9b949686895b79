/// Sends whose time in the log differs by quarters of an hour from the moment in FCM's ID: mostly,
/// their times name no zone.
package struct TimeShift: Sendable {
    /// After FCM accepted them; below 0: before.
    package var minutes: Int64
    /// How many have this shift, and how many have both times.
    package var sends: Int64
    package var total: Int64

    /// More than one in so many sends is worth a word.
    private static let leastShare: Int64 = 20

    /// The most frequent shift of sends by quarters of an hour; nil if few have any.
    package init?(quarters: [Int64: Int64]) {
        total = quarters.values.reduce(0, +)
        let most = quarters.filter { $0.key != 0 }
            .min { ($1.value, $0.key) < ($0.value, $1.key) }
        guard let (quarter, sends) = most, sends * TimeShift.leastShare > total else {
            return nil
        }
        minutes = quarter * 15
        self.sends = sends
    }

    /// The quarters of an hour from the moment in an ID to the time in the log, both in ms.
    static func quarter(_ moment: Int64, _ logged: Int64) -> Int64 {
        Int64((Double(logged - moment) / 900_000).rounded())
    }

    /// `logged 180 minutes before FCM accepted them`
    package var words: String {
        "logged \(abs(minutes)) minutes \(minutes < 0 ? "before" : "after") FCM accepted them"
    }
}
