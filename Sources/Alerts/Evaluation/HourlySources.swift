internal import Delivery
internal import SQLite

/// Sources with regular files, and the hours in which their files are missing.
///
/// A source is the set of files whose paths differ in digits only, such as
/// `/logs/ios/2025-11-20T09.ndjson.gz` and the file of the next hour. A file has one hour, or the
/// whole day in its name if the path names a platform without files by the hour: exports of a day
/// repeat what logs have. In an hour, files are missing if fewer complete files arrived than on any
/// of the seven days before, at the same hour of day; six of these days must have files, and the
/// source must have files at six hours of the day. While files are missing, the days before the gap
/// are the comparison, for a week: what lasts longer is the new normal. Hours in which the files
/// usually hold nothing are no gap. A source of conversions has no gaps: its records are of
/// messages that were sent long before, so its files do not tell what an hour lacks.
struct HourlySources {
    private static let usualDays = 7
    private static let fewestDays = 6
    private static let fewestHours = 6
    private static let longestGap: Int64 = 7 * 24
    /// Days of files to read: a gap, and the days before it.
    private static let days: Int64 = 16

    /// The missing files of one source.
    struct Gap: Equatable {
        /// The path, with a `#` for each digit.
        var pattern: String
        /// The only platform of the files, according to their path; nil if the path names none.
        var platform: String?
        /// The usual number of lines about pushes, by hour since 1970.
        var lines: [Int64: Double] = [:]
        /// The usual number of files in an hour, at the last of these hours.
        var usualFiles = 0
        var schedule = Schedule()
        var isDaily: Bool { schedule.hours > 1 }

        /// How files come.
        struct Schedule: Equatable {
            /// The hours of a file, and an hour with which one begins.
            var hours: Int64 = 1
            var start: Int64 = 0
            /// Nineteen of twenty files have come so long after their last hour, ms.
            var delay: Int64 = 0

            /// One after the last hour of the file with an hour.
            fileprivate func end(of hour: Int64) -> Int64 {
                let after = (hour - start) % hours
                return hour - (after + hours) % hours + hours
            }
        }

        /// When the file with an hour has usually come, ms; `lag` after its end at the earliest.
        func due(_ hour: Int64, lag: Int64) -> Int64 {
            schedule.end(of: hour) * 3_600_000 + max(lag, schedule.delay)
        }
    }

    private(set) var gaps: [Gap] = []
    /// Of sources that still bring files of whole days, and whether others bring files, too.
    private var daily: [Gap.Schedule] = []
    private var hasOthers = false
    /// Lines of files of sources that had none at this hour of the days before, by hour since 1970.
    private var newLines: [Int64: Double] = [:]

    /// No files are missing.
    init() {}

    /// Reads the days before the hour `end`.
    init(_ db: Connection, _ clock: HourClock, end: Int64) throws {
        let hours = end - HourlySources.days * 24..<end
        var sources: [String: [SourceFile]] = [:]
        let sql = """
            select
                path, lines - foreign_lines - blank as lines, first_ms, last_ms, modified_ns
            from ledger_files
            where state in ('complete', 'reading') and coalesce(last_ms, ?) >= ?
            """
        let arguments = [Int64.max, clock.beginning(of: hours.lowerBound)]
        try Row.forEach(db, sql: sql, arguments: arguments) { row in
            let path = SourcePath(try row["path"])
            sources[path.pattern, default: []].append(try SourceFile(row, path, clock))
        }
        var hourly: Set<String> = []
        for (pattern, files) in sources.sorted(by: { $0.key < $1.key }) {
            let platform = SourcePath.platform(pattern)
            if let schedule = Gap.Schedule(ofDays: files, end: end) {
                daily.append(schedule)
            } else if SourceFile.areRegular(files, end: end) {
                hasOthers = true
            }
            guard let source = Source(files, hasDays: platform != nil, end: end) else { continue }
            if let platform, !source.isDaily { hourly.insert(platform) }
            for (hour, found) in source.counts where source.isNew(hour) {
                newLines[hour, default: 0] += found.lines
            }
            let gap = source.gap(pattern, hours)
            if !gap.lines.isEmpty { gaps.append(gap) }
        }
        gaps.removeAll { $0.isDaily && hourly.contains($0.platform ?? "") }
    }

    /// The end of the last day whose file should have come by `now` (ms, by the clock of counts).
    /// Nil if no source brings a file for each day, or if others bring files, too: then those of
    /// days may be exports, which repeat what logs have.
    func end(by now: Int64, lag: Int64) -> Int64? {
        hasOthers
            ? nil
            : daily.map { schedule in
                let hour = floorHour(now - max(lag, schedule.delay))
                return schedule.end(of: hour) - schedule.hours
            }.min()
    }

    /// The missing lines of some hours that gaps explain: without those of new sources, because a
    /// renamed source is not missing. A source that is busy hides none.
    func missingLines(_ hours: ClosedRange<Int64>, of gaps: [Gap]) -> Double {
        hours.reduce(0) { sum, hour in
            let told = gaps.reduce(0) { $0 + ($1.lines[hour] ?? 0) }
            return sum + max(0, told - (newLines[hour] ?? 0))
        }
    }

    private struct Source {
        /// By hour since 1970.
        private(set) var counts: [Int64: (files: Int, lines: Double)] = [:]
        private let schedule: Gap.Schedule

        var isDaily: Bool { schedule.hours > 1 }

        /// Nil if the hours of its files are unknown.
        init?(_ files: [SourceFile], hasDays: Bool, end: Int64) {
            let hours = hasDays ? SourceFile.hours(files) : 1
            guard let offset = SourceFile.offset(files, hours) else { return nil }
            let first = files.lazy.compactMap { $0.start(hours) }.first ?? 0
            schedule = Gap.Schedule(
                hours: hours, start: first + offset,
                delay: SourceFile.delay(files, hours, offset, end: end))
            for file in files {
                guard let start = file.start(hours).map({ $0 + offset }) ?? file.lastHour else {
                    continue
                }
                for hour in start..<start + hours {
                    counts[hour, default: (0, 0)].files += 1
                    counts[hour, default: (0, 0)].lines += file.lines / Double(hours)
                }
            }
        }

        /// Whether there are no files at this hour of the days before.
        func isNew(_ hour: Int64) -> Bool {
            (1...HourlySources.usualDays).allSatisfy { counts[hour - Int64($0) * 24] == nil }
        }

        func gap(_ pattern: String, _ hours: Range<Int64>) -> Gap {
            var gap = Gap(
                pattern: pattern, platform: SourcePath.platform(pattern), schedule: schedule)
            guard Set(counts.keys.map { $0 % 24 }).count >= HourlySources.fewestHours else {
                return gap
            }
            var start: Int64?
            for hour in hours.dropFirst(HourlySources.usualDays * 24) {
                let base = start ?? hour
                guard hour - base < HourlySources.longestGap else { break }
                let usual = usual(hour, before: base, without: gap)
                let found = counts[hour] ?? (0, 0)
                guard usual.count >= HourlySources.fewestDays,
                    let least = usual.map(\.files).min(), found.files < least
                else {
                    start = nil
                    continue
                }
                start = base
                // A mailing of this day of the week was in that of the last one.
                let weekBefore = gap.lines[hour - 168] == nil ? counts[hour - 168]?.lines ?? 0 : 0
                let lines = max(usual.map(\.lines).sorted()[usual.count / 2], weekBefore)
                guard lines > 0 else { continue }
                gap.lines[hour] = max(0, lines - found.lines)
                gap.usualFiles = least
            }
            return gap
        }

        /// The files of this hour on the seven days before `base`, without days with missing files.
        private func usual(
            _ hour: Int64, before base: Int64, without gap: Gap
        ) -> [(files: Int, lines: Double)] {
            let days = stride(from: hour - 24, to: base - 8 * 24, by: -24).filter { $0 < base }
            return days.prefix(HourlySources.usualDays)
                .compactMap { gap.lines[$0] == nil ? counts[$0] : nil }
        }
    }
}

extension HourlySources.Gap.Schedule {
    /// Nil if the files are not of days, are few, or have ended before the hour `end`.
    fileprivate init?(ofDays files: [SourceFile], end: Int64) {
        guard SourceFile.areRegular(files, end: end), SourceFile.hours(files) == 24,
            let offset = SourceFile.offset(files, 24),
            let last = files.compactMap({ $0.start(24) }).max()
        else { return nil }
        self.init(
            hours: 24, start: last + offset,
            delay: SourceFile.delay(files, 24, offset, end: end))
    }
}
