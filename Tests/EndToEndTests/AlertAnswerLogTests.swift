import Foundation
import TestSupport
import Testing

/// Logs of FCM's answers alone: `Successfully sent message: projects/p/messages/…`.
@Suite("Alerts of logs without requests")
struct AlertAnswerLogTests {
    private static let start = Date(timeIntervalSince1970: 1_759_708_800)  // 2025-10-06
    private static let days = 21

    /// Sends to Apple devices, 30 an hour, up to `last` hours before the end, and to Android, whose
    /// newest show that the log has come.
    private static func lines(last: Int) -> [String] {
        var lines: [String] = []
        for hour in 0..<days * 24 {
            for number in 0..<30 {
                let moment = start.addingTimeInterval(Double(hour * 3600 + number * 120))
                let micros = Int64(moment.timeIntervalSince1970 * 1e6) + Int64(number)
                let sent =
                    "\(moment.ISO8601Format()) Successfully sent message: projects/p/messages/"
                lines.append(sent + "0:\(micros)%00000000000000aa")
                if hour < days * 24 - last { lines.append(sent + "\(micros)") }
            }
        }
        return lines
    }

    @Test("tell that sends to a platform have stopped", arguments: [0, 6])
    func stopped(last: Int) throws {
        let store = try WatchedStore(empty: ())
        let path = store.file("sends.log")
        let text = AlertAnswerLogTests.lines(last: last).joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try store.ingest([path])
        let told = try store.alert("--dry-run", "--now", "2025-10-27T00:00:00Z")
        #expect(told.code == (last == 0 ? 0 : 1), "\(told.output)\(told.errors)")
        #expect(told.output.contains("sends, platform ios") == (last > 0))
    }
}
