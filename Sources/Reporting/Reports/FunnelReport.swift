internal import Delivery
package import GRDB
internal import NDJSON

/// The funnel report: how far sends got, overall, per platform, per campaign, with and without
/// image; why sends failed; and what stands apart from the funnel.
package struct FunnelReport {
    package static let name = "funnel"
    private static let shownCampaigns = 20
    private static let shownErrors = 10

    private let filter: FunnelFilter
    /// The zone in which the period was given, and the period in its words.
    private let timeZone: String
    private let database: any DatabaseReader
    /// Where files and rejected lines are kept, when `database` is a cut.
    private let ledger: any DatabaseReader

    package init(
        _ database: any DatabaseReader, ledger: any DatabaseReader, filter: FunnelFilter,
        timeZone: String
    ) {
        self.database = database
        self.ledger = ledger
        self.filter = filter
        self.timeZone = timeZone
    }

    package func make() throws -> Report {
        var report = try database.read { db in
            let rows = try FunnelRow.fetch(filter, db)
            return Report(
                name: FunnelReport.name, title: "Push funnel", scope: try scope(db),
                sections: breakdowns(rows) + [try failures(db)], notes: try notes(rows, db))
        }
        report.notes += try ledger.read(ledgerNotes)
        return report
    }

    // MARK: Scope

    private func scope(_ db: Database) throws -> [(name: String, text: String?)] {
        let newest = try Settings.integer(.newestRecord, db)
        // It looks at every hour there is: a report of one day shall not pay for a year.
        let isBounded = filter.period.sinceText != nil && filter.period.untilText != nil
        let span = isBounded ? nil : try span(db)
        return [
            ("since", filter.period.sinceText ?? span?.since),
            ("until", filter.period.untilText ?? span?.until),
            ("time_zone", timeZone),
            ("as_of", newest.map { Timestamp(milliseconds: $0).text }),
        ] + FunnelFilter.names.map { ($0, filter.words[$0]) }
    }

    /// The hours that have sends, when no period was asked for.
    private func span(_ db: Database) throws -> (since: String, until: String)? {
        let sql = "select min(send_hour), max(send_hour) from funnel_hourly"
        guard let row = try Row.fetchOne(db, sql: sql), let first: String = row[0],
            let last: String = row[1], let end = Timestamp(last + ":00:00Z")
        else { return nil }
        return (first, Period.text(end.hour + 1))
    }

    // MARK: Breakdowns

    private func breakdowns(_ rows: [FunnelRow]) -> [Report.Section] {
        [
            section("overall", "Overall", [], rows) { _ in [] },
            section("platform", "By platform", ["platform"], rows) { [$0.platform] },
            section(
                "campaign", "By campaign", ["campaign"], rows, bySent: true,
                shown: FunnelReport.shownCampaigns
            ) { [$0.campaign] },
            section("image", "Image and no image", ["image"], rows) { [$0.image] },
            section(
                "platform_image", "Image and no image, by platform", ["platform", "image"], rows
            ) { [$0.platform, $0.image] },
        ]
    }

    private func section(
        _ name: String, _ title: String, _ words: [String], _ rows: [FunnelRow],
        bySent: Bool = false, shown: Int? = nil, _ key: (FunnelRow) -> [String]
    ) -> Report.Section {
        var sums: [[String]: FunnelCounts] = words.isEmpty ? [[]: FunnelCounts()] : [:]
        for row in rows { sums[key(row), default: FunnelCounts()] += row.counts }
        let ordered = sums.sorted { a, b in
            if bySent, a.value.sent != b.value.sent { return a.value.sent > b.value.sent }
            return FunnelReport.precedes(a.key, b.key)
        }
        return Report.Section(
            name: name, title: title,
            columns: words.map { Report.Column($0) } + FunnelReport.columns,
            rows: ordered.map { key, counts in
                key.map { .text($0) } + FunnelReport.values(counts)
            },
            shownRows: shown)
    }

    /// By bytes, as SQL orders text.
    private static func precedes(_ a: [String], _ b: [String]) -> Bool {
        for (x, y) in zip(a, b) where x != y { return x.utf8.lexicographicallyPrecedes(y.utf8) }
        return false
    }

    private static let columns = [
        Report.Column("attempted"), Report.Column("sent"), Report.Column("failed"),
        Report.Column("received"), Report.Column("receipts", title: nil),
        Report.Column("impressions"), Report.Column("opened"),
        Report.Column("late", title: nil), Report.Column("dismissed", title: nil),
        Report.Column("phantom", title: nil),
        Report.Column("failure_rate", title: "% failed"),
        Report.Column("delivery_rate", title: "% received"),
        Report.Column("impression_rate", title: "% shown"),
        Report.Column("open_rate", title: "% opened"),
        Report.Column("receipt_coverage", title: nil),
    ]

    private static func values(_ counts: FunnelCounts) -> [Report.Value] {
        [
            .count(counts.attempted), .count(counts.sent), .count(counts.failed),
            .count(counts.received), .count(counts.receipts),
            counts.impressions.map { .count($0) } ?? .notAvailable,
            .count(counts.opened), .count(counts.late), .count(counts.dismissed),
            .count(counts.phantom), .rate(counts.failureRate), .rate(counts.deliveryRate),
            .rate(counts.impressionRate), .rate(counts.openRate),
            .rate(counts.receiptCoverage),
        ]
    }

    // MARK: Failures

    private func failures(_ db: Database) throws -> Report.Section {
        let (condition, arguments) = filter.condition(columns: ["platform", "campaign", "image"])
        let sql = """
            select error_code, coalesce(apns_reason, '') as apns_reason, sum(failed) as failed
            from failure_hourly
            where \(condition)
            group by 1, 2
            order by 3 desc, 1, 2
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
        let total = rows.reduce(0) { $0 + ($1["failed"] as Int64) }
        return Report.Section(
            name: "failures", title: "Why sends failed",
            columns: [
                Report.Column("error_code"), Report.Column("apns_reason", title: "APNs reason"),
                Report.Column("failed"), Report.Column("share", title: "% of failed"),
            ],
            rows: rows.map { row in
                [
                    .text(row["error_code"]), .text(row["apns_reason"]), .count(row["failed"]),
                    .rate(Proportion(row["failed"], of: total)),
                ]
            },
            shownRows: FunnelReport.shownErrors)
    }

    // MARK: Apart

    private func notes(_ rows: [FunnelRow], _ db: Database) throws -> [Report.Note] {
        let total = rows.reduce(into: FunnelCounts()) { $0 += $1.counts }
        var notes = [
            Report.Note(
                name: "silent_sent", count: total.sent - total.openBase,
                meaning: "silent sends: nothing to show, so in no impression or open rate"),
            Report.Note(
                name: "late", count: total.late,
                meaning: "opened after the window, not counted as opened"),
            Report.Note(
                name: "phantom", count: total.phantom,
                meaning: "opens that the Apple SDK logged without a tap"),
            Report.Note(
                name: "platform_conflicts", count: total.platformConflicts,
                meaning: "messages whose events name another platform than the send"),
        ]
        for (name, sql, columns, meaning) in FunnelReport.apart {
            let (condition, arguments) = filter.condition(columns: columns)
            let count = try Int64.fetchOne(
                db, sql: "\(sql) where \(condition)", arguments: arguments)
            notes.append(Report.Note(name: name, count: count ?? 0, meaning: meaning))
        }
        return notes
    }

    private static let apart: [(String, String, Set<String>, String)] = [
        (
            "topic_sends", "select sum(sent) from topic_sides", ["campaign"],
            "sends to topics and conditions: recipients unknown, so in no rate"
        ),
        (
            "topic_received", "select sum(received) from topic_sides", ["campaign"],
            "devices' messages that name a topic"
        ),
        (
            "validated", "select sum(validated) from validated_hourly", ["platform", "campaign"],
            "requests that were only validated, not sent"
        ),
        (
            "orphans", "select sum(messages) from orphan_hourly", ["platform", "campaign"],
            "messages with events and no known send"
        ),
    ]

    /// What the set of distinct records determines; see the ledger view for all lines read.
    private func ledgerNotes(_ db: Database) throws -> [Report.Note] {
        let sql = "select new, events, matched, orphan from ledger"
        guard let row = try Row.fetchOne(db, sql: sql) else { return [] }
        var notes = [
            Report.Note(name: "ledger_new", count: row["new"], meaning: "distinct records stored"),
            Report.Note(
                name: "ledger_events", count: row["events"],
                meaning: "distinct client events = matched + orphan"),
            Report.Note(
                name: "ledger_matched", count: row["matched"], meaning: "events whose send is known"
            ),
            Report.Note(
                name: "ledger_orphan", count: row["orphan"], meaning: "events whose send is not"),
        ]
        for row in try Row.fetchAll(db, sql: "select * from reject_reasons order by reason") {
            let reason: String = row["reason"]
            notes.append(
                Report.Note(
                    name: "ledger_rejected_\(reason)", count: row["rejected"],
                    meaning: "distinct lines set aside: \(reason)"))
        }
        return notes
    }
}
