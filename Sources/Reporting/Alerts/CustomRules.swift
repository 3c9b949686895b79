package import Alerts

/// Custom rules: named queries whose rows are problems.
package struct CustomRules {
    private let catalog: QueryCatalog
    private let session: SQLSession

    /// `queries` is a folder with more queries.
    package init(database: String, queries: String?) throws {
        catalog = try QueryCatalog(folder: queries)
        session = try SQLSession(path: database)
    }

    /// Nil if the query has no row.
    package func alert(_ check: AlertSettings.Check, now: Int64) throws -> AlertReport.Alert? {
        let table = try session.run(
            catalog.query(check.query), parameters: check.parameters.mapValues(Optional.some))
        guard let first = table.rows.first else { return nil }
        let row = zip(table.columns, first).map { column, cell in
            [column.name, CellText.cell(cell, in: column, isHuman: true)]
        }
        var alert = AlertReport.Alert(
            rule: check.name,
            facts: .rows(
                query: check.query, parameters: check.parameters, count: table.rows.count,
                first: row),
            startsAt: now, updatedAt: now)
        alert.severity = check.isCritical ? "critical" : "warning"
        alert.observed = Double(table.rows.count)
        return alert
    }
}
