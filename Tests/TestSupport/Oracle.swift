/// A plain second implementation of the definitions of `Sources/README.md`, to test the first with.
///
/// It shares no code with the program: Foundation's JSON parser, one dictionary of messages, a
/// recount at the end. It is slow, and means to be easy to check by reading.
package struct Oracle {
    /// The funnel's cells; topic sends, validated sends and orphans are in none.
    package private(set) var cells: [OracleCell: OracleCounts] = [:]
    /// Every message, send that failed and validated send, in one order for one set of records.
    package private(set) var messages: [OracleMessage] = []
    package private(set) var ledger = OracleLedger()
    /// Failed sends of the cells by error code.
    package private(set) var failures: [String: Int] = [:]
    /// Failed topic and condition sends by error code.
    package private(set) var topicFailures: [String: Int] = [:]
    /// Messages by how long after their send they got somewhere.
    package private(set) var delays: [OracleDelay: Int] = [:]
    /// Received, impressions and opened alone; the cells have no image status.
    package private(set) var clients: [OracleClientCell: OracleCounts] = [:]
    package private(set) var conversions: [OracleConversionCell: OracleConversions] = [:]
    private static let conversionWindowMs: Int64 = 168 * 3_600_000

    /// Lines without their line feed; a carriage return at the end is white space.
    package init(lines: [String], now: Int64, windowMs: Int64 = 72 * 3_600_000) {
        self.init(lines: lines.map { Array($0.utf8) }, now: now, windowMs: windowMs)
    }

    /// A whole file, split at line feeds; bytes, since text cannot be invalid UTF-8.
    package init(bytes: [UInt8], now: Int64, windowMs: Int64 = 72 * 3_600_000) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        if lines.last == [] { lines.removeLast() }
        self.init(lines: lines, now: now, windowMs: windowMs)
    }

    private init(lines: [[UInt8]], now: Int64, windowMs: Int64) {
        var join = OracleJoin(now: now)
        for line in lines { join.read(line) }
        ledger = join.ledger
        messages = join.states.values.map(\.message).sorted()
        for state in join.states.values { count(state, windowMs: windowMs) }
    }

    private mutating func count(_ state: OracleState, windowMs: Int64) {
        let message = state.message
        ledger.events += state.times.count
        guard let sent = message.sentMs else {
            ledger.orphan += state.times.count
            return
        }
        ledger.matched += state.times.count
        if message.status == "validated" { return }
        ledger.sends += 1
        if message.targetKind == "topic" || message.targetKind == "condition" {
            if let code = message.errorCode { topicFailures[code, default: 0] += 1 }
            return
        }
        if let code = message.errorCode { failures[code, default: 0] += 1 }

        let cell = OracleCell(
            sendHour: OracleTime.hour(milliseconds: sent), platform: message.platform,
            campaign: message.campaign, project: message.project,
            dimensions: message.dimensions, image: message.image,
            imageStatus: message.imageStatus, silent: message.silent)
        var counts = cells[cell] ?? OracleCounts()
        counts.attempted += 1
        if message.status == "failed" { counts.failed += 1 } else { counts.sent += 1 }
        if ["explicit", "addressed"].contains(message.platformSource) {
            counts.failureBase += 1
            if message.status == "failed" { counts.failuresInBase += 1 }
        }
        if message.receivedMs != nil { counts.received += 1 }
        if message.receiptMs != nil { counts.receipts += 1 }
        if !message.silent {
            if state.shownMs(on: cell.platform) != nil { counts.impressions += 1 }
            if state.isInClientLog { counts.impressionBase += 1 }
            if let opened = message.openedMs {
                if opened <= sent + windowMs { counts.opened += 1 } else { counts.late += 1 }
            }
            if message.dismissedMs != nil { counts.dismissed += 1 }
            if message.phantomMs != nil { counts.phantom += 1 }
        }
        if let lowered = state.isPriorityLowered, message.status == "sent" {
            counts.priorityTold += 1
            if lowered { counts.priorityLowered += 1 }
        }
        cells[cell] = counts
        if message.status == "sent" {
            countDelays(state, message, sent: sent)
            countClients(state, message, in: cell, sent: sent, windowMs: windowMs)
            if let conversion = state.conversion {
                let opened = message.openedMs.map { $0 <= sent + windowMs } ?? false
                count(conversion, message, sent: sent, isOpened: opened && !message.silent)
            }
        }
    }

    private mutating func countClients(
        _ state: OracleState, _ message: OracleMessage, in cell: OracleCell, sent: Int64,
        windowMs: Int64
    ) {
        guard message.receivedMs != nil else { return }
        var cell = cell
        cell.imageStatus = ""
        var counts = OracleCounts(received: 1)
        if !message.silent {
            if state.shownMs(on: cell.platform) != nil { counts.impressions = 1 }
            if let opened = message.openedMs, opened <= sent + windowMs { counts.opened = 1 }
        }
        let key = OracleClientCell(cell: cell, told: message.told)
        let known = clients[key] ?? OracleCounts()
        clients[key] = OracleCounts(
            received: known.received + 1, impressions: known.impressions + counts.impressions,
            opened: known.opened + counts.opened)
    }

    private mutating func count(
        _ conversion: OracleConversion, _ message: OracleMessage, sent: Int64, isOpened: Bool
    ) {
        let cell = OracleConversionCell(
            sendHour: OracleTime.hour(milliseconds: sent), platform: message.platform,
            campaign: message.campaign, image: message.image,
            currency: conversion.amount?.currency ?? "(none)")
        var counts = conversions[cell] ?? OracleConversions()
        if conversion.time <= sent + Oracle.conversionWindowMs {
            counts.converted += 1
            if isOpened { counts.opened += 1 }
            counts.millionths += conversion.amount?.millionths ?? 0
        } else {
            counts.late += 1
        }
        conversions[cell] = counts
    }

    private mutating func countDelays(_ state: OracleState, _ message: OracleMessage, sent: Int64) {
        let shown = message.silent ? nil : state.shownMs(on: message.platform)
        let opened = message.silent ? nil : message.openedMs
        let converted = message.convertedMs.flatMap {
            $0 <= sent + Oracle.conversionWindowMs ? $0 : nil
        }
        let stages = [
            ("received", message.receivedMs), ("impression", shown), ("opened", opened),
            ("converted", converted),
        ]
        for (stage, moment) in stages {
            guard let moment else { continue }
            let delay = OracleDelay(
                sendDay: String(OracleTime.hour(milliseconds: sent).prefix(10)),
                platform: message.platform, stage: stage, milliseconds: moment - sent)
            delays[delay, default: 0] += 1
        }
    }
}

/// Reads lines into states.
struct OracleJoin {
    var now: Int64
    var ledger = OracleLedger()
    /// By message ID, or by content where there is none.
    var states: [String: OracleState] = [:]
    private var contents: Set<String> = []

    init(now: Int64) { self.now = now }

    mutating func read(_ line: [UInt8]) {
        ledger.lines += 1
        if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
            ledger.blank += 1
            return
        }
        do {
            let isNew = try join(try OracleJSON.object(line: line))
            if isNew { ledger.new += 1 } else { ledger.duplicate += 1 }
        } catch is OracleForeign {
            if OracleEvidence.holdsTraces(line) {
                ledger.rejected["not_read", default: 0] += 1
            } else {
                ledger.foreign += 1
            }
        } catch let rejection as OracleRejection {
            ledger.rejected[rejection.reason, default: 0] += 1
        } catch {
            ledger.rejected["\(error)", default: 0] += 1
        }
    }

    /// Adds one line to what it speaks of; whether it is new there.
    private mutating func join(_ line: [String: OracleJSON]) throws -> Bool {
        let event = line.text("event")
        if line["event_timestamp"] != nil, let event,
            OracleSends.exportEvents.keys.contains(event)
        {
            if event == "MESSAGE_DELIVERED" {
                return add(try OracleEvents.delivered(line, now: now))
            }
            return add(try OracleSends.export(line, now: now), kind: "send")
        }
        if line["event_timestamp"] != nil, line["event_name"] != nil {
            return add(try OracleEvents.analytics(line, now: now))
        }
        guard OracleEvidence.isSend(line) else { return try joinEvent(line) }
        if line.first("batch") != nil {
            let batch = try OracleSends.batch(line, now: now)
            // The line counts by its own content: what it says of a message does not make a
            // single record of that message a duplicate.
            for send in batch.sends { _ = add(send, kind: nil) }
            return contents.insert(batch.content).inserted
        }
        return add(try OracleSends.single(line, now: now), kind: "send")
    }

    private mutating func joinEvent(_ line: [String: OracleJSON]) throws -> Bool {
        var record = try record(line)
        if case .event(var event) = record, event.kind == .converted {
            event.amount = try OracleAmount(line)
            record = .event(event)
        }
        if case .event(var event) = record {
            event.told = OracleDimensions.told(by: line, of: event.kind)
            record = .event(event)
        }
        return add(record)
    }

    private func record(_ line: [String: OracleJSON]) throws -> OracleClientRecord {
        let keys = ["messageId", "message_id"]
        if line.object("user_info", "userInfo")?.first("gcm.message_id") != nil {
            return .event(try OracleEvents.apple(line, now: now))
        }
        if let payload = line.object("payload"),
            payload.first("fcmMessageId") != nil
                || OracleEvidence.isDeviceID(
                    payload.first(of: keys),
                    beside: [payload, payload.object("data") ?? [:]], line, now: now)
        {
            return .event(try OracleEvents.web(line, now: now))
        }
        if OracleEvents.isAndroid(line, now: now) {
            return try OracleEvents.android(line, now: now)
        }
        let message = line.object("message", "remoteMessage")
        let holders = [message ?? [:], message?.object("data") ?? [:]]
        for value in [message?.first(of: keys), line.first(of: keys)]
        where OracleEvidence.isDeviceID(value, beside: holders, line, now: now) {
            return .event(try OracleEvents.plugin(line, now: now))
        }
        throw OracleForeign()
    }

    private mutating func add(_ send: OracleSend, kind: String?) -> Bool {
        let key: String
        if case .sent(let id?) = send.outcome {
            key = "id " + id
        } else {
            key = "content " + send.content
        }
        states[key, default: OracleState()].add(send)
        guard let kind else { return false }
        return states[key, default: OracleState()].lineKinds.insert(kind).inserted
    }

    private mutating func add(_ event: OracleEvent) -> Bool {
        let key = "id " + event.messageID
        states[key, default: OracleState()].add(event)
        return states[key, default: OracleState()].lineKinds.insert(event.kind.rawValue).inserted
    }

    private mutating func add(_ record: OracleClientRecord) -> Bool {
        switch record {
        case .event(let event): return add(event)
        case .label(let content):
            let isNew = contents.insert("label " + content).inserted
            if isNew { ledger.labelEvents += 1 }
            return isNew
        }
    }
}
