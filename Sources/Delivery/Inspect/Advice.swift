package import SQLite

/// Something about a store that adds up and yet deserves a look: facts and what to do.
package struct Advice: Equatable, Sendable {
    package enum Topic: String, Sendable, CaseIterable {
        case views
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
        case projects
        case dimensions
        case inflater
    }

    package var topic: Topic
    package var text: String
    package var hint: String

    package init(topic: Topic, text: String, hint: String) {
        self.topic = topic
        self.text = text
        self.hint = hint
    }

    /// All there is to say. It reads counts, and at most some hundred thousand keys.
    package static func all(
        _ reader: Database, _ files: StoreFiles, now: Int64
    ) throws -> [Advice] {
        try reader.read { db in
            var advice = AdviceList(db: db, files: files, now: now)
            try advice.addAll()
            return advice.all
        }
    }
}

extension Advice {
    /// Dimensions with so many values that they are of little use.
    package static func dimensions(_ db: Connection) throws -> [Advice] {
        try Dimensions.sizes(db).filter(\.isLarge).map {
            Advice(
                topic: .dimensions, text: "the dimension \($0.name) has \($0.values) values",
                hint: "every hour has counts for each of them: a dimension of kinds, variants or "
                    + "languages needs fewer; for another place use a new database")
        }
    }
}

extension Advice {
    /// Of lines that were read with IDs of one's own: most tell nothing new. Where FCM answers, it
    /// names each send; where another service does, sends of one ID are one message.
    package static func repeats(_ counts: LineCounts) -> Advice? {
        guard counts.duplicate >= AdviceList.leastMessages, counts.duplicate > counts.new else {
            return nil
        }
        return Advice(
            topic: .ids,
            text: "\(counts.duplicate) of \(counts.new + counts.duplicate) lines repeat what "
                + "others told of the same IDs",
            hint: "unless they are copies of lines, " + AdviceList.newIDs)
    }
}

private struct AdviceList {
    let db: Connection
    let files: StoreFiles
    let now: Int64
    private(set) var all: [Advice] = []

    mutating func addAll() throws {
        try addViews()
        try addSpace()
        addFiles()
        try addNewest()
        try addUnfinished()
        try addUnread()
        try addUnpruned()
        let newest = try AsOf.stored(db) ?? 0
        let since = Horizon(day: floorDay(newest) - AdviceList.identityDays).text
        for platform in ["android", "ios", "web"] { try addOrphans(platform, since) }
        try addEarly(since)
        try addAhead()
        try addShifted(since)
        if try JoinPlaces.stored(db).isEmpty { try addOpaque() } else { try addShared() }
        try addProjects()
        all += try Advice.dimensions(db)
    }

    private mutating func add(_ topic: Advice.Topic, _ text: String, hint: String) {
        all.append(Advice(topic: topic, text: text, hint: hint))
    }

    private func number(_ sql: String, _ arguments: any CellValue...) throws -> Int64 {
        try Int64.fetchOne(db, sql: sql, arguments: arguments) ?? 0
    }

    private mutating func addViews() throws {
        guard try !Migrations.hasOwnViews(db) else { return }
        add(
            .views, "another version of pushfunnel made the views",
            hint: "pushfunnel upgrade, or the next ingest, makes those of this version")
    }

    // MARK: Room in the file and on the disk

    /// Free pages beyond this share of the file.
    private static let freeShare: Int64 = 4
    private static let leastFree: Int64 = 16 << 20
    /// Logs of so many days are to fit on the disk.
    private static let diskDays: Int64 = 14

    private mutating func addSpace() throws {
        let free = try number("pragma freelist_count") * number("pragma page_size")
        if free > max(AdviceList.leastFree, files.databaseBytes / AdviceList.freeShare) {
            add(
                .space,
                "\(free / 1_000_000) of \(files.databaseBytes / 1_000_000) MB are free pages",
                hint: "pushfunnel prune returns them to the file system")
        }
        let days = try number(
            """
            select count(distinct substr(send_hour, 1, 10)) from funnel_cells where send_hour >= ?
            """, Horizon.stored(db)?.text ?? "")
        // What a day with messages takes, all told.
        let perDay = days > 0 ? files.databaseBytes / days : 0
        if perDay > 0, files.freeBytes / perDay < AdviceList.diskDays {
            add(
                .disk,
                "the disk has room for \(files.freeBytes / perDay) more days, "
                    + "at \(perDay / 1_000_000) MB a day",
                hint: "free disk space, or run pushfunnel prune with fewer days in --keep")
        }
    }

    // MARK: The files beside the database

    /// A log is emptied at each commit, unless somebody reads an old one.
    private static let longLog: Int64 = 64 << 20
    private static let longRun: Int64 = 86_400_000

    private mutating func addFiles() {
        if files.logBytes > max(AdviceList.longLog, files.databaseBytes / 2) {
            add(
                .log, "the write-ahead log has \(files.logBytes / 1_000_000) MB",
                hint: "a reader holds an old snapshot: close it, and the next commit "
                    + "truncates the log")
        }
        if !files.writable.isEmpty {
            add(
                .permissions, "other users can write \(files.writable.joined(separator: ", "))",
                hint: "run chmod go-rwx on them: a writer can change every number")
        }
        if !files.readable.isEmpty {
            add(
                .permissions, "other users can read \(files.readable.joined(separator: ", "))",
                hint: "run chmod go-rwx on them: a reader has the keys of all hashes")
        }
        if let writer = files.writer, now - writer.since > AdviceList.longRun {
            add(
                .writer, "process \(writer.process) has held the lock for over a day",
                hint: "if it is idle, end it; all commits are kept")
        }
    }

    // MARK: What has not come, or not come to its end

    /// A daily log and half a day.
    private static let lateMilliseconds: Int64 = 36 * 3_600_000

    /// One kind alone tells more than both.
    private mutating func addNewest() throws {
        let late = try [(Settings.Name.newestSend, "send"), (.newestEvent, "client event")]
            .compactMap { name, kind in try Settings.integer(name, db).map { ($0, kind) } }
            .filter { now - $0.0 > AdviceList.lateMilliseconds }
        guard let newest = late.map(\.0).max() else { return }
        let kind = late.count == 1 ? late[0].1 : "record"
        add(
            .freshness, "the newest \(kind) is from \(Period.text(newest / 3_600_000)) UTC",
            hint: "check that logs are delivered and ingested; pushfunnel alert reports this "
                + "in time")
    }

    /// A log that is being written grows, or a newer one comes soon.
    private mutating func addUnfinished() throws {
        let sql = """
            select path, state, count(*) over () as files from ledger_files
            where state <> 'complete' and inode <> 0 and modified_ns / 1000000
                < max(?, (select max(modified_ns) from ledger_files) / 1000000) - ?
            order by path limit 1
            """
        let arguments = [now, AdviceList.lateMilliseconds]
        guard let row = try Row.fetchOne(db, sql: sql, arguments: arguments) else { return }
        let (count, path): (Int64, String) = (try row["files"], try row["path"])
        add(
            .files,
            (count == 1
                ? "1 file was not read to the end and has not grown, "
                : "\(count) files were not read to the end and have not grown, ")
                + "first \(path) (\(try row["state"] as String))",
            hint: "deliver complete files and ingest them again; the lines read so far count")
    }

    private mutating func addUnread() throws {
        let sql = """
            select path, count(*) over () as files from ledger_files
            where lines - past_retention >= 20
                and 2 * (rejected - past_retention) > lines - past_retention
            order by path limit 1
            """
        guard let row = try Row.fetchOne(db, sql: sql) else { return }
        let (count, path): (Int64, String) = (try row["files"], try row["path"])
        add(
            .files,
            "most lines of \(count == 1 ? "1 file" : "\(count) files") were rejected, "
                + "first \(path)",
            hint: "run pushfunnel sql rejects for the reasons; for your own envelope use "
                + "ingest --map")
    }

    private mutating func addUnpruned() throws {
        guard let horizon = try Horizon.stored(db) else { return }
        let sql = "select exists (select 1 from states where day = 0 and k < ?)"
        guard try number(sql, horizon.leastKey) != 0 else { return }
        add(
            .retention, "the database still has messages from before \(horizon.text)",
            hint: "a prune was interrupted: run it again")
    }

    // MARK: Identifiers that do not meet, and clocks that lie

    /// Fewer tell nothing.
    fileprivate static let leastMessages: Int64 = 100
    /// Days before the newest record that are looked at.
    private static let identityDays: Int64 = 7
    private static let earlyShare: Int64 = 20
    private static let opaqueShare: Int64 = 5

    private mutating func addOrphans(_ platform: String, _ since: String) throws {
        let orphans = """
            select coalesce(sum(messages), 0) from orphan_daily
            where platform = ? and reason = 'no_send' and send_day >= ?
            """
        let sends = """
            select coalesce(sum(sent), 0) as sent, coalesce(sum(received), 0) as received
            from funnel_daily where platform = ? and send_day >= ?
            """
        let lost = try number(orphans, platform, since)
        let row = try Row.fetchOne(db, sql: sends, arguments: [platform, since])
        let (sent, received): (Int64, Int64) = (try row?["sent"] ?? 0, try row?["received"] ?? 0)
        if lost >= AdviceList.leastMessages, lost > received {
            add(
                .orphans,
                "client events of \(lost) messages on \(platform) since \(since) match no "
                    + "send, those of \(received) do",
                hint: try orphanHint(isWithoutMatch: received == 0 && sent > 0, since))
        }
        if sent >= 10 * AdviceList.leastMessages, received == 0, lost < AdviceList.leastMessages {
            add(
                .events, "no client event of \(sent) sends to \(platform) since \(since)",
                hint: "check that events of its apps are logged and ingested")
        }
    }

    private func orphanHint(isWithoutMatch: Bool, _ since: String) throws -> String {
        let topics = "select coalesce(sum(sent), 0) from topic_sides where send_day >= ?"
        if try number(topics, since) > 0 {
            return "they may be of sends to topics, which Apple devices do not name: pushfunnel "
                + "sql topic_campaigns counts them by label; or logs of sends are missing"
        }
        return isWithoutMatch
            ? "the IDs differ: sends need the message name of FCM's answer, events its "
                + "google.message_id, gcm.message_id or fcmMessageId"
            : "logs of sends are missing: pushfunnel sql orphans lists them"
    }

    /// Deliveries before their send.
    private mutating func addEarly(_ since: String) throws {
        let sql = """
            select platform, sum(messages) as received,
                sum(case when to_seconds <= 0 then messages else 0 end) as early
            from delay_daily where stage = 'received' and send_day >= ? group by 1 order by 1
            """
        for row in try Row.fetchAll(db, sql: sql, arguments: [since]) {
            let (received, early): (Int64, Int64) = (try row["received"], try row["early"])
            guard received >= AdviceList.leastMessages, early * AdviceList.earlyShare > received
            else { continue }
            add(
                .clocks,
                "\(early) of \(received) messages on \(try row["platform"] as String) since "
                    + "\(since) arrived before they were sent",
                hint: "a clock is wrong, or a time has no zone: pushfunnel sql clock_skew")
        }
    }

    /// Clocks of devices that are hours ahead.
    private mutating func addAhead() throws {
        for (platform, messages) in try AsOf.ahead(db) where messages >= AdviceList.leastMessages {
            add(
                .clocks,
                "\(messages) messages on \(platform) arrived in hours that are still to come",
                hint: "clocks of devices are ahead: reports ignore them for the time of the data")
        }
    }

    private mutating func addShifted(_ since: String) throws {
        // The key of the first microsecond.
        let least = (Period.hour(since) ?? 0) * 3_600_000_000 << 2
        let sql = """
            select cast(round((sent_at - k / 4000) / 9e5) as integer) as quarter, count(*) as sends
            from (
                select sent_at, k from states
                where day = 0 and k >= ? and (k & 3) < 2 and sent_at is not null
                limit 100000)
            group by quarter
            """
        var quarters: [Int64: Int64] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: [least]) {
            quarters[try row["quarter"]] = try row["sends"]
        }
        guard let shift = TimeShift(quarters: quarters), shift.sends >= AdviceList.leastMessages
        else { return }
        add(
            .clocks, "\(shift.sends) of \(shift.total) sends since \(since) were \(shift.words)",
            hint: "times without a zone count as UTC: name theirs with ingest --log-tz, in a new "
                + "database")
    }

    private mutating func addProjects() throws {
        guard let projects = try ProjectSends.several(db) else { return }
        let named = projects.projects.prefix(5).map { "\($0.name) (\($0.sends) sends)" }
        let more = projects.projects.count - named.count
        let all = named + (more > 0 ? ["\(more) more"] : [])
        add(
            .projects,
            "the database has \(projects.leastCount) Firebase projects: "
                + all.joined(separator: ", "),
            hint: "reports count them together: use report --project, or a database for each")
    }

    fileprivate static let newIDs =
        "use a new ID for each send to one device: --join needs IDs of one message"

    private mutating func addRepeats() throws {
        var counts = LineCounts()
        counts.new = try number("select sum(new) from ledger_files")
        counts.duplicate = try number("select sum(duplicate) from ledger_files")
        if let advice = Advice.repeats(counts) { all.append(advice) }
    }

    /// IDs of one's own that several sends have.
    private mutating func addShared() throws {
        // Of a bounded number of names, so that it costs the same in every store.
        let shared = try number(
            """
            select count(*) from (
                select 1 from (
                    select message_k, message_tail from message_names where text is null
                    limit 300000)
                group by message_k, message_tail having count(*) > 1)
            """)
        guard shared > 0 else { return try addRepeats() }
        add(
            .ids,
            "\(shared) IDs of your own are of several sends, which count as one message each",
            hint: AdviceList.newIDs)
    }

    private mutating func addOpaque() throws {
        // As many as are asked about, so that it costs the same in every store.
        // IDs of digits are those of sends to topics.
        let opaque = try number(
            """
            select count(*) from (select message_id from message_ids limit 100000)
            where not (length(message_id) between 17 and 19 and message_id not glob '*[^0-9]*')
            """)
        let others = try number(
            """
            select count(*) from (
                select 1 from states where k between -4611686018427387904 and -1 = 0 limit ?)
            """, opaque * AdviceList.opaqueShare)
        guard opaque >= AdviceList.leastMessages, others < opaque * AdviceList.opaqueShare else {
            return
        }
        add(
            .ids,
            "one message ID in \(AdviceList.opaqueShare + 1), or more, has a form that FCM "
                + "never uses",
            hint: "log the message name of FCM's answer: your own IDs match no client event")
    }
}
