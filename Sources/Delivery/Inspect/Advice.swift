package import SQLite

/// Something about a store that adds up and yet deserves a look: facts and what to do.
package struct Advice: Equatable, Sendable {
    package enum Topic: String, Sendable, CaseIterable {
        case log
        case space
        case disk
        case writer
        case permissions
        case freshness
        case files
        case orphans
        case events
        case clocks
        case ids
        case retention
    }

    package var topic: Topic
    package var text: String
    package var hint: String

    init(_ topic: Topic, _ text: String, hint: String) {
        self.topic = topic
        self.text = text
        self.hint = hint
    }

    /// All there is to say. It reads counts, and at most some hundred thousand keys.
    package static func all(
        _ reader: Database, _ files: StoreFiles, now: Int64
    ) throws -> [Advice] {
        try reader.read { db in
            try SpaceAdvice(db, files).all + files.advice(now: now)
                + FreshnessAdvice(db, now: now).all
                + IdentityAdvice(db).all
        }
    }
}

extension StoreFiles {
    /// A log is emptied at each commit, unless somebody reads an old one.
    private static let longLog: Int64 = 64 << 20
    private static let longRun: Int64 = 86_400_000

    func advice(now: Int64) -> [Advice] {
        var advice: [Advice] = []
        if logBytes > max(StoreFiles.longLog, databaseBytes / 2) {
            advice.append(
                Advice(
                    .log, "the write-ahead log has \(logBytes / 1_000_000) MB",
                    hint: "a reader holds an old snapshot: close it, and the next commit "
                        + "truncates the log"
                ))
        }
        if !writable.isEmpty {
            advice.append(
                Advice(
                    .permissions, "other users can write \(writable.joined(separator: ", "))",
                    hint: "run chmod go-rwx on them: a writer can change every number"))
        }
        if !readable.isEmpty {
            advice.append(
                Advice(
                    .permissions, "other users can read \(readable.joined(separator: ", "))",
                    hint: "run chmod go-rwx on them: a reader has the keys of all hashes"))
        }
        if let writer, now - writer.since > StoreFiles.longRun {
            advice.append(
                Advice(
                    .writer, "process \(writer.process) has held the lock for over a day",
                    hint: "if it is idle, end it; all commits are kept"))
        }
        return advice
    }
}

/// Room in the file and on the disk.
private struct SpaceAdvice {
    private(set) var all: [Advice] = []

    /// Free pages beyond this share of the file.
    private static let freeShare: Int64 = 4
    private static let least: Int64 = 16 << 20
    /// Logs of so many days are to fit on the disk.
    private static let days: Int64 = 14

    init(_ db: Connection, _ files: StoreFiles) throws {
        let pageSize = try Int64.fetchOne(db, sql: "pragma page_size") ?? 0
        let free = (try Int64.fetchOne(db, sql: "pragma freelist_count") ?? 0) * pageSize
        if free > max(SpaceAdvice.least, files.databaseBytes / SpaceAdvice.freeShare) {
            all.append(
                Advice(
                    .space,
                    "\(free / 1_000_000) of \(files.databaseBytes / 1_000_000) MB are free pages",
                    hint: "pushfunnel prune returns them to the file system"))
        }
        let perDay = try SpaceAdvice.growth(db, files)
        if perDay > 0, files.freeBytes / perDay < SpaceAdvice.days {
            all.append(
                Advice(
                    .disk,
                    "the disk has room for \(files.freeBytes / perDay) more days, "
                        + "at \(perDay / 1_000_000) MB a day",
                    hint: "free disk space, or run pushfunnel prune with fewer days in --keep"))
        }
    }

    /// What a day with messages takes, all told.
    private static func growth(_ db: Connection, _ files: StoreFiles) throws -> Int64 {
        let sql = """
            select count(distinct substr(send_hour, 1, 10)) from funnel_cells where send_hour >= ?
            """
        let since = try Horizon.stored(db)?.text ?? ""
        let days = try Int64.fetchOne(db, sql: sql, arguments: [since]) ?? 0
        return days > 0 ? files.databaseBytes / days : 0
    }
}

/// What has not come, or not come to its end.
private struct FreshnessAdvice {
    private(set) var all: [Advice] = []

    /// A daily log and half a day.
    private static let lateMilliseconds: Int64 = 36 * 3_600_000

    init(_ db: Connection, now: Int64) throws {
        try addNewest(db, now: now)
        try addUnfinished(db)
        try addUnread(db)
        try addUnpruned(db)
    }

    /// One kind alone tells more than both.
    private mutating func addNewest(_ db: Connection, now: Int64) throws {
        let late = try [(Settings.Name.newestSend, "send"), (.newestEvent, "client event")]
            .compactMap { name, kind in try Settings.integer(name, db).map { ($0, kind) } }
            .filter { now - $0.0 > FreshnessAdvice.lateMilliseconds }
        guard let newest = late.map(\.0).max() else { return }
        let kind = late.count == 1 ? late[0].1 : "record"
        all.append(
            Advice(
                .freshness, "the newest \(kind) is from \(Period.text(newest / 3_600_000)) UTC",
                hint: "check that logs are delivered and ingested; pushfunnel alert reports this "
                    + "in time"))
    }

    /// Against the newest file: a log that is being written has a newer one soon.
    private mutating func addUnfinished(_ db: Connection) throws {
        let sql = """
            select path, state, count(*) over () as files from ledger_files
            where state <> 'complete' and inode <> 0 and modified_ns / 1000000
                < (select max(modified_ns) from ledger_files) / 1000000 - ?
            order by path limit 1
            """
        guard
            let row = try Row.fetchOne(
                db, sql: sql, arguments: [FreshnessAdvice.lateMilliseconds])
        else { return }
        let (count, path): (Int64, String) = (try row["files"], try row["path"])
        all.append(
            Advice(
                .files,
                "\(count) files were not read to their end and have not grown, "
                    + "first \(path) (\(try row["state"] as String))",
                hint: "deliver complete files and ingest them again; the lines read so far count"))
    }

    private mutating func addUnread(_ db: Connection) throws {
        let sql = """
            select path, count(*) over () as files from ledger_files
            where lines >= 20 and 2 * (rejected - past_retention) > lines - past_retention
            order by path limit 1
            """
        guard let row = try Row.fetchOne(db, sql: sql) else { return }
        let (count, path): (Int64, String) = (try row["files"], try row["path"])
        all.append(
            Advice(
                .files,
                "most lines of \(count) files were rejected, first \(path)",
                hint: "run pushfunnel sql rejects for the reasons; for your own envelope use "
                    + "ingest --map"))
    }

    private mutating func addUnpruned(_ db: Connection) throws {
        guard let horizon = try Horizon.stored(db) else { return }
        let sql = "select exists (select 1 from states where day = 0 and k < ?)"
        guard try Bool.fetchOne(db, sql: sql, arguments: [horizon.leastKey]) == true else { return }
        all.append(
            Advice(
                .retention, "the database still has messages from before \(horizon.text)",
                hint: "a prune was interrupted: run it again"))
    }
}

/// Mistakes in what is logged: identifiers that do not meet, and clocks that lie.
private struct IdentityAdvice {
    private(set) var all: [Advice] = []

    /// Fewer tell nothing.
    private static let least: Int64 = 100
    /// Days before the newest record that are looked at.
    private static let days: Int64 = 7
    private static let earlyShare: Int64 = 20
    private static let opaqueShare: Int64 = 5

    private let since: String

    init(_ db: Connection) throws {
        let newest = try Settings.integer(.newestRecord, db) ?? 0
        since = String(Period.text((floorDay(newest) - IdentityAdvice.days) * 24).prefix(10))
        for platform in ["android", "ios", "web"] { try addOrphans(platform, db) }
        try addEarly(db)
        try addOpaque(db)
    }

    private mutating func addOrphans(_ platform: String, _ db: Connection) throws {
        let orphans = """
            select coalesce(sum(messages), 0) from orphan_daily
            where platform = ? and reason = 'no_send' and send_day >= ?
            """
        let sends = """
            select coalesce(sum(sent), 0) as sent, coalesce(sum(received), 0) as received
            from funnel_daily where platform = ? and send_day >= ?
            """
        let lost = try Int64.fetchOne(db, sql: orphans, arguments: [platform, since]) ?? 0
        let row = try Row.fetchOne(db, sql: sends, arguments: [platform, since])
        let (sent, received): (Int64, Int64) = (try row?["sent"] ?? 0, try row?["received"] ?? 0)
        if lost >= IdentityAdvice.least, lost > received {
            all.append(
                Advice(
                    .orphans,
                    "client events of \(lost) messages on \(platform) since \(since) match no "
                        + "send, those of \(received) do",
                    hint: received == 0 && sent > 0
                        ? "the IDs differ: sends need the message name of FCM's answer, events its "
                            + "google.message_id, gcm.message_id or fcmMessageId"
                        : "logs of sends are missing: pushfunnel sql orphans lists them"
                ))
        }
        if sent >= 10 * IdentityAdvice.least, received == 0, lost < IdentityAdvice.least {
            all.append(
                Advice(
                    .events, "no client event of \(sent) sends to \(platform) since \(since)",
                    hint: "check that events of its apps are logged and ingested"))
        }
    }

    /// Deliveries before their send.
    private mutating func addEarly(_ db: Connection) throws {
        let sql = """
            select platform, sum(messages) as received,
                sum(case when to_seconds <= 0 then messages else 0 end) as early
            from delay_daily where stage = 'received' and send_day >= ? group by 1 order by 1
            """
        for row in try Row.fetchAll(db, sql: sql, arguments: [since]) {
            let (received, early): (Int64, Int64) = (try row["received"], try row["early"])
            guard received >= IdentityAdvice.least, early * IdentityAdvice.earlyShare > received
            else { continue }
            all.append(
                Advice(
                    .clocks,
                    "\(early) of \(received) messages on \(try row["platform"] as String) since "
                        + "\(since) arrived before they were sent",
                    hint: "a clock is wrong, or a time has no zone: pushfunnel sql clock_skew"))
        }
    }

    private mutating func addOpaque(_ db: Connection) throws {
        // As many as are asked about, so that it costs the same in every store.
        let opaque =
            try Int64.fetchOne(
                db, sql: "select count(*) from (select 1 from message_ids limit 100000)") ?? 0
        let others =
            try Int64.fetchOne(
                db,
                sql: """
                    select count(*) from (
                        select 1 from states where k between -4611686018427387904 and -1 = 0
                        limit ?)
                    """, arguments: [opaque * IdentityAdvice.opaqueShare]) ?? 0
        guard opaque >= IdentityAdvice.least, others < opaque * IdentityAdvice.opaqueShare else {
            return
        }
        all.append(
            Advice(
                .ids,
                "one message ID in \(IdentityAdvice.opaqueShare + 1), or more, has a form that FCM "
                    + "never uses",
                hint: "log the message name of FCM's answer: your own IDs match no client event"))
    }
}
