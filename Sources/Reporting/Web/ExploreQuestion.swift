internal import Delivery

/// What the page `explore` is asked: which sends, what of them, by what, and in which steps of
/// time. It is the same as its address.
package struct ExploreQuestion: Sendable {
    /// What is drawn over time.
    enum Measure: String, CaseIterable {
        case opened, received, shown, failed, sent

        /// Its name where it is drawn.
        var name: String { self == .opened ? "open rate" : rawValue }

        /// What stands above its column.
        var heading: String { self == .shown ? "shown (no iOS)" : rawValue }

        var title: String { self == .opened ? name : heading }

        /// The column of its rate; nil for a count.
        var rate: String? {
            switch self {
            case .opened: "open_rate"
            case .received: "received_rate"
            case .shown: "shown_rate"
            case .failed: "failure_rate"
            case .sent: nil
            }
        }

        /// The columns that its rate divides; of a count, the count.
        var parts: QueryFile.Parts {
            switch self {
            case .opened: QueryFile.Parts(part: "opened", whole: "open_base")
            case .received: QueryFile.Parts(part: "received", whole: "sent")
            case .shown: QueryFile.Parts(part: "shown", whole: "shown_base")
            case .failed: QueryFile.Parts(part: "failed", whole: "failure_base")
            case .sent: QueryFile.Parts(part: "sent", whole: "sent")
            }
        }
    }

    enum Grouping: String, CaseIterable {
        case all = "nothing"
        case platform, campaign, image, project

        /// The column of `funnel_hourly`, or a word for all.
        var column: String { self == .all ? "'all'" : rawValue }
    }

    enum Step: String, CaseIterable {
        case hour = "1 hour"
        case sixHours = "6 hours"
        case day, week

        var hours: Int64 {
            switch self {
            case .hour: 1
            case .sixHours: 6
            case .day: 24
            case .week: 168
            }
        }
    }

    let days: LocalDays
    let period: Period
    let first: String
    let last: String
    let measure: Measure
    let grouping: Grouping
    /// The steps that were asked for; else those that fit the period, of which the first that has
    /// enough sends is drawn.
    let steps: [Step]
    let askedStep: Step?
    private(set) var filter = FunnelFilter()
    let address: WebAddress

    /// Days without a word in the address are the last seven of the data. Throws `WebProblem`.
    package init(
        _ address: WebAddress, _ own: LocalDays, asOf: Int64?
    ) throws(WebProblem) {
        let name = address["tz"] ?? own.zoneName
        guard let days = LocalDays(name, own.clock) else {
            throw WebProblem(
                place: "tz", expected: "a time zone whose hours begin as in \(own.clock.zone)",
                found: name)
        }
        let newest = days.day(at: asOf ?? 0)
        let last = address["to"] ?? newest
        let first = address["from"] ?? days.day(last, plus: -6)
        guard let period = days.period(from: first, to: last), let since = period.since,
            let until = period.until
        else {
            throw WebProblem(
                place: "from, to", expected: "two days such as 2025-12-15, the earlier one first",
                found: "\(first), \(last)")
        }
        self.address = address
        (self.days, self.period, self.first, self.last) = (days, period, first, last)
        measure = try Self.word("show", address, Measure.allCases) ?? .opened
        grouping = try Self.word("by", address, Grouping.allCases) ?? .platform
        askedStep = try Self.word("every", address, Step.allCases)
        let length = until - since
        let fitting: [Step] =
            length <= 50
            ? [.hour, .sixHours] : length <= 14 * 24 ? [.sixHours, .day] : [.day, .week]
        steps = askedStep.map { [$0] } ?? fitting
        for name in FunnelFilter.names {
            guard let word = address[name] else { continue }
            if let known = FunnelFilter.knownWords(name), !known.contains(word) {
                throw WebProblem(
                    place: name, expected: "one of \(known.joined(separator: ", "))", found: word)
            }
            filter.add(name, is: word)
        }
        filter.period = period
    }

    private static func word<Word: RawRepresentable<String>>(
        _ name: String, _ address: WebAddress, _ known: [Word]
    ) throws(WebProblem) -> Word? {
        guard let text = address[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = known.map(\.rawValue).joined(separator: ", ")
            throw WebProblem(place: name, expected: "one of \(words)", found: text)
        }
        return word
    }

    // MARK: As SQL

    /// The rows of the table: one for each word that it is grouped by.
    var sql: String { sql(by: [group], order: "sent desc, 1") }

    private var group: String {
        grouping == .all ? "\(grouping.column) as \(columnName)" : grouping.column
    }

    /// The rows of the drawing, by hour, of these words alone.
    func hourlySQL(of words: [String]) -> String {
        let listed = words.map(SQLSession.literal).joined(separator: ", ")
        let some = "\(grouping.column) in (\(listed))"
        return sql(by: ["send_hour", group], also: grouping == .all ? [] : [some], order: "1, 2")
    }

    /// What the words are.
    var columnName: String { grouping == .all ? "sends" : grouping.rawValue }

    private func sql(by groups: [String], also: [String] = [], order: String) -> String {
        let hours = [
            "send_hour >= '\(period.sinceText ?? "")'", "send_hour < '\(period.untilText ?? "")'",
        ]
        let words = FunnelFilter.names.compactMap { name in
            filter.words[name].map { "\(name) = \(SQLSession.literal($0))" }
        }
        let numbers = (1...groups.count).map(String.init).joined(separator: ", ")
        return """
            select
                \((groups + Self.sums).joined(separator: ",\n    "))
            from funnel_hourly
            where
                \((hours + words + also).joined(separator: "\n    and "))
            group by \(numbers)
            order by \(order)
            """
    }

    /// Shown, and what it is a part of, are of all platforms but iOS, which does not tell it.
    private static let sums = [
        "sum(sent) as sent", "sum(received) as received", "\(withoutIOS("impressions")) as shown",
        "sum(opened) as opened", "sum(failures_in_base) as failed",
        "1e0 * sum(opened) / nullif(sum(open_base), 0) as open_rate",
        "1e0 * sum(received) / nullif(sum(sent), 0) as received_rate",
        "1e0 * \(withoutIOS("impressions")) / nullif(\(withoutIOS("impression_base")), 0) "
            + "as shown_rate",
        "1e0 * sum(failures_in_base) / nullif(sum(failure_base), 0) as failure_rate",
        "sum(open_base) as open_base", "\(withoutIOS("impression_base")) as shown_base",
        "sum(failure_base) as failure_base",
    ]

    private static func withoutIOS(_ column: String) -> String {
        "sum(case when platform <> 'ios' then \(column) end)"
    }
}
