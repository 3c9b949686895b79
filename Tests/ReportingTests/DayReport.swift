import Delivery
import Reporting

/// The nightly report of Monday, 15 December 2025, over rows that are made up.
struct DayReport {
    /// By the names of queries; others have no rows.
    var tables: [String: ResultTable] = [:]

    private struct Rows: QueryRows {
        var tables: [String: ResultTable]

        func answer(_ query: QueryFile, _ parameters: [String: String?]) -> QueryAnswer {
            var table = tables[query.name] ?? ResultTable(columns: query.columns, rows: [])
            let known = query.columns.map { ($0.name, ResultTable(columns: [$0], rows: [])) }
            let columns = Dictionary(known.map { ($0.0, $0.1.columns[0]) }) { first, _ in first }
            table.columns = table.columns.map { columns[$0.name] ?? $0 }
            return QueryAnswer(table: table)
        }
    }

    init(usual: UsualTable, hasSends: Bool = true) {
        tables["usual_days"] = usual.table
        if hasSends {
            tables["funnel_total"] = ResultTable(
                columns: [
                    "attempted", "failed", "sent", "received", "impressions", "opened",
                    "failure_rate", "received_rate", "impression_rate", "open_rate",
                    "impression_base", "open_base", "failure_base",
                ],
                rows: [
                    [7100, 100, 7000, 6363, 2000, 700, 0.0141, 0.909, nil, 0.1, nil, 7000, 7100]
                ])
        }
    }

    func report() throws -> Report {
        let store = try TemporaryStore()
        let session = try SQLSession(path: store.path)
        var request = ReportRequest(timeZone: "UTC")
        request.filter.period = Period(
            since: Period.hour("2025-12-15"), until: Period.hour("2025-12-16"))
        var maker = ReportMaker(request, QueryCatalog(), session)
        maker.rows = Rows(tables: tables)
        var report = try maker.make(ReportCatalog().report("nightly"), for: [.html, .text])
        report.notes = hasSends ? [] : ["No sends are stored."]
        return report
    }

    private var hasSends: Bool { tables["funnel_total"] != nil }

    func text(_ format: FormatName = .text) throws -> String {
        try report().text(format, style: .plain, templates: PageTemplates())
    }
}

extension DayReport {
    /// Rows of a query; what they leave out is null.
    mutating func add(_ query: String, _ rows: [[String: ResultTable.Cell]]) throws {
        let columns = try QueryCatalog().query(query).columns
        tables[query] = ResultTable(
            columns: columns, rows: rows.map { row in columns.map { row[$0.name] ?? .null } })
    }

    /// An incident of opens on iOS.
    mutating func addAlert(
        _ state: String = "resolved", starts: String = "2025-12-15T12:00:00Z",
        ends: String? = "2025-12-15T19:00:00Z"
    ) {
        var table =
            tables["recent_alerts"]
            ?? ResultTable(columns: [
                "state", "severity", "rule", "slice", "summary", "starts_at", "ends_at",
                "worst_drop", "told_at",
            ])
        table.rows.append([
            .text(state), .text("critical"), .text("opened"), .text("platform=ios"),
            .text("iOS opens: 25 in 6 hours, 127 expected (98–157)"),
            .text(starts), ends.map { .text($0) } ?? .null, .real(0.76), .null,
        ])
        tables["recent_alerts"] = table
    }

    mutating func addFailures() {
        let row = { (code: String, count: Int64) -> [ResultTable.Cell] in
            [.text("android"), .text(code), .null, .integer(count), .real(0.1), .integer(100)]
        }
        tables["failures"] = ResultTable(
            columns: [
                "platform", "error_code", "apns_reason", "failed", "failed_share",
                "platform_failed",
            ],
            rows: [row("UNREGISTERED", 41), row("QUOTA_EXCEEDED", 14), row("INTERNAL", 5)])
    }
}
