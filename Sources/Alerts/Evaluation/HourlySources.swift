internal import Delivery
internal import NDJSON
internal import SQLite

/// Files that used to come every hour, and the hours that they are missing of.
///
/// A source is what brings files whose paths differ in digits alone, such as
/// `/logs/ios/2025-11-20T09.ndjson.gz` and that of the next hour. Of an hour, files are missing
/// when fewer have come whole than on any of the seven days before, at the same hour of day; six
/// of these days must have had some, and the source have files at six hours of the day. Once they
/// are missing, the days before the gap tell what is usual, for a week: what lasts longer is how
/// things are now.
struct HourlySources {
    private static let usualDays = 7
    private static let fewestDays = 6
    private static let fewestHours = 6
    private static let longestGap: Int64 = 7 * 24
    /// Days of files that are looked at: a gap, and what was usual before it.
    private static let days: Int64 = 16

    /// What is missing of one source.
    struct Gap: Equatable {
        /// The path, with a `#` for each digit.
        var pattern: String
        /// Of which alone the files are, as their path says; nil where it does not.
        var platform: String?
        /// Lines that other days had, by hour since 1970.
        var lines: [Int64: Double] = [:]
        /// Files in an hour that are usual, at the last of them.
        var usualFiles = 0
    }

    private(set) var gaps: [Gap] = []
    /// Lines of all files, by hour since 1970.
    private var lines: [Int64: Double] = [:]

    /// No files are missing.
    init() {}

    /// Of the days before the hour `end`.
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
            for (hour, found) in source.counts { lines[hour, default: 0] += Double(found.lines) }
            let gap = source.gap(pattern, hours)
            if !gap.lines.isEmpty { gaps.append(gap) }
        }
    }

    /// Lines of some hours that gaps explain: no more than all files together lack, as one that
    /// goes by another name now is not missing.
    func missingLines(_ hours: ClosedRange<Int64>, of gaps: [Gap]) -> Double {
        hours.reduce(0) { sum, hour in
            let told = gaps.reduce(0) { $0 + ($1.lines[hour] ?? 0) }
            return sum + min(told, shortfall(hour))
        }
    }

    private func shortfall(_ hour: Int64) -> Double {
        let usual = (1...HourlySources.usualDays).compactMap { lines[hour - Int64($0) * 24] }
            .sorted()
        guard !usual.isEmpty else { return 0 }
        return max(0, usual[usual.count / 2] - (lines[hour] ?? 0))
    }

    private struct File {
        /// The hour that its path names, in a zone that nobody tells.
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

        /// From the hours that paths name to those of the records, in the middle of all files.
        private static func offset(_ files: [File]) -> Int64 {
            let offsets = files.compactMap { file in
                file.named.flatMap { named in file.lastHour.map { $0 - named } }
            }.sorted()
            return offsets.isEmpty ? 0 : offsets[offsets.count / 2]
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

        /// What came at this hour of the seven days before `base`, where nothing was missing.
        private func usual(
            _ hour: Int64, before base: Int64, without gap: Gap
        ) -> [(files: Int, lines: Int64)] {
            let days = stride(from: hour - 24, to: base - 8 * 24, by: -24).filter { $0 < base }
            return days.prefix(HourlySources.usualDays)
                .compactMap { gap.lines[$0] == nil ? counts[$0] : nil }
        }
    }
}

/// What the path of a file tells.
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

    /// Of runs of digits that follow each other, a byte apart.
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
        return Timestamp("\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):00:00Z")?.hour
    }

    private static let platforms = [
        "android": "android", "ios": "ios", "apple": "ios", "apns": "ios", "web": "web",
        "webpush": "web",
    ]

    /// The platform that a word of a file's name names, or of its folder's.
    static func platform(_ pattern: String) -> String? {
        let names = pattern.lowercased().split(separator: "/").suffix(2)
        let words = names.flatMap { $0.split { !$0.isLetter } }.map(String.init)
        let found = Set(words.compactMap { platforms[$0] })
        return found.count == 1 ? found.first : nil
    }
}
