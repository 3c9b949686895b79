internal import Delivery
internal import SQLite

/// A file of a source with regular files.
struct SourceFile {
    /// Shorter files of a day are parts of it.
    private static let longestPart: Int64 = 6 * 3_600_000
    private static let delayDays: Int64 = 14
    private static let fewestDelays = 6
    private static let fewestFiles = 6
    private static let longestPause: Int64 = 72
    /// Files that are older when they come are old logs.
    private static let longestDelay: Int64 = 86_400_000

    /// The hour and the day in its path, in an unknown zone.
    private let named: Int64?
    private let day: Int64?
    let lines: Double
    let lastHour: Int64?
    /// From its first record to the last one, ms.
    private let length: Int64
    private let modified: Int64

    init(_ row: Row, _ path: SourcePath, _ clock: HourClock) throws {
        let lines: Int64 = try row["lines"]
        let first: Int64? = try row["first_ms"]
        let last: Int64? = try row["last_ms"]
        let modified: Int64 = try row["modified_ns"]
        (named, day) = (path.hour, path.day)
        self.lines = Double(lines)
        lastHour = last.map { clock.hour(of: $0) }
        length = (last ?? 0) - (first ?? 0)
        self.modified = clock.shifted(modified / 1_000_000)
    }

    /// The hours of each file: 24 if names have a day, and most files the records of hours.
    static func hours(_ files: [SourceFile]) -> Int64 {
        let ofDays = files.filter { $0.day != nil }.map(\.length).sorted()
        guard ofDays.count == files.count, !files.isEmpty else { return 1 }
        return ofDays[ofDays.count / 2] > longestPart ? 24 : 1
    }

    /// The first hour by its name, if a file has so many.
    func start(_ hours: Int64) -> Int64? { hours == 1 ? named : day }

    /// The offset from the hours in paths to those of the records. Nil if it is unclear.
    ///
    /// A file's last hour is that in which its newest message was sent. If most files have the same
    /// offset, that counts. If not, records often come in a later hour than the send, and the
    /// largest offset counts, if a quarter of the files have it. Files of conversions have none:
    /// their messages were sent hours and days ago.
    static func offset(_ files: [SourceFile], _ hours: Int64) -> Int64? {
        let offsets = files.compactMap { file in
            file.start(hours).flatMap { start in
                file.lastHour.map { $0 - (start + hours - 1) }
            }
        }.sorted()
        guard let largest = offsets.last else { return 0 }
        let median = offsets[offsets.count / 2]
        if offsets.count(where: { $0 == median }) * 2 > offsets.count { return median }
        return offsets.count { $0 == largest } * 4 >= offsets.count ? largest : nil
    }

    /// Whether they are several, and have not ended days before the hour `end`.
    static func areRegular(_ files: [SourceFile], end: Int64) -> Bool {
        let last = files.compactMap(\.lastHour).max()
        return files.count >= fewestFiles && last ?? .min >= end - longestPause
    }

    /// How long after their last hours nineteen of twenty files have come in the last days; 0 if
    /// that is unknown. The time of a file's last change is that of its arrival, or earlier.
    static func delay(
        _ files: [SourceFile], _ hours: Int64, _ offset: Int64, end: Int64
    ) -> Int64 {
        let delays = files.compactMap { file -> Int64? in
            guard let start = file.start(hours).map({ $0 + offset }) ?? file.lastHour,
                start >= end - delayDays * 24
            else { return nil }
            return file.modified - (start + hours) * 3_600_000
        }.sorted()
        guard delays.count >= fewestDelays else { return 0 }
        let usual = delays[delays.count * 19 / 20]
        return usual <= longestDelay ? max(0, usual) : 0
    }
}

/// Properties of a file's path.
struct SourcePath {
    let pattern: String
    /// The last hour in it, as if in UTC: `2025-11-20T09`, `20251120-09`, `2025/11/20/09`.
    let hour: Int64?
    /// The first hour of the day in the name of the file, if it has no hour: `push-2025-11-20.log`.
    let day: Int64?

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
        let name =
            path.utf8.lastIndex(of: UInt8(ascii: "/"))
            .map { path.utf8.distance(from: path.utf8.startIndex, to: $0) } ?? -1
        let last = runs.indices.reversed()
        hour = last.lazy.compactMap { SourcePath.hour(runs[$0...], digits: 10) }.first
        let ofName = hour == nil ? last.filter { runs[$0].start > name } : []
        day = ofName.lazy.compactMap { SourcePath.hour(runs[$0...], digits: 8) }.first
    }

    /// The hour, or the first one of the day, of runs of digits that are one byte apart.
    private static func hour(
        _ runs: ArraySlice<(start: Int, digits: [UInt8])>, digits count: Int
    ) -> Int64? {
        var digits: [UInt8] = []
        var end: Int?
        for run in runs {
            guard end.map({ run.start == $0 + 1 }) ?? true, digits.count < count else { break }
            digits += run.digits
            end = run.start + run.digits.count
        }
        guard count == 10 ? digits.count >= 10 : digits.count == 8,
            digits.starts(with: Array("20".utf8))
        else { return nil }
        let text = Array(String(decoding: digits.prefix(count) + [0x30, 0x30], as: UTF8.self))
        let parts = [0..<4, 4..<6, 6..<8, 8..<10].map { String(text[$0]) }
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
