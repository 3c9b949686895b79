internal import Delivery
internal import NDJSON

/// The rows of `usual_days`, by day: those of a period and the days before it.
struct UsualDays: Sendable {
    /// The days before a day that tell what is usual on it.
    static let daysBefore: Int64 = 28
    /// The weeks before a week that tell what is usual in it.
    static let weeksBefore: Int64 = 12

    struct Day: Equatable, Sendable {
        var counts: [UsualSubject: DayCounts] = [:]
        /// Whether no open of its sends can come any more.
        var isMature = true
    }

    /// By their numbers since 1970-01-01.
    private(set) var days: [Int64: Day] = [:]
    private(set) var periodDays: Set<Int64> = []
    /// Whether the period is one day: 23 to 25 hours.
    private(set) var isOneDay = false
    /// Whether it is a week.
    private(set) var isWeek = false
    /// The first day that is known.
    private(set) var oldest: Int64 = 0
    /// Whether all of its hours have passed, so that counts of it are whole.
    private(set) var isOver = true
    private(set) var arrivals: UsualArrivals?
    /// Of all campaigns but the one that the rows are of.
    private(set) var others: [Int64: DayCounts] = [:]

    init(_ table: ResultTable) {
        let rows = NamedCells.rows(table)
        guard let first = rows.first else { return }
        let since = first.word("since").flatMap(Period.hour)
        let until = first.word("until").flatMap(Period.hour)
        let reached = first.word("reached").flatMap { Timestamp($0) }
        if let reached, let until { isOver = reached.milliseconds / 3_600_000 + 1 >= until }
        for row in rows { add(row) }
        if let since, let until {
            // From noon to noon are parts of two days.
            isOneDay = 23...25 ~= until - since && periodDays.count < 2
            isWeek = 167...169 ~= until - since && periodDays.count < 8
        }
        if let reached {
            arrivals = UsualArrivals(
                rows, reached: reached.milliseconds,
                windowHours: first.hours("window_hours") ?? 72)
        }
        let before = isWeek ? UsualDays.weeksBefore * 7 : UsualDays.daysBefore
        oldest = (periodDays.min() ?? 0) - before
        days = days.filter { $0.key >= oldest }
        dropUnshown()
    }

    private mutating func add(_ row: NamedCells) {
        guard let part = row.word("part"), ["period", "before", "others"].contains(part),
            let day = row.day
        else { return }
        let counts = DayCounts(row)
        if part == "others" {
            others[day] = (others[day] ?? DayCounts()) + counts
            return
        }
        if part == "period" { periodDays.insert(day) }
        let subject: UsualSubject =
            row.word("campaign").map { .campaign($0) } ?? .platform(row.word("platform") ?? "")
        days[day, default: Day()].counts[subject, default: DayCounts()] =
            (days[day]?.counts[subject] ?? DayCounts()) + counts
        if row.word("mature") == "no" { days[day]?.isMature = false }
    }

    /// Apple devices tell only of what they showed while the app was open, and some platforms of
    /// nothing: these have no share of what was shown. All others sum up to that of all.
    private mutating func dropUnshown() {
        let shown = Set(
            platforms.filter { name in
                !UsualSubject.platform(name).isBlind
                    && days.values.contains { $0.counts[.platform(name)]?.shown ?? 0 > 0 }
            })
        for day in days.keys {
            var all = DayCounts()
            for (subject, counts) in days[day]?.counts ?? [:] {
                guard case .platform(let name) = subject else { continue }
                var counts = counts
                if !shown.contains(name) { (counts.shown, counts.shownBase) = (0, 0) }
                days[day]?.counts[subject] = counts
                all = all + counts
            }
            days[day]?.counts[.all] = all
        }
    }

    private var platforms: Set<String> {
        Set(
            days.values.flatMap(\.counts.keys).compactMap {
                if case .platform(let name) = $0 { name } else { nil }
            })
    }

    // MARK: The period

    /// The last day of the period.
    var last: Int64? { periodDays.max() }

    /// Its counts, of all days of the period.
    func period(_ subject: UsualSubject) -> DayCounts? {
        let counts = periodDays.sorted().compactMap { days[$0]?.counts[subject] }
        return counts.isEmpty ? nil : counts.reduce(DayCounts(), +)
    }

    /// All, then platforms and campaigns, those with most sends first.
    var subjects: [UsualSubject] {
        let known = Set(periodDays.flatMap { (days[$0]?.counts ?? [:]).keys })
        let sent = Dictionary(
            uniqueKeysWithValues: known.map { ($0, period($0)?.sent ?? 0) })
        func order(_ subject: UsualSubject) -> Int {
            ["all", "platform", "campaign"].firstIndex(of: subject.kind) ?? 3
        }
        return known.filter { sent[$0] ?? 0 > 0 }.sorted { a, b in
            (order(a), -(sent[a] ?? 0), a) < (order(b), -(sent[b] ?? 0), b)
        }
    }

    /// The share of the period's events that has usually come; nil when nothing tells.
    func arrived(_ subject: UsualSubject, _ measure: UsualMeasure) -> Double? {
        guard measure.isRate, let arrivals else { return 1 }
        return arrivals.share(subject, measure)
    }

    /// The same of one day: of a day before the period as of the period's first, so many days
    /// older.
    func arrived(_ subject: UsualSubject, _ measure: UsualMeasure, on day: Int64) -> Double? {
        guard measure.isRate, let arrivals, let first = periodDays.min() else { return 1 }
        let known = max(day, first)
        return arrivals.share(subject, measure, of: known, daysEarlier: known - day)
    }

    /// The final days before the period, of a subject; of a week, the final weeks.
    func history(_ subject: UsualSubject, _ measure: UsualMeasure) -> [DayMeasure] {
        guard let first = periodDays.min() else { return [] }
        guard isWeek else { return history(subject, measure, before: first) }
        return (1...UsualDays.weeksBefore).reversed().compactMap { weeks in
            let start = first - weeks * 7
            let known = (start..<start + 7).compactMap { days[$0] }
            guard known.count == 7, known.allSatisfy(\.isMature) else { return nil }
            let (count, whole) = sum(subject, from: start, to: start + 7).parts(measure)
            return DayMeasure(day: start, count: count, of: whole)
        }
    }

    /// The same day, or week, a week earlier; nil of other periods, and where it is not known.
    func weekBefore(_ subject: UsualSubject) -> DayCounts? {
        guard let last, isOneDay || isWeek else { return nil }
        let end = last - 6
        let start = isWeek ? end - 7 : end - 1
        let known = (start..<end).compactMap { days[$0] }
        let isWhole = known.count == end - start
        return isWhole && known.contains { $0.counts[subject] != nil }
            ? sum(subject, from: start, to: end) : nil
    }

    private func sum(_ subject: UsualSubject, from start: Int64, to end: Int64) -> DayCounts {
        (start..<end).reduce(DayCounts()) { $0 + (days[$1]?.counts[subject] ?? DayCounts()) }
    }

    /// The final ones of the 28 days before a day.
    func history(
        _ subject: UsualSubject, _ measure: UsualMeasure, before end: Int64
    ) -> [DayMeasure] {
        days.filter { $0.key < end && $0.key >= end - UsualDays.daysBefore && $0.value.isMature }
            .sorted { $0.key < $1.key }
            .compactMap { day, value in
                value.counts[subject].map { counts in
                    let (count, whole) = counts.parts(measure)
                    return DayMeasure(day: day, count: count, of: whole)
                }
            }
    }
}
