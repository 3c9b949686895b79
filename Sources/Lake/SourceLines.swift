internal import Delivery
internal import FCM

/// The line of the ledger for one log.
struct LedgerLine {
    private let file: LedgerFile
    /// Newest times in records, ms since 1970.
    var newestSend: Int64?
    var newestEvent: Int64?

    init(_ file: LedgerFile) { self.file = file }

    var bytes: [UInt8] {
        var line = JSONMembers()
        line.add("path", file.identity.absolutePath)
        line.add("state", file.state.rawValue)
        line.add("problem", file.problem)
        line.add("size_bytes", file.identity.size)
        line.add("lines", file.counts.lines)
        line.add("new", file.counts.new)
        line.add("duplicate", file.counts.duplicate)
        line.add("rejected", file.counts.rejected)
        line.add("blank", file.counts.blank)
        line.add("past_retention", file.counts.pastRetention)
        line.add("foreign_lines", file.counts.foreign)
        line.add("unproven_events", file.counts.unprovenEvents)
        line.add("first_ms", file.messageTimes?.lowerBound)
        line.add("last_ms", file.messageTimes?.upperBound)
        line.add("newest_send_ms", newestSend)
        line.add("newest_event_ms", newestEvent)
        var bytes: [UInt8] = []
        line.write(to: &bytes)
        return bytes
    }
}

/// The minutes in which the records of a source have their times.
struct SourceMinutes {
    private var sends: [Int64: UInt64] = [:]
    private var events: [Int64: UInt64] = [:]

    mutating func add(_ sends: RecordMinutes, _ events: RecordMinutes) {
        self.sends.merge(sends.hours) { $0 | $1 }
        self.events.merge(events.hours) { $0 | $1 }
    }

    var lines: [UInt8] {
        var bytes: [UInt8] = []
        for hour in Set(sends.keys).union(events.keys).sorted() {
            MinutesLine.write(
                Period.text(hour), Int64(bitPattern: sends[hour] ?? 0),
                Int64(bitPattern: events[hour] ?? 0), to: &bytes)
        }
        return bytes
    }
}

enum MinutesLine {
    static func write(_ hour: String, _ sends: Int64, _ events: Int64, to bytes: inout [UInt8]) {
        var line = JSONMembers()
        line.add("hour", hour)
        line.add("sends", sends)
        line.add("events", events)
        line.write(to: &bytes)
    }
}

/// Lines that were set aside: with their place, as many as are kept of a file; and each distinct
/// one by its hash, which counts it once.
enum RejectLines {
    static func of(_ batch: Batch, path: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for reject in batch.rejects {
            write(
                RejectRow(
                    path: path, line: reject.line.line, byte: Int64(reject.line.byte),
                    reason: reject.line.reason.rawValue, keys: reject.line.keys,
                    expected: reject.line.expected, excerpt: reject.excerpt), to: &bytes)
        }
        for (hash, reason) in batch.distinctRejects.sorted(by: { $0.key < $1.key }) {
            write(hash: Int64(bitPattern: hash), reason: reason.rawValue, to: &bytes)
        }
        return bytes
    }

    static func write(_ place: RejectRow, to bytes: inout [UInt8]) {
        var line = JSONMembers()
        line.add("path", place.path)
        line.add("line", place.line)
        line.add("byte", place.byte)
        line.add("reason", place.reason)
        line.add("keys", place.keys)
        line.add("expected", place.expected)
        line.add("excerpt", place.excerpt)
        line.write(to: &bytes)
    }

    static func write(hash: Int64, reason: String, to bytes: inout [UInt8]) {
        var line = JSONMembers()
        line.add("line_hash", hash)
        line.add("reason", reason)
        line.write(to: &bytes)
    }
}
