/// The clock whose hours a store counts by.
///
/// An hour has the name of the UTC hour in which it begins: of Asia/Kolkata (+5:30), hour 18 is
/// from 18:30 to 19:30 UTC. How far into UTC's hour that is follows from what the offset of the
/// zone leaves when it is divided by an hour. Where that changes, as in Australia/Lord_Howe, one
/// hour of the clock is 30 or 90 minutes long.
package struct HourClock: Equatable, Sendable {
    /// From a moment on, hours begin so long after those of UTC.
    package struct Change: Equatable, Sendable {
        package var at: Int64
        package var start: Int64

        /// Both in ms, the moment since 1970.
        package init(at: Int64, start: Int64) {
            self.at = at
            self.start = start
        }
    }

    static let hour: Int64 = 3_600_000
    private static let minute: Int64 = 60_000

    /// A zone with such hours, which others may have, too.
    package let zone: String
    private let first: Int64
    /// In the order of time.
    private let changes: [Change]

    /// `first` is how long after those of UTC hours begin before the first change, in ms.
    package init(zone: String, first: Int64, changes: [Change] = []) {
        self.zone = zone
        self.first = first
        self.changes = changes
    }

    package static let utc = HourClock(zone: "UTC", first: 0)

    /// Whether its hours are those of UTC.
    package var isOfUTC: Bool { first == 0 && changes.isEmpty }

    /// Whether its hours begin when those of another do.
    package func hasHours(of other: HourClock) -> Bool {
        first == other.first && changes == other.changes
    }

    // MARK: Hours and moments

    /// How long after an hour of UTC the hours of this moment begin, in ms.
    package func start(at moment: Int64) -> Int64 {
        changes.isEmpty ? first : changes.last { $0.at <= moment }?.start ?? first
    }

    /// A moment in ms since 1970 as that of a clock in which every hour begins with one of UTC.
    package func shifted(_ moment: Int64) -> Int64 { moment &- start(at: moment) }

    /// The hour of a moment, since 1970.
    @inline(__always)
    package func hour(of moment: Int64) -> Int64 { floorHour(shifted(moment)) }

    /// The first moment of an hour, in ms since 1970.
    package func beginning(of hour: Int64) -> Int64 {
        let usual = hour * HourClock.hour
        var since = Int64.min
        var start = first
        for change in changes {
            if max(since, usual + start) < change.at { break }
            (since, start) = (change.at, change.start)
        }
        return max(since, usual + start)
    }
}

extension HourClock {
    /// What a store remembers: the zone and its minutes, then each change as `moment:minutes`.
    package var text: String {
        let later = changes.map { " \($0.at):\($0.start / HourClock.minute)" }
        return "\(zone) \(first / HourClock.minute)" + later.joined()
    }

    /// Up to the year 9999, in ms since 1970.
    private static let times: Range<Int64> = 0..<253_402_300_800_000

    /// Nil for what no clock is.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count > 1, let first = HourClock.minutes(words[1]) else { return nil }
        var changes: [Change] = []
        for word in words.dropFirst(2) {
            let sides = word.split(separator: ":")
            guard sides.count == 2, let at = Int64(sides[0]), HourClock.times.contains(at),
                let start = HourClock.minutes(sides[1]), changes.last.map({ $0.at < at }) ?? true
            else { return nil }
            changes.append(Change(at: at, start: start))
        }
        self.init(zone: String(words[0]), first: first, changes: changes)
    }

    private static func minutes(_ text: Substring) -> Int64? {
        Int64(text).flatMap { (0..<60).contains($0) ? $0 * minute : nil }
    }
}

// MARK: SQL

extension HourClock {
    /// `shifted` of an expression in SQL.
    package func shifted(_ moment: String) -> String {
        guard !changes.isEmpty else { return first == 0 ? moment : "(\(moment) - \(first))" }
        // A long expression is written once.
        let isLong = moment.utf8.count > 60
        let name = isLong ? "moment" : moment
        let shifted = "\(name) - \(branches(name, changes[...], first))"
        return isLong
            ? "(select \(shifted) from (select \(moment) as moment) as c)" : "(\(shifted))"
    }

    /// Of some changes, halved again and again: a long list is asked six times.
    private func branches(_ moment: String, _ changes: ArraySlice<Change>, _ before: Int64)
        -> String
    {
        guard !changes.isEmpty else { return String(before) }
        let middle = changes.startIndex + changes.count / 2
        let change = changes[middle]
        return "case when \(moment) < \(change.at) then "
            + branches(moment, changes[..<middle], before) + " else "
            + branches(moment, changes[(middle + 1)...], change.start) + " end"
    }

    /// `beginning` of an hour in SQL, a column.
    package func beginning(_ hour: String) -> String {
        let usual = "\(hour) * \(HourClock.hour)"
        guard !changes.isEmpty else { return first == 0 ? usual : "\(usual) + \(first)" }
        var branches: [String] = []
        var before = first
        for change in changes {
            // The first hour that begins at the change or after it.
            let same = self.hour(of: change.at)
            let next = beginning(of: same) < change.at ? same + 1 : same
            branches.append("when \(hour) < \(next) then \(usual) + \(before)")
            if beginning(of: next) != next * HourClock.hour + change.start {
                branches.append("when \(hour) = \(next) then \(beginning(of: next))")
            }
            before = change.start
        }
        return "case \(branches.joined(separator: " ")) else \(usual) + \(before) end"
    }
}

package func floorHour(_ milliseconds: Int64) -> Int64 { floor(milliseconds, HourClock.hour) }

package func floorDay(_ milliseconds: Int64) -> Int64 { floor(milliseconds, 86_400_000) }

/// Rounded towards the past, for every number.
private func floor(_ number: Int64, _ unit: Int64) -> Int64 {
    number / unit - (number % unit < 0 ? 1 : 0)
}
