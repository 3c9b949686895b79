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

    /// The rule as it is judged for one project: its query gets the project. Nil if the query has
    /// no such parameter, or the rule is of another project.
    package func check(
        _ check: AlertSettings.Check, of project: String?
    ) throws -> AlertSettings.Check? {
        guard let project else { return check }
        let name = AlertHistory.projectDimension
        let query = try catalog.query(check.query)
        guard query.parameters.contains(where: { $0.name == name }),
            check.parameters[name] ?? project == project
        else { return nil }
        var check = check
        check.parameters[name] = project
        return check
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
