package import Alerts
package import Delivery
internal import FCM
internal import Foundation
internal import NDJSON

/// What a report is asked to be about.
package struct ReportRequest: Sendable {
    package var filter: FunnelFilter
    /// `project`, and dimensions of the database: the report counts by each of them, too.
    package var by: [String] = []
    /// The zone in which the period was given.
    package var timeZone: String
    /// Values for parameters of its queries, which win over all others.
    package var parameters: [String: String] = [:]
    /// What makes the series of incidents; without it they are not drawn.
    package var pictures: AlertPictures?
    /// The time after which no record counts, as in `--as-of`; nil: all do.
    package var cutAt: String?

    package init(filter: FunnelFilter = FunnelFilter(), timeZone: String = "UTC") {
        self.filter = filter
        self.timeZone = timeZone
    }
}

/// What every query of a report may ask for, by the names of its parameters.
struct ReportContext {
    private static let week = 7
    /// The age of opens that are compared whatever the age of their sends.
    private static let agedHours: Int64 = 24
    /// Days before a period that say what is usual: 28, of a week 12 weeks.
    static func historyDays(_ period: Period) -> Int {
        isWeek(period) ? Int(UsualDays.weeksBefore) * week : Int(UsualDays.daysBefore)
    }

    /// Whether a period is seven days; clocks may be changed in it.
    private static func isWeek(_ period: Period) -> Bool {
        let weekHours = Int64(week) * 24
        let hours = (period.until ?? 0) - (period.since ?? 0)
        return weekHours - 1...weekHours + 1 ~= hours
    }

    var isOfWeek: Bool { ReportContext.isWeek(period) }

    /// The zone in which the period was given.
    var zone: TimeZone { TimeZone(identifier: request.timeZone) ?? .gmt }

    /// Whether hours of the zone are hours of counts, from the start of the period to its end.
    var hasWholeHours: Bool {
        guard let since = period.since, let until = period.until else { return true }
        return (stride(from: since, to: until, by: 24) + [until]).allSatisfy {
            zone.fits(clock, at: clock.beginning(of: $0))
        }
    }

    /// Whose hours the counts are of.
    let clock: HourClock

    let request: ReportRequest
    let period: Period
    /// Whether the windows of all sends of the period are over, so that nothing but its own records
    /// can change the report.
    let isFinal: Bool
    /// The period in the words of its zone. A period without end is never final, but no more opens
    /// may be expected of the sends that are stored.
    let words: PeriodWords
    private(set) var texts: [String: String] = [:]

    init(_ request: ReportRequest, _ session: SQLSession) throws {
        self.request = request
        clock = session.clock
        let clock = clock
        let asOf = try session.read(AsOf.stored)
        period = try ReportRequest.covered(request.filter.period, session)
        texts = request.filter.words
        // A period without ends is not narrowed; what is beside it is beside its data.
        texts["since"] = request.filter.period.sinceText
        texts["until"] = request.filter.period.untilText
        let window = try session.read(Settings.windowMilliseconds)
        let end = request.filter.period.until.map { clock.beginning(of: $0) + window }
        isFinal = end.map { $0 <= asOf ?? .min } ?? false
        words = PeriodWords(
            period, zone: request.timeZone, clock: clock, window: window / 3_600_000, asOf: asOf)
        // Of a final period, the moment since when it is so: what comes later changes nothing.
        texts["as_of"] = (isFinal ? end : asOf).map { Timestamp(milliseconds: $0).text }
        // By the clock of the hours: queries compare it with their names.
        if !isFinal {
            texts["reached"] = asOf.map { Timestamp(milliseconds: clock.shifted($0)).text }
            texts["final_before"] = asOf.map { Period.text(clock.hour(of: $0 - window)) }
        }
        texts["aged_until"] = (isFinal ? end : asOf).map {
            Period.text(clock.hour(of: $0) - ReportContext.agedHours)
        }
        texts["window_hours"] = String(window / 3_600_000)
        if let since = period.since, let until = period.until {
            let days = ZoneDays(zone, clock)
            let count = days.count(since, until)
            let isOfDays = days.moved(since, by: count) == until
            set("previous", isOfDays ? days.moved(since, by: -count) : 2 * since - until, since)
            let weeks = (count + Self.week - 1) / Self.week * Self.week
            set("week", days.moved(since, by: -weeks), days.moved(until, by: -weeks))
            let start = days.start(of: since)
            set("history", days.moved(start, by: -ReportContext.historyDays(period)), start)
        }
        texts.merge(request.parameters) { _, given in given.kept }
    }

    /// The hours that queries may ask for; nil for all.
    var hours: Range<Int64>? {
        let before = ["previous_since", "week_since", "history_since"]
            .map { texts[$0].flatMap(Period.hour) }
        guard let first = ([period.since] + before).compactMap(\.self).min(),
            let until = period.until, first < until
        else { return nil }
        return first..<until
    }

    private mutating func set(_ name: String, _ since: Int64, _ until: Int64) {
        texts[name + "_since"] = Period.text(since)
        texts[name + "_until"] = Period.text(until)
    }

    /// In the order in which reports name them.
    var scope: [(name: String, text: String?)] {
        [
            ("since", period.sinceText), ("until", period.untilText),
            ("time_zone", request.timeZone), ("as_of", isFinal ? nil : texts["as_of"]),
            ("opens", isFinal ? "final" : nil),
        ] + FunnelFilter.names.map { ($0, request.filter.words[$0]) }
            + request.filter.dimensions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension ReportRequest {
    /// The hours that have sends stand in for ends that were not given. In the order of the key:
    /// a report of one day shall not pay for a year.
    package static func covered(
        _ asked: Period, _ session: SQLSession
    ) throws(QueryError) -> Period {
        var period = asked
        if period.since == nil { period.since = try hours("asc", session).min() }
        if period.until == nil { period.until = try hours("desc", session).max().map { $0 + 1 } }
        return period
    }

    /// The first (`asc`) or last hour with sends, of those to devices and to topics.
    private static func hours(
        _ order: String, _ session: SQLSession
    ) throws(QueryError) -> [Int64] {
        let sources = [("funnel_cells", "attempted"), ("topic_send_cells", "sent + failed")]
        var hours: [Int64] = []
        for (table, sends) in sources {
            let sql = """
                select send_hour from \(table) where \(sends) > 0
                order by send_hour \(order) limit 1
                """
            hours += try session.texts(sql).compactMap(Period.hour)
        }
        return hours
    }
}
