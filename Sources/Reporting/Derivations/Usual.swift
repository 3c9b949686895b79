internal import Delivery

extension Derivation {
    /// Whether the numbers of a day are as usual.
    static let usual = Derivation(
        name: "usual",
        summary: "Whether what was sent, received, shown and opened on a day is as usual for its "
            + "weekday, by the 28 days before it.",
        needs: ["part", "local_day", "platform", "campaign", "sent", "since", "until"],
        columns: [
            .init("kind", .text, "all, platform, campaign"),
            .init("name", .text, "of the platform or campaign; null for all"),
            .init("measure", .text, "sent, received, shown, opened"),
            .init("events", .integer, "how many"),
            .init("of_events", .integer, "of how many: received of sent; null for sent"),
            .init("rate", .share, "events / of_events; null below 100"),
            .init("usual_from", .integer, "of sent: the fewest that are usual"),
            .init("usual_to", .integer, "the most"),
            .init(
                "usual_rate_from", .share,
                "of a rate: the lowest that is usual, when as many events have come as have now"),
            .init("usual_rate_to", .share, "the highest"),
            .init("outside", .text, "low or high; null when it is as usual or nothing tells"),
            .init("distance", .real, "from the middle of the range, in halves of it"),
            .init("arrived_share", .share, "of all events, those that have usually come by now"),
            .init("week_before_events", .integer, "events a week earlier"),
            .init("week_before_rate", .share, "the rate then; null below 100"),
            .init("history_days", .integer, "final days that tell what is usual"),
        ],
        rows: { table in UsualJudge(days: UsualDays(table)).verdicts.map(row) })

    private static func row(_ verdict: UsualVerdict) -> [ResultTable.Cell] {
        let isRate = verdict.measure.isRate
        let (low, high) = (verdict.range?.lowerBound, verdict.range?.upperBound)
        let week = verdict.weekBefore
        return [
            .text(verdict.subject.kind), verdict.subject.name.map { .text($0) } ?? .null,
            .text(verdict.measure.rawValue), .integer(verdict.count), .count(verdict.whole),
            isRate ? .rounded(verdict.amount) : .null,
            .count(isRate ? nil : low.map { Int64($0.rounded(.up)) }),
            .count(isRate ? nil : high.map { Int64($0.rounded(.down)) }),
            .rounded(isRate ? low : nil), .rounded(isRate ? high : nil),
            verdict.side.map { .text($0.rawValue) } ?? .null,
            .rounded(verdict.range == nil ? nil : verdict.distance),
            .rounded(isRate ? verdict.arrived : nil), .count(week?.count),
            .rate(week.flatMap { week in week.whole.map { Proportion(week.count, of: $0) } }),
            .integer(Int64(verdict.historyDays)),
        ]
    }

    /// The days up to a period, beside what is usual.
    static let trend = Derivation(
        name: "trend",
        summary: "The days of a period, at least the last 28: what was sent, received, shown and "
            + "opened, and what is usual.",
        needs: usual.needs,
        columns: [
            .init("day", .text, "YYYY-MM-DD"),
            .init("mature", .text, "yes when the windows of all its sends are over"),
            .init("sent", .integer, "FCM accepted them"),
            .init("usual_sent_from", .integer, "the fewest that are usual"),
            .init("usual_sent_to", .integer, "the most"),
        ]
            + UsualMeasure.allCases.filter(\.isRate).flatMap { measure -> [QueryFile.Column] in
                let name = measure.rawValue
                return [
                    .init("\(name)_rate", .share, "\(name) by now; null below 100"),
                    .init("usual_\(name)_from", .share, "the lowest that is usual at this age"),
                    .init("usual_\(name)_to", .share, "the highest"),
                ]
            }
            + [
                .init(
                    "others_opened_rate", .share,
                    "where the rows are of one campaign, of all others; null below 100")
            ],
        rows: { TrendRows(days: UsualDays($0)).rows })
}

/// A row for each day of the period that has sends, and for each of the 28 days up to its end.
///
/// Of one day, all are compared with what is usual before it; of several days, each with what is
/// usual before itself.
private struct TrendRows {
    let days: UsualDays

    var rows: [[ResultTable.Cell]] {
        guard let first = days.periodDays.min(), let last = days.last else { return [] }
        let start = min(first, last - UsualDays.daysBefore + 1)
        let shown = days.days.keys.sorted().filter { $0 >= start }
        let usual = UsualMeasure.allCases.map { UsualRange(days.history(.all, $0)) }
        return shown.map { day in
            row(day, days.isOneDay ? usual : UsualMeasure.allCases.map { range($0, day) })
        }
    }

    /// Nil where the days before it are not known.
    private func range(_ measure: UsualMeasure, _ day: Int64) -> UsualRange? {
        guard day - UsualDays.daysBefore >= days.oldest else { return nil }
        return UsualRange(days.history(.all, measure, before: day))
    }

    private func row(_ day: Int64, _ usual: [UsualRange?]) -> [ResultTable.Cell] {
        let isMature = days.days[day]?.isMature ?? true
        let head: [ResultTable.Cell] = [
            .text(Period.day(of: day * 24)), .text(isMature ? "yes" : "no"),
        ]
        let others = days.others[day].map { Proportion($0.opened, of: $0.openBase) }
        return zip(UsualMeasure.allCases, usual).reduce(head) { cells, next in
            cells + self.cells(next.0, next.1, day, isMature)
        } + [.rate(others)]
    }

    private func cells(
        _ measure: UsualMeasure, _ usual: UsualRange?, _ day: Int64, _ isMature: Bool
    ) -> [ResultTable.Cell] {
        let (count, whole) = (days.days[day]?.counts[.all] ?? DayCounts()).parts(measure)
        let arrived = isMature ? 1 : days.arrived(.all, measure, on: day)
        let range = arrived.flatMap { arrived in
            usual?.range(
                of: DayMeasure(day: day, count: count, of: whole), arrived: arrived,
                deviations: UsualJudge.deviations(.all, 0))
        }
        let (low, high) = (range?.lowerBound, range?.upperBound)
        guard measure.isRate else {
            return [
                .integer(count), .count(low.map { Int64($0.rounded(.up)) }),
                .count(high.map { Int64($0.rounded(.down)) }),
            ]
        }
        return [
            .rate(whole.map { Proportion(count, of: $0) }), .rounded(low), .rounded(high),
        ]
    }
}
