internal import Delivery
internal import SQLite

/// Sources with files every hour, and the hours in which their files are missing.
///
/// A source is the set of files whose paths differ in digits only, such as
/// `/logs/ios/2025-11-20T09.ndjson.gz` and the file of the next hour. In an hour, files are missing
/// if fewer complete files arrived than on any of the seven days before, at the same hour of day;
/// six of these days must have files, and the source must have files at six hours of the day. While
/// files are missing, the days before the gap are the comparison, for a week: what lasts longer is
/// the new normal.
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
        /// The usual number of lines, by hour since 1970.
        var lines: [Int64: Double] = [:]
        /// The usual number of files in an hour, at the last of these hours.
        var usualFiles = 0
    }

    private(set) var gaps: [Gap] = []
    /// Lines of files of sources that had none at this hour of the days before, by hour since 1970.
    private var newLines: [Int64: Double] = [:]

    /// No files are missing.
    init() {}

    /// Reads the days before the hour `end`.
    init(_ db: Connection, end: Int64) throws {
        let hours = end - HourlySources.days * 24..<end
        var sources: [String: [File]] = [:]
        let sql = """
            select path, lines, last_ms from ledger_files
            where state in ('complete', 'reading') and coalesce(last_ms, ?) >= ?
            """
        let arguments = [Int64.max, hours.lowerBound * 3_600_000]
        try Row.forEach(db, sql: sql, arguments: arguments) { row in
            let path = SourcePath(try row["path"])
            let last: Int64? = try row["last_ms"]
            let file = File(
                named: path.hour, lines: try row["lines"], lastHour: last.map(floorHour))
            sources[path.pattern, default: []].append(file)
        }
        for (pattern, files) in sources.sorted(by: { $0.key < $1.key }) {
            let source = Source(files)
            for (hour, found) in source.counts where source.isNew(hour) {
                newLines[hour, default: 0] += Double(found.lines)
            }
            let gap = source.gap(pattern, hours)
            if !gap.lines.isEmpty { gaps.append(gap) }
        }
    }

    /// The missing lines of some hours that gaps explain: without those of new sources, because a
    /// renamed source is not missing. A source that is busy hides none.
    func missingLines(_ hours: ClosedRange<Int64>, of gaps: [Gap]) -> Double {
        hours.reduce(0) { sum, hour in
            let told = gaps.reduce(0) { $0 + ($1.lines[hour] ?? 0) }
            return sum + max(0, told - (newLines[hour] ?? 0))
        }
    }

    private struct File {
        /// The hour in its path, in an unknown zone.
        var named: Int64?
        var lines: Int64
        var lastHour: Int64?
    }

    private struct Source {
        /// By hour since 1970.
        private(set) var counts: [Int64: (files: Int, lines: Int64)] = [:]

        init(_ files: [File]) {
            let offset = Source.offset(files)
            for file in files {
                guard let hour = file.named.map({ $0 + offset }) ?? file.lastHour else { continue }
                counts[hour, default: (0, 0)].files += 1
                counts[hour, default: (0, 0)].lines += file.lines
            }
        }

        /// The offset from the hours of paths to those of the records: the median of all files.
        private static func offset(_ files: [File]) -> Int64 {
            let offsets = files.compactMap { file in
                file.named.flatMap { named in file.lastHour.map { $0 - named } }
            }.sorted()
            return offsets.isEmpty ? 0 : offsets[offsets.count / 2]
        }

        /// Whether there are no files at this hour of the days before.
        func isNew(_ hour: Int64) -> Bool {
            (1...HourlySources.usualDays).allSatisfy { counts[hour - Int64($0) * 24] == nil }
        }

        func gap(_ pattern: String, _ hours: Range<Int64>) -> Gap {
            var gap = Gap(pattern: pattern, platform: SourcePath.platform(pattern))
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
                let lines = usual.map(\.lines).sorted()[usual.count / 2] - found.lines
                gap.lines[hour] = max(0, Double(lines))
                gap.usualFiles = least
            }
            return gap
        }

        /// The files of this hour on the seven days before `base`, without days with missing files.
        private func usual(
            _ hour: Int64, before base: Int64, without gap: Gap
        ) -> [(files: Int, lines: Int64)] {
            let days = stride(from: hour - 24, to: base - 8 * 24, by: -24).filter { $0 < base }
            return days.prefix(HourlySources.usualDays)
                .compactMap { gap.lines[$0] == nil ? counts[$0] : nil }
        }
    }
}

/// Properties of a file's path.
struct SourcePath {
    let pattern: String
    /// The last hour in it, as if in UTC: `2025-11-20T09`, `20251120-09`, `2025/11/20/09`.
    let hour: Int64?

    init(_ path: String) {
        var pattern: [UInt8] = []
        var runs: [(start: Int, digits: [UInt8])] = []
        for (place, byte) in path.utf8.enumerated() {
            guard 0x30...0x39 ~= byte else {
                pattern.append(byte)
                continue
            }
            pattern.append(UInt8(ascii: "#"))
            if let last = runs.last, last.start + last.digits.count == place {
                runs[runs.count - 1].digits.append(byte)
            } else {
                runs.append((place, [byte]))
            }
        }
        self.pattern = String(decoding: pattern, as: UTF8.self)
        hour = runs.indices.reversed().lazy.compactMap { SourcePath.hour(runs[$0...]) }.first
    }

    /// The hour of runs of digits that are one byte apart.
    private static func hour(_ runs: ArraySlice<(start: Int, digits: [UInt8])>) -> Int64? {
        var digits: [UInt8] = []
        var end: Int?
        for run in runs {
            guard end.map({ run.start == $0 + 1 }) ?? true, digits.count < 10 else { break }
            digits += run.digits
            end = run.start + run.digits.count
        }
        guard digits.count >= 10, digits.starts(with: Array("20".utf8)) else { return nil }
        let text = String(decoding: digits.prefix(10), as: UTF8.self)
        let parts = [0..<4, 4..<6, 6..<8, 8..<10].map { String(Array(text)[$0]) }
        return Period.hour("\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3])")
    }

    private static let platforms = [
        "android": "android", "ios": "ios", "apple": "ios", "apns": "ios", "web": "web",
        "webpush": "web",
    ]

    /// The platform named in the file's name or in the name of its folder.
    static func platform(_ pattern: String) -> String? {
        let names = pattern.lowercased().split(separator: "/").suffix(2)
        let words = names.flatMap { $0.split { !$0.isLetter } }.map(String.init)
        let found = Set(words.compactMap { platforms[$0] })
        return found.count == 1 ? found.first : nil
    }
}
