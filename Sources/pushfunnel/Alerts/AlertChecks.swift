import Alerts
import Delivery
import Reporting

/// Rules of the user's own: queries whose rows are what is wrong.
struct AlertChecks {
    let catalog: QueryCatalog
    let session: SQLSession

    init(database: String, queries: String?) throws {
        catalog = try QueryCatalog(folder: queries)
        session = try SQLSession(path: database)
    }

    /// Nil when the query gives no row.
    func alert(_ check: AlertSettings.Check, now: Int64) throws -> AlertReport.Alert? {
        let table = try session.run(
            catalog.query(check.query), parameters: check.parameters.mapValues(Optional.some))
        guard let first = table.rows.first else { return nil }
        let words = zip(table.columns, first).map { "\($0.name) \(text($1))" }
        let count = Double(table.rows.count)
        let rows = table.rows.count == 1 ? "1 row" : "\(table.rows.count) rows"
        let parameters = check.parameters.sorted { $0.key < $1.key }.map {
            " --param \(AlertPhrases.quoted("\($0.key)=\($0.value)"))"
        }
        return AlertReport.Alert(
            id: AlertIdentity.id(rule: check.name, slice: []), rule: check.name, state: .firing,
            severity: check.isCritical ? "critical" : "warning", metric: check.name, slice: [],
            windowHours: 0, observed: count, expected: 0, likelyLow: 0, likelyHigh: 0, drop: 0,
            missing: 0, score: 0, threshold: 0, hoursInARow: 0, startsAt: now, updatedAt: now,
            contributors: [], ruledOut: [],
            summary: "\(check.name): \(rows); \(words.joined(separator: ", "))",
            command: "pushfunnel sql \(check.query)" + parameters.joined(), isNews: false)
    }

    private func text(_ cell: ResultTable.Cell) -> String {
        switch cell {
        case .null: "n/a"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob: "(bytes)"
        }
    }
}
