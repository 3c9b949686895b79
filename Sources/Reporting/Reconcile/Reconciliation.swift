package import Delivery

/// The counts of providers and of the logs: line by line, with the known reasons for each
/// difference.
package struct Reconciliation: Sendable {
    package private(set) var lines: [ReconcileLine] = []

    /// - Parameters:
    ///   - counts: the counts of providers
    ///   - sends: rows of `reconcile_sends`
    ///   - apart: rows of `reconcile_apart`
    ///   - covered: the hours of the logs
    ///   - clock: whose hours the rows are of
    ///   - zone: the time zone of days, instead of the source's
    package init(
        _ counts: [ProviderKey: ProviderCounts], sends: ResultTable, apart: ResultTable,
        covered: Range<Int64>, clock: HourClock = .utc,
        zone: String? = nil
    ) {
        for source in ProviderSource.allCases.sorted() {
            let theirs = counts.filter { $0.key.source == source }
            guard var days = ProviderDay(timeZone: zone ?? source.timeZone, clock) else { continue }
            // Rows of an export have times: their days are those of the zone.
            let hasItsDays = source == .export || zone == nil || zone == source.timeZone
            let side = ReconcileSide(
                source: source, theirs: theirs,
                ours: OwnCounts(sends: sends, apart: apart, days: &days), covered: covered,
                days: days, hasItsDays: hasItsDays,
                newestDay: theirs.keys.map(\.day).max() ?? "")
            lines += side.lines
        }
    }
}

extension SQLSession {
    /// From the first hour with sends to that of the newest record.
    package func coveredHours() throws(QueryError) -> Range<Int64> {
        let period = try ReportRequest.covered(Period(), self)
        guard let since = period.since, let until = period.until else { return 0..<0 }
        let newest = try [setting(.newestSend), setting(.newestEvent)].compactMap(\.self).max()
        return since..<max(until, newest.map { clock.hour(of: $0) + 1 } ?? until)
    }
}

extension Reconciliation {
    /// Without the lines of single labels.
    package var totals: Reconciliation {
        var totals = self
        totals.lines.removeAll { $0.campaign != nil }
        return totals
    }

    /// One row for each line.
    package var table: ResultTable {
        ResultTable(columns: ReconcileLine.columns, rows: lines.map(\.cells))
    }

    /// The meanings of the reasons in the table.
    package var reasons: ResultTable {
        let used = lines.reduce(into: Set<ReconcileReason>()) { $0.formUnion($1.reasons) }
        return ResultTable(
            columns: ["reason", "meaning"],
            rows: used.sorted().map { [.text($0.rawValue), .text($0.meaning)] })
    }
}

extension ProviderFiles {
    /// One row for each file.
    package var table: ResultTable {
        ResultTable(
            columns: ["file", "sources", "rows", "bad"],
            rows: files.sorted { $0.path < $1.path }.map { file in
                let sources = file.sources.sorted().map(\.rawValue).joined(separator: ", ")
                return [
                    .text(file.path), sources.isEmpty ? .null : .text(sources),
                    .integer(file.rows), .integer(file.bad),
                ]
            })
    }

    /// One row for each row of a file that could not be counted.
    package var problemTable: ResultTable {
        ResultTable(
            columns: ["file", "line", "problem"],
            rows: problems.sorted().map {
                [.text($0.path), .integer($0.line), .text($0.reason)]
            })
    }
}
