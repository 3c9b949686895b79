internal import Delivery
internal import FCM

/// The line of a lake's ledger for one log.
extension LedgerFile {
    /// The counts of its lines.
    private static var lineCounts: [(String, WritableKeyPath<LineCounts, Int64>)] {
        [
            ("lines", \.lines), ("new", \.new), ("duplicate", \.duplicate),
            ("rejected", \.rejected), ("blank", \.blank), ("past_retention", \.pastRetention),
        ]
    }

    /// Counts that are missing in what earlier versions exported.
    private static var laterCounts: [(String, WritableKeyPath<LineCounts, Int64>)] {
        [("foreign_lines", \.foreign), ("unproven_events", \.unprovenEvents)]
    }

    /// With the newest times in records, ms since 1970.
    func line(newestSend: Int64?, newestEvent: Int64?) -> [UInt8] {
        var line = JSONMembers()
        line.add("path", identity.absolutePath)
        line.add("state", state.rawValue)
        line.add("problem", problem)
        line.add("size_bytes", identity.size)
        for (name, count) in LedgerFile.lineCounts + LedgerFile.laterCounts {
            line.add(name, counts[keyPath: count])
        }
        line.add("first_ms", messageTimes?.lowerBound)
        line.add("last_ms", messageTimes?.upperBound)
        line.add("newest_send_ms", newestSend)
        line.add("newest_event_ms", newestEvent)
        var bytes: [UInt8] = []
        line.write(to: &bytes)
        return bytes
    }

    /// What such a line says of a log.
    init(id: Int64, _ line: CountLine) throws(LakeError) {
        let identity = FileIdentity(
            path: try line.text("path"), device: 0, inode: 0, size: try line.integer("size_bytes"),
            modifiedNanoseconds: 0)
        self.init(id: id, identity: identity)
        for (name, count) in LedgerFile.lineCounts {
            counts[keyPath: count] = try line.integer(name)
        }
        for (name, count) in LedgerFile.laterCounts {
            counts[keyPath: count] = line[name]?.integer ?? 0
        }
        state = FileState(rawValue: try line.text("state")) ?? .reading
        problem = line["problem"]?.text
        if let first = line["first_ms"]?.integer, let last = line["last_ms"]?.integer {
            messageTimes = first...max(first, last)
        }
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
            var line = JSONMembers()
            line.add("hour", Period.text(hour))
            line.add("sends", Int64(bitPattern: sends[hour] ?? 0))
            line.add("events", Int64(bitPattern: events[hour] ?? 0))
            line.write(to: &bytes)
        }
        return bytes
    }
}

/// Lines that were set aside: with their place, as many as are kept of a file; and each distinct
/// one by its hash, which counts it once.
enum RejectLines {
    static func of(_ batch: Batch, path: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for reject in batch.rejects {
            var line = JSONMembers()
            line.add("path", path)
            line.add("line", reject.line.line)
            line.add("byte", Int64(reject.line.byte))
            line.add("reason", reject.line.reason.rawValue)
            line.add("keys", reject.line.keys)
            line.add("expected", reject.line.expected)
            line.add("excerpt", reject.excerpt)
            line.write(to: &bytes)
        }
        for reject in batch.distinctRejects.sorted(by: { $0.hash < $1.hash }) {
            var line = JSONMembers()
            line.add("line_hash", Int64(bitPattern: reject.hash))
            line.add("reason", reject.reason.rawValue)
            line.write(to: &bytes)
        }
        return bytes
    }
}
