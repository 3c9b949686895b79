internal import Delivery

/// A query that gives sums over periods alone: no row of it depends on single hours in them.
struct SummaryReader {
    /// What is before `since` and `until` in the names of parameters. Without a start, the first
    /// period has all earlier hours; others are then not read.
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

    /// The names that parameters for the periods of such queries have.
    static let parameters = prefixes.flatMap { [$0 + "since", $0 + "until"] }
}

extension Period {
    /// The parts of some periods, cut wherever one of them begins or ends, as texts of hours. If
    /// all periods are empty, one empty part.
    static func pieces(of periods: [Period]) -> [(since: String, until: String)] {
        let spans = periods.map { ($0.sinceText ?? "", $0.untilText ?? "9999") }
        let bounds = Set(spans.flatMap { [$0.0, $0.1] }).sorted()
        let pieces = zip(bounds, bounds.dropFirst()).filter { since, until in
            spans.contains { $0.0 <= since && until <= $0.1 }
        }
        return pieces.isEmpty ? [("", "")] : pieces.map { ($0, $1) }
    }
}
