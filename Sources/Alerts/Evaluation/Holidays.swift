/// Days that are no usual days, such as Christmas.
///
/// Their hours are judged, and learned from, as those of a Sunday. The number of sends of such a
/// day is neither judged nor learned from. Smaller drops of all sends or of whole campaigns on them
/// are no alarm: people open less, on every platform.
package struct Holidays: Equatable, Sendable {
    /// Days since 1970 in the audience's zone.
    package var days: Set<Int64>

    package init(days: Set<Int64> = []) { self.days = days }

    /// Drops of this size are alarms on holidays, too.
    private static let notable = 0.5
    /// 1970-01-01 was a Thursday.
    private static let firstHourOfWeek: Int64 = 72
    private static let sunday = 144

    /// The hour of the week in which an hour is judged.
    func hourOfWeek(_ usual: @escaping (Int64) -> Int) -> (Int64) -> Int {
        guard !days.isEmpty else { return usual }
        return { hour in
            contains(hour, usual) ? Holidays.sunday + usual(hour) % 24 : usual(hour)
        }
    }

    /// The hours of a range that are in holidays.
    func hours(in range: Range<Int64>, _ hourOfWeek: (Int64) -> Int) -> Set<Int64> {
        days.isEmpty ? [] : Set(range.filter { contains($0, hourOfWeek) })
    }

    /// `hours` are the hours of holidays.
    static func mutes(_ finding: AlertFinding, _ hours: Set<Int64>) -> Bool {
        let isCommon = finding.slice.dimensions(finding.names).allSatisfy { $0.name == "campaign" }
        let episode = finding.episode
        let span = episode.start...max(episode.start, episode.worst.hour)
        return isCommon && episode.worst.score.drop < notable
            && span.contains(where: hours.contains)
    }

    /// `hourOfWeek` of an hour, and the hour itself, show how far the zone is from UTC.
    private func contains(_ hour: Int64, _ hourOfWeek: (Int64) -> Int) -> Bool {
        let week = Int64(HourOfWeek.count)
        var offset = Int64(hourOfWeek(hour)) - (hour + Holidays.firstHourOfWeek) % week
        if offset > week / 2 { offset -= week }
        if offset < -week / 2 { offset += week }
        return days.contains((hour + offset) / 24)
    }
}
