import Delivery
import FCM
import Reporting
import Testing

/// Which of our numbers stands beside which of theirs, and which reasons are named.
@Suite("Reconciliation")
struct ReconciliationTests {
    /// 2025-11-17 00:00 UTC up to 2025-11-22, in hours.
    private static let covered: Range<Int64> = 489_816..<489_936

    private func sends(_ rows: [ResultTable.Cell]...) -> ResultTable {
        ResultTable(
            columns: [
                "send_hour", "platform", "campaign", "silent", "sent", "failed", "received",
                "opened", "receipts_before_open", "priority_told", "priority_lowered",
            ],
            rows: rows)
    }

    private func row(
        _ hour: String = "2025-11-18T12", _ platform: String = "android",
        _ campaign: String = "sale", silent: Int64 = 0, sent: Int64, failed: Int64 = 0,
        received: Int64 = 0, opened: Int64 = 0, coverage: Int64 = 0, told: Int64 = 0,
        lowered: Int64 = 0
    ) -> [ResultTable.Cell] {
        [
            .text(hour), .text(platform), .text(campaign), .integer(silent), .integer(sent),
            .integer(failed), .integer(received), .integer(opened), .integer(coverage),
            .integer(told), .integer(lowered),
        ]
    }

    private func apart(_ rows: [ResultTable.Cell]...) -> ResultTable {
        ResultTable(columns: ["send_hour", "kind", "campaign", "messages"], rows: rows)
    }

    private func counts(_ counts: [ProviderMeasure: Int64]) -> ProviderCounts {
        var made = ProviderCounts()
        for (measure, count) in counts { made.add(count, measure) }
        return made
    }

    private func lines(
        _ counts: [ProviderKey: ProviderCounts], _ sends: ResultTable, apart: ResultTable? = nil,
        covered: Range<Int64> = ReconciliationTests.covered, zone: String? = nil
    ) -> [ReconcileLine] {
        Reconciliation(
            counts, sends: sends, apart: apart ?? self.apart(), covered: covered, zone: zone
        ).lines
    }

    private func key(
        _ source: ProviderSource = .export, day: String = "2025-11-18", _ campaign: String? = "sale"
    ) -> ProviderKey {
        source == .pushMetrics
            ? ProviderKey(source, day: day, platform: .ios)
            : ProviderKey(source, day: day, platform: .android, campaign: campaign)
    }

    /// Of the sum over labels.
    private func reasons(
        _ counts: [ProviderKey: ProviderCounts], _ sends: ResultTable, apart: ResultTable? = nil,
        covered: Range<Int64> = ReconciliationTests.covered, zone: String? = nil,
        measure: ProviderMeasure = .accepted
    ) throws -> Set<ReconcileReason> {
        let lines = lines(counts, sends, apart: apart, covered: covered, zone: zone)
        return try #require(
            lines.first { $0.campaign == nil && $0.measure == measure.name }
        ).reasons
    }

    @Test("ours are sums of hours, by the days of the source")
    func zones() throws {
        let sends = sends(
            row("2025-11-18T07", sent: 1), row("2025-11-18T08", sent: 10),
            row("2025-11-19T07", sent: 100), row("2025-11-19T08", sent: 1000))
        for (source, expected) in [(ProviderSource.dataAPI, 110), (.export, 11)] {
            let lines = lines([key(source): counts([.accepted: 5])], sends)
            #expect(lines.map(\.ours) == [Int64(expected), Int64(expected)])
            #expect(lines.map(\.difference) == [Int64(5 - expected), Int64(5 - expected)])
        }
        let cut = lines([key(.dataAPI): counts([.accepted: 5])], sends, zone: "UTC")
        #expect(cut.map(\.ours) == [11, 11])
    }

    @Test("each measure has its own number beside it")
    func measures() throws {
        let sends = sends(
            row(sent: 200, failed: 7, received: 150, told: 120, lowered: 30),
            row(silent: 1, sent: 50, failed: 3, received: 20))
        let theirs: [ProviderMeasure: Int64] = [
            .accepted: 240, .notifications: 190, .delivered: 180, .failed: 9,
            .priorityLowered: 24, .pending: 5,
        ]
        let lines = lines([key(): counts(theirs)], sends).filter { $0.campaign == "sale" }
        #expect(
            lines.map { [$0.theirs, $0.ours, $0.theirBase, $0.ourBase] } == [
                [240, 250, nil, nil], [190, 200, nil, nil], [180, 170, 240, 250],
                [9, 10, nil, nil], [5, nil, 240, nil], [24, 30, 240, 120],
            ])
    }

    @Test("Apple's alerts are ours with something to show")
    func alerts() throws {
        let sends = sends(
            row("2025-11-18T01", "ios", sent: 30, received: 9),
            row("2025-11-18T02", "ios", silent: 1, sent: 4, received: 2))
        let key = { ProviderKey(.pushMetrics, day: "2025-11-18", platform: .ios, isAlert: $0) }
        let theirs = counts([.accepted: 30, .delivered: 20])
        let lines = lines([key(nil): theirs, key(true): theirs, key(false): theirs], sends)
        #expect(
            lines.map { [$0.measure, $0.ours.map { "\($0)" }] } == [
                ["accepted", "34"], ["delivered", "11"], ["accepted_alert", "30"],
                ["delivered_alert", "9"], ["accepted_background", "4"],
                ["delivered_background", "2"],
            ])
    }

    @Test("topics of theirs stand beside topic sends of ours")
    func topics() throws {
        let topic = ProviderKey(.export, day: "2025-11-18", platform: nil, campaign: "news")
        let lines = lines(
            [topic: counts([.topicRequests: 2, .topicAccepted: 90, .topicDelivered: 80])], sends(),
            apart: apart(
                ["2025-11-18T01", "topic_requests", "news", 3],
                ["2025-11-18T01", "topic_received", "news", 70],
                ["2025-11-19T01", "topic_received", "news", 70]))
        #expect(
            lines.filter { $0.campaign == "news" }.map { [$0.theirs, $0.ours] }
                == [[90, nil], [80, 70], [2, 3]])
    }

    @Test("labels of one side alone are lines, too")
    func oneSide() throws {
        let lines = lines(
            [key(.dataAPI, "theirs"): counts([.accepted: 5]), key(.dataAPI, ""): counts([:])],
            sends(
                row("2025-11-18T12", "android", "ours", sent: 9),
                row("2025-11-18T12", "ios", "x", sent: 9)))
        let own = try #require(lines.first { $0.campaign == "ours" })
        #expect([own.theirs, own.ours] == [nil, 9])
        #expect(own.reasons == [.ownNames, .withheld])
        let other = try #require(lines.first { $0.campaign == "theirs" })
        #expect([other.theirs, other.ours] == [5, 0])
        #expect(other.reasons.contains(.ownNames))
        #expect(lines.allSatisfy { $0.campaign != "x" })
    }

    @Test("no label of theirs is ours without a campaign")
    func unlabelled() throws {
        let lines = lines(
            [key(.export, ""): counts([.accepted: 9])],
            sends(row("2025-11-18T12", "android", "(none)", sent: 9)))
        #expect(lines.map(\.campaign) == [nil, "(none)"])
        #expect(lines.map(\.reasons) == [[], []])
    }

    // MARK: Reasons

    @Test("what does not differ needs no reason")
    func equal() throws {
        let sends = sends(row(sent: 10))
        #expect(try reasons([key(): counts([.accepted: 10])], sends) == [])
    }

    @Test("days that the logs do not cover, and those that may still change")
    func days() throws {
        let sends = sends(row(sent: 10))
        let old = [
            key(): counts([.accepted: 11]), key(day: "2025-11-20"): counts([.accepted: 1]),
        ]
        #expect(try reasons(old, sends) == [])
        #expect(try reasons([key(): counts([.accepted: 11])], sends) == [.notFinal])
        let day: Range<Int64> = 489_840..<489_864
        #expect(try reasons(old, sends, covered: day) == [])
        for part in [day.dropFirst(), day.dropLast()] {
            let covered = part.startIndex..<part.endIndex
            #expect(try reasons(old, sends, covered: covered) == [.notCovered])
        }
    }

    @Test("sends that no log has, of the console, of topics and of no known platform")
    func more() throws {
        let old = [
            key(): counts([.accepted: 11]), key(day: "2025-11-20"): counts([.accepted: 1]),
        ]
        for (kind, reason) in [
            ("orphan_no_send", ReconcileReason.sendsNotLogged),
            ("orphan_composer", .consoleSends),
        ] {
            let apart = apart([.text("2025-11-18T05"), .text(kind), "x", 1])
            #expect(try reasons(old, sends(row(sent: 10)), apart: apart) == [reason])
            #expect(try reasons(old, sends(row(sent: 12)), apart: apart) == [])
        }
        let unknown = sends(row(sent: 10), row("2025-11-18T12", "unknown", sent: 1))
        #expect(try reasons(old, unknown) == [.unknownPlatform])
        let topic = apart(["2025-11-18T12", "topic_requests", "x", 1])
        #expect(try reasons(old, sends(row(sent: 10)), apart: topic) == [])
        let data = [
            key(.dataAPI): counts([.accepted: 11]),
            key(.dataAPI, day: "2025-11-25"): counts([.accepted: 1]),
        ]
        #expect(
            try reasons(data, sends(row(sent: 10)), apart: topic) == [.optedIn, .topicFanOut])
        #expect(
            try reasons(data, sends(row(sent: 10)), zone: "UTC") == [.optedIn, .otherDays])
        #expect(try reasons(old, sends(row(sent: 10)), zone: "Europe/Berlin") == [])
    }

    @Test("deliveries: clients that do not log, what is pending or dropped, who opts in")
    func deliveries() throws {
        func reasons(
            _ source: ProviderSource, _ more: [ProviderMeasure: Int64],
            received: Int64 = 8, opened: Int64 = 0, coverage: Int64 = 0
        ) throws -> Set<ReconcileReason> {
            let theirs = counts(more.merging([.accepted: 10, .delivered: 9]) { a, _ in a })
            let platform = source == .pushMetrics ? "ios" : "android"
            return try self.reasons(
                [key(source): theirs, key(source, day: "2025-11-25"): counts([.accepted: 1])],
                sends(
                    row(
                        "2025-11-18T12", platform, sent: 10, received: received, opened: opened,
                        coverage: coverage)), measure: .delivered)
        }
        // Theirs are 9: more than ours, then fewer.
        #expect(try reasons(.export, [:]) == [])
        #expect(try reasons(.export, [:], opened: 20, coverage: 19) == [])
        #expect(try reasons(.export, [:], opened: 20, coverage: 18) == [.clientsSilent])
        #expect(try reasons(.export, [:], received: 0) == [.clientsSilent])
        #expect(try reasons(.export, [.deliveredAlone: 1]) == [.acceptanceMissing])
        #expect(
            try reasons(.export, [:], received: 10, opened: 20, coverage: 18) == [.exportOptIn])
        #expect(try reasons(.dataAPI, [:]) == [.optedIn, .rounded])
        #expect(
            try reasons(.dataAPI, [.pending: 1, .expired: 1, .collapsed: 0])
                == [.optedIn, .rounded, .deliveredLate, .dropped])
        #expect(
            try reasons(.pushMetrics, [ProviderMeasure("stored_device_offline"): 2])
                == [.rounded, .allSenders, .stored])
        #expect(
            try reasons(.pushMetrics, [ProviderMeasure("discarded_disabled"): 2])
                == [.rounded, .allSenders, .dropped])
    }
}
