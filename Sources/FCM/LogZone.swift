internal import Foundation
internal import NDJSON

/// The zone of times in logs that name none.
struct LogZone: Sendable {
    private let zone: TimeZone

    /// Nil if no zone has the name.
    init?(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// The moment of a time that was read as UTC. Of an hour that a clock has twice, it is the
    /// later one.
    func moment(ofLocal time: Timestamp) -> Timestamp {
        let guess = moved(time, by: offset(at: time))
        return moved(time, by: offset(at: guess))
    }

    private func moved(_ time: Timestamp, by seconds: Int64) -> Timestamp {
        Timestamp(microseconds: time.microseconds - seconds * 1_000_000)
    }

    /// Seconds east of UTC.
    private func offset(at time: Timestamp) -> Int64 {
        let seconds = Double(time.microseconds / 1_000_000)
        return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    }
}
