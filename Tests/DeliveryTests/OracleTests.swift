import Delivery
import FCM
import SQLite
import TestSupport
import Testing

/// The store against a plain dictionary implementation of the join, on seeded random logs that
/// are as nasty as logs can be.
@Suite struct OracleTests {
    private static let dimensions = [
        KnownDimension.app.dimension, KnownDimension.channel.dimension,
        OwnDimension(name: "variant", place: OracleDimensions.variantPlace),
        KnownDimension.action.dimension, KnownDimension.appVersion.dimension,
        OwnDimension(name: "build", source: .clients, place: OracleDimensions.buildPlace),
    ]

    @Test(arguments: 1...24 as ClosedRange<UInt64>, Ingesting.threadCounts)
    func everyCountEqualsTheOracle(seed: UInt64, threads: Int) throws {
        let folder = try TemporaryFolder()
        let log = RandomLog(seed: seed, messages: 40)
        let path = try folder.write(log.bytes, to: "log.ndjson")
        let reading = Ingesting(batchSize: 50, threads: threads, dimensions: Self.dimensions)
        let counts = try reading.read([path], into: folder.file("a.db"))
        let oracle = Oracle(bytes: log.bytes, now: RandomLog.now)
        let reader = try Store.reader(folder.file("a.db"))
        try reader.read { db in
            try expectCells(db, oracle)
            try expectArrivals(db)
            try expectDelays(db, oracle)
            try expectConversions(db, oracle)
            try expectClients(db, oracle)
            try expectMessages(db, oracle)
            try expectLedger(db, oracle, counts)
        }
    }

    @Test("random logs have what wrong clocks and lowered priorities are")
    func nasty() {
        let oracles = (1...24).map {
            Oracle(bytes: RandomLog(seed: $0, messages: 40).bytes, now: RandomLog.now)
        }
        let counts = oracles.flatMap(\.cells.values)
        #expect(counts.contains { $0.priorityLowered > 0 })
        #expect(counts.contains { $0.priorityTold > $0.priorityLowered })
        #expect(oracles.flatMap(\.delays.keys).contains { ($0.toSeconds ?? 1) <= 0 })
        let conversions = oracles.flatMap(\.conversions.values)
        #expect(conversions.contains { $0.late > 0 })
        #expect(conversions.contains { $0.converted > $0.opened })
        #expect(conversions.contains { $0.opened > 0 })
        #expect(oracles.contains { ($0.ledger.rejected["bad_value"] ?? 0) > 0 })
        let projects = Set(oracles.flatMap(\.cells.keys).map(\.project))
        #expect(projects == ["demo", "123456789012", "(none)"])
        let dimensions = Set(oracles.flatMap(\.cells.keys).map(\.dimensions))
        for (position, values) in [
            ["com.example.app", "com.example.two"], ["deals", "news"],
            ["v", "w", "7", "caf\u{e9}"],
        ].enumerated() {
            #expect(Set(dimensions.map { $0[position] }) == Set(values + ["(none)"]))
        }
        let told = Set(oracles.flatMap(\.clients.keys).map(\.told))
        for (position, values) in [
            ["default", "reply", "archive", "BUY"], ["1.0", "1.1", "2.\u{e9}"], ["7", "12", "7b"],
        ].enumerated() {
            #expect(Set(told.map { $0[position] }) == Set(values + ["(none)"]))
        }
    }

    private func expectCells(_ db: Connection, _ oracle: Oracle) throws {
        let sql = """
            select send_hour, platform, campaign, project, app, channel, variant, image,
                image_status, silent,
                sum(attempted) as attempted, sum(sent) as sent, sum(failed) as failed,
                sum(received) as received, sum(receipts) as receipts,
                sum(impressions) as impressions, sum(impression_base) as impression_base,
                sum(opened) as opened, sum(late) as late,
                sum(dismissed) as dismissed, sum(phantom) as phantom,
                sum(priority_told) as priority_told, sum(priority_lowered) as priority_lowered,
                sum(failure_base) as failure_base, sum(failures_in_base) as failures_in_base
            from funnel_hourly group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
            """
        var cells: [OracleCell: OracleCounts] = [:]
        for row in try Row.fetchAll(db, sql: sql) {
            let cell = try OracleCell(
                sendHour: row["send_hour"], platform: row["platform"], campaign: row["campaign"],
                project: row["project"],
                dimensions: OracleDimensions.names.map { try row[$0] }, image: row["image"],
                imageStatus: row["image_status"], silent: row["silent"])
            cells[cell] = try OracleCounts(
                attempted: row["attempted"], sent: row["sent"], failed: row["failed"],
                received: row["received"], receipts: row["receipts"],
                impressions: row["impressions"], impressionBase: row["impression_base"],
                opened: row["opened"], late: row["late"],
                dismissed: row["dismissed"], phantom: row["phantom"],
                priorityTold: row["priority_told"], priorityLowered: row["priority_lowered"],
                failureBase: row["failure_base"], failuresInBase: row["failures_in_base"])
        }
        for key in Set(cells.keys).union(oracle.cells.keys).sorted() {
            #expect(cells[key] == oracle.cells[key], "\(key)")
        }
    }

    private func expectClients(_ db: Connection, _ oracle: Oracle) throws {
        let sql = """
            select send_hour, platform, campaign, project, app, channel, variant, image, silent,
                action, app_version, build, sum(received) as received,
                sum(impressions) as impressions, sum(opened) as opened, sum(openable) as openable
            from client_hourly group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
            """
        var clients: [OracleClientCell: OracleCounts] = [:]
        for row in try Row.fetchAll(db, sql: sql) {
            let cell = try OracleCell(
                sendHour: row["send_hour"], platform: row["platform"], campaign: row["campaign"],
                project: row["project"],
                dimensions: OracleDimensions.names.map { try row[$0] }, image: row["image"],
                imageStatus: "", silent: row["silent"])
            let told = try OracleDimensions.clientNames.map { try row[$0] as String }
            let counts = try OracleCounts(
                received: row["received"], impressions: row["impressions"], opened: row["opened"])
            clients[OracleClientCell(cell: cell, told: told)] = counts
            #expect(try row["openable"] == (cell.silent ? 0 : counts.received))
        }
        for key in Set(clients.keys).union(oracle.clients.keys).sorted() {
            #expect(clients[key] == oracle.clients[key], "\(key)")
        }
    }

    /// The curve by day, and the finer one added up.
    private func expectDelays(_ db: Connection, _ oracle: Oracle) throws {
        for view in ["delay_daily", "delay_hourly"] {
            let sql = """
                select send_day, platform, stage, from_seconds, to_seconds,
                    sum(messages) as messages
                from \(view) group by 1, 2, 3, 4, 5
                """
            var delays: [OracleDelay: Int] = [:]
            for row in try Row.fetchAll(db, sql: sql) {
                let delay = try OracleDelay(
                    sendDay: row["send_day"], platform: row["platform"], stage: row["stage"],
                    fromSeconds: row["from_seconds"], toSeconds: row["to_seconds"])
                delays[delay] = try row["messages"]
            }
            for key in Set(delays.keys).union(oracle.delays.keys) {
                #expect(delays[key] == oracle.delays[key], "\(view) \(key)")
            }
        }
    }

    private func expectConversions(_ db: Connection, _ oracle: Oracle) throws {
        let sql = """
            select send_hour, platform, campaign, image, currency,
                sum(converted) as converted, sum(converted_opened) as opened,
                sum(converted_late) as late, sum(value_millionths) as millionths
            from conversion_hourly group by 1, 2, 3, 4, 5
            """
        var conversions: [OracleConversionCell: OracleConversions] = [:]
        for row in try Row.fetchAll(db, sql: sql) {
            let cell = try OracleConversionCell(
                sendHour: row["send_hour"], platform: row["platform"], campaign: row["campaign"],
                image: row["image"], currency: row["currency"])
            conversions[cell] = try OracleConversions(
                converted: row["converted"], opened: row["opened"], late: row["late"],
                millionths: row["millionths"])
        }
        for key in Set(conversions.keys).union(oracle.conversions.keys) {
            #expect(conversions[key] == oracle.conversions[key], "\(key)")
        }
    }

    /// The hour of arrival is that of the clock, whatever the class of the delay.
    private func expectArrivals(_ db: Connection) throws {
        for (stage, column) in [("received", "received_ms"), ("opened", "opened_ms")] {
            let numbers = { (row: Row) in row.cells }
            let told = try Row.fetchAll(
                db,
                sql: """
                    select send_hour, hours_later, sum(messages) from delay_hourly
                    where stage = '\(stage)' and from_seconds between 0 and 86399
                    group by 1, 2 order by 1, 2
                    """)
            let silent = stage == "opened" ? "and silent = 0" : ""
            let counted = try Row.fetchAll(
                db,
                sql: """
                    select send_hour, \(column) / 3600000 - sent_ms / 3600000, count(*)
                    from messages
                    where status = 'sent' and target_kind not in ('topic', 'condition') \(silent)
                        and \(column) - sent_ms between 0 and 86399999
                    group by 1, 2 order by 1, 2
                    """)
            let (ours, theirs) = (told.map(numbers), counted.map(numbers))
            #expect(ours == theirs, "\(stage)")
        }
    }

    private func expectMessages(_ db: Connection, _ oracle: Oracle) throws {
        let rows = try Row.fetchAll(db, sql: "select * from messages")
        let words = [
            "message_id", "status", "platform", "platform_source", "campaign", "project",
            "app", "channel", "variant", "action", "app_version", "build",
            "image", "image_status", "silent", "error_code", "apns_reason", "observed_platform",
        ]
        let ours = try rows.map { row -> String in
            // The oracle does not keep the labels of client events; MessageSumTests compares them.
            let isOrphan = try row["status"] == "orphan"
            let texts = try words.map { (name: String) -> String in
                if isOrphan, name == "campaign" { return "(none)" }
                return switch try row[name] as Cell {
                case .text(let text): text
                case .integer(let number): String(number)
                default: ""
                }
            }
            return try texts.joined(separator: "|") + times(row)
        }.sorted()
        let theirs = oracle.messages.map { message -> String in
            let texts: [String] = [
                message.messageID ?? "", message.status, message.platform,
                message.platformSource, message.campaign, message.project,
                (message.dimensions + message.told).joined(separator: "|"), message.image,
                message.imageStatus,
                message.silent ? "1" : "0", message.errorCode ?? "", message.apnsReason ?? "",
                message.observedPlatform,
            ]
            return texts.joined(separator: "|")
                + times(
                    message.sentMs, message.receivedMs, message.receiptMs, message.foregroundMs,
                    message.impressionMs, message.openedMs, message.dismissedMs,
                    message.phantomMs, message.convertedMs)
        }.sorted()
        for line in ours where !theirs.contains(line) { Issue.record("only in store: \(line)") }
        for line in theirs where !ours.contains(line) { Issue.record("only in oracle: \(line)") }
        #expect(ours.count == theirs.count)
    }

    private func times(_ row: Row) throws -> String {
        try times(
            row["sent_ms"], row["received_ms"], row["receipt_ms"], row["foreground_ms"],
            row["impression_ms"], row["opened_ms"], row["dismissed_ms"], row["phantom_open_ms"],
            row["converted_ms"])
    }

    private func times(_ moments: Int64?...) -> String {
        moments.map { "|" + ($0.map(String.init) ?? "-") }.joined()
    }

    private func expectLedger(_ db: Connection, _ oracle: Oracle, _ counts: LineCounts) throws {
        #expect(counts.addsUp)
        #expect(counts.lines == Int64(oracle.ledger.lines))
        #expect(counts.blank == Int64(oracle.ledger.blank))
        #expect(counts.foreign == Int64(oracle.ledger.foreign))
        #expect(counts.new == Int64(oracle.ledger.new))
        #expect(counts.duplicate == Int64(oracle.ledger.duplicate))
        #expect(counts.rejected == Int64(oracle.ledger.rejected.values.reduce(0, +)))
        let row = try #require(try Row.fetchOne(db, sql: "select * from ledger"))
        #expect(try row["events"] == oracle.ledger.events)
        #expect(try row["matched"] == oracle.ledger.matched)
        #expect(try row["orphan"] == oracle.ledger.orphan)
        let labels = try Int.fetchOne(db, sql: "select coalesce(sum(events), 0) from label_hourly")
        #expect(labels == oracle.ledger.labelEvents)
    }
}
