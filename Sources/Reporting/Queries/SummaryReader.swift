internal import Delivery

/// A query that gives sums over periods alone: no row of it depends on single hours in them.
struct SummaryReader {
    /// What may be before `since` and `until` in the names of parameters. Another period than the
    /// first is none without its start.
    private static let prefixes = ["", "previous_", "week_"]

    /// Names that the query reads.
    private(set) var names: Set<String>
    let periods: [Period]

    /// Nil for other queries, and for words that are no hours.
    init?(_ query: QueryFile, _ arguments: [String: String?]) {
        guard query.sumsHours else { return nil }
        var periods: [Period] = []
        for prefix in SummaryReader.prefixes {
            let texts = ["since", "until"].map { arguments[prefix + $0] ?? nil }
            let hours = texts.map { $0.flatMap(Period.hour) }
            guard zip(texts, hours).allSatisfy({ ($0 == nil) == ($1 == nil) }) else { return nil }
            guard prefix.isEmpty || hours[0] != nil else { continue }
            periods.append(Period(since: hours[0], until: hours[1]))
        }
        names = Set(query.namesRead)
        self.periods = periods
    }

    /// The same query, as if it read no other names.
    func reading(_ others: Set<String>) -> SummaryReader {
        var reader = self
        reader.names.formIntersection(others)
        return reader
    }

    /// Names of parameters of which a query of sums has some.
    static let parameters = prefixes.flatMap { [$0 + "since", $0 + "until"] }
}

extension Period {
    /// Cut wherever one begins or ends, as texts of hours; an empty one if there is none.
    static func pieces(of periods: [Period]) -> [(since: String, until: String)] {
        let spans = periods.map { ($0.sinceText ?? "", $0.untilText ?? "9999") }
        let bounds = Set(spans.flatMap { [$0.0, $0.1] }).sorted()
        let pieces = zip(bounds, bounds.dropFirst()).filter { since, until in
            spans.contains { $0.0 <= since && until <= $0.1 }
        }
        return pieces.isEmpty ? [("", "")] : pieces.map { ($0, $1) }
    }
}
